/** POST /v1/console/documents/{doc_id}/erase, retention, and other operations on an erased document. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId } from '@countersign/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument } from '../support/documents.ts';
import { type Person, person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { sealedDocument } from '../support/sealed-files.ts';

let api: TestApi;
let mine: TestWorkspace;
let manager: Person;
let member: Person;
let owner: Person;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-erasure-'));
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  manager = await person(api, mine, 'manager');
  member = await person(api, mine, 'member');
  owner = await person(api, mine, 'owner');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const ctx = () => ({ ...mine.ctx(), storage: api.storage });
const pathOf = (id: string) => `/v1/console/documents/${encodeId('doc', id)}/erase`;

describe('POST /v1/console/documents/{doc_id}/erase', () => {
  test('200: the document reads `erased` everywhere, its chain is valid, and operations that need its files are 410', async () => {
    const mine = await api.createTestWorkspace();
    const manager = await person(api, mine, 'manager');
    const { document, sealed } = await sealedDocument({ ...mine.ctx(), storage: api.storage }, dataDir);
    const id = encodeId('doc', document.id);
    const erased = await manager.post(pathOf(document.id), { confirm: 'A secret title' });
    expect([erased.status, erased.body]).toEqual([
      200,
      expect.objectContaining({
        id,
        sealed_kept: false,
        removed: false,
        chain_head: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
    const shown = await mine.live.get(`/v1/documents/${id}`);
    expect(shown.body).toMatchObject({
      title: 'erased',
      status: 'completed',
      erased_at: erased.body.erased_at,
      original_sha256: document.originalSha256,
      recipients: [{ name: 'erased', email: 'erased@erased.invalid', status: 'completed' }, {}],
    });
    for (const answer of [
      shown,
      await mine.live.get('/v1/documents'),
      await mine.live.get(`/v1/documents/${id}/events`),
    ])
      expect(answer.text).not.toMatch(/lovelace|hopper|ada@|secret title/i);
    const events = (await mine.live.get(`/v1/documents/${id}/events`)).body;
    expect(verifyChain(events)).toMatchObject({ ok: true, head: erased.body.chain_head });
    expect(events.at(-1)).toMatchObject({
      event_type: 'envelope.erased',
      actor: { type: 'user', id: manager.userId },
      ip: null,
    });
    expect((await mine.live.get('/v1/documents?q=secret')).body.total).toBe(0);
    expect((await mine.live.get('/v1/documents?recipient=ada@example.test')).body.total).toBe(0);
    for (const version of ['original', 'sealed', 'certificate'])
      expectProblem(
        await mine.live.get(`/v1/documents/${id}/download?version=${version}`),
        'document-erased',
      );
    expectProblem(await mine.live.post(`/v1/documents/${id}/duplicate`), 'document-erased');
    expectProblem(await mine.live.post(`/v1/documents/${id}/void`, { reason: 'again' }), 'document-state');
    expectProblem(await mine.live.post(`/v1/documents/${id}/send`), 'document-state');
    // The sealed file can still be verified here.
    const verified = await api.anonymous
      .post('/verify')
      .set('Accept', 'application/json')
      .set('Content-Type', 'application/pdf')
      .serialize((body) => body as unknown as string)
      .send(sealed);
    expect(verified.body).toMatchObject({
      verdict: 'intact',
      instance: { knows_document: true, chain: 'matches', file: 'identical' },
    });
    // It can still be moved to a folder.
    expect((await mine.live.patch(`/v1/documents/${id}`, { visibility: 'managers' })).status).toBe(200);
    // The event of this change names nobody, so nothing is left to erase.
    expect((await manager.post(pathOf(document.id), { confirm: id })).body.events_erased).toBe(0);
  });

  test('422 without confirmation, 403 for members, 409 while recipients can act, 404 in other workspaces; nothing changes', async () => {
    const document = await sentDocument(ctx(), { title: 'Lease' });
    const path = pathOf(document.id);
    expect(issuesOf(await manager.post(path, {}))).toEqual(['body.confirm missing']);
    expect(issuesOf(await manager.post(path, { confirm: 'lease' }))).toEqual(['body.confirm value_error']);
    expectProblem(await member.post(path, { confirm: 'Lease' }), 'forbidden');
    expectProblem(await manager.post(path, { confirm: 'Lease' }), 'document-state');
    const other = await api.createTestWorkspace();
    expectProblem(await other.live.post(path, { confirm: 'Lease' }), 'not-found');
    expectProblem(await mine.test.post(path, { confirm: 'Lease' }), 'not-found');
    expect((await mine.live.get(`/v1/documents/${encodeId('doc', document.id)}`)).body).toMatchObject({
      title: 'Lease',
      status: 'sent',
    });
  });
});

describe('PATCH /v1/console/workspace', () => {
  test('200: an owner sets the retention, and 0 disables it; nothing is erased without it', async () => {
    const path = '/v1/console/workspace';
    expect((await owner.get(path)).body).toMatchObject({ retention_days: 0, retention_keeps_sealed: false });
    const set = await owner.patch(path, { retention_days: 90, retention_keeps_sealed: true });
    expect(set.body).toMatchObject({ retention_days: 90, retention_keeps_sealed: true });
    expect((await owner.patch(path, { name: 'Renamed' })).body.retention_days).toBe(90);
    expect((await owner.patch(path, { retention_days: 0 })).body.retention_days).toBe(0);
    expect(issuesOf(await owner.patch(path, { retention_days: -1 }))).toEqual([
      'body.retention_days greater_than_equal',
    ]);
    expectProblem(await manager.patch(path, { retention_days: 1 }), 'forbidden');
  });
});
