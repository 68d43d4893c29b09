/** Anchors: made once a day over all audit trails, published, timestamped, and proved for each document. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnchorOut, AnchorPage, DocumentAnchorPage } from '@countersign/contract/anchor';
import { anchorHash, anchorLeaf } from '@countersign/contract/anchor-hash';
import { verifyChain } from '@countersign/contract/audit-chain';
import { eventHash, GENESIS_HASH, payloadHash } from '@countersign/contract/audit-hash';
import { checkAnchor, faultOfAnchors } from '@countersign/contract/check-anchors';
import type { EventOut } from '@countersign/contract/event';
import { encodeId, newId } from '@countersign/contract/ids';
import { makeAnchors } from '@countersign/core/anchor/make-anchors';
import { voidDocument } from '@countersign/core/document/void';
import { columnOf, inSqlTransaction } from '@countersign/db/sql';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { verifyToken } from '@countersign/pdf/timestamps/verify-token';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { copyRows, finalizedDraft } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { type Pki, startPki } from '../support/pki.ts';
import { expectProblem } from '../support/problem.ts';

const hour = 3_600_000;
/** More than two parts of a tree. */
const many = 2100;

let api: TestApi;
let pki: Pki;
let mine: TestWorkspace;
let ids: string[];
let testId: string;

const anchorNow = (timestamper = httpTimestamper(pki.tsaUrl)) => makeAnchors({ ...api.deps, timestamper });
const today = () => api.deps.now().toISOString().slice(0, 10);
const published = async (date = today()): Promise<AnchorOut> =>
  AnchorOut.parse((await api.anonymous.get(`/anchors/${date}`)).body);
const proofsOf = async (id: string, query = '') => {
  const answer = await mine.live.get(`/v1/documents/${id}/anchors${query}`);
  return DocumentAnchorPage.parse(answer.body).items;
};
const trailOf = async (id: string): Promise<EventOut[]> =>
  (await mine.live.get(`/v1/documents/${id}/events`)).body;
const uuidOf = async (id: string): Promise<string> => {
  const found = await api.deps.db.document.findMany({ select: { id: true } });
  return found.find((row) => encodeId('doc', row.id) === id)!.id;
};

beforeAll(async () => {
  [api, pki] = await Promise.all([startTestApi(), startPki()]);
  mine = await api.createTestWorkspace();
  const create = async (mode: 'live' | 'test') =>
    (await mine[mode].post('/v1/documents', { title: 'Anchored' })).body.id;
  ids = [await create('live'), await create('live'), await create('live')];
  testId = await create('test');
  expect(await anchorNow()).toEqual({ heads: 3, stamped: 1 });
});
afterAll(() => pki.close());

describe('the anchor of a day', () => {
  test('is published for everybody with a timestamp over its hash', async () => {
    const answer = await api.anonymous.get(`/anchors/${today()}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    const anchor = AnchorOut.parse(answer.body);
    expect(anchor).toMatchObject({ date: today(), previous_date: null, previous_hash: GENESIS_HASH });
    expect(anchorHash(anchor)).toBe(anchor.hash);
    const token = Buffer.from(anchor.timestamp!.token_base64, 'base64');
    const verified = verifyToken(token, Buffer.from(anchor.hash, 'hex'), [pki.root.certificate.raw]);
    expect(verified).toMatchObject({ valid: true, trust: 'trusted_root' });
    expect(verifyToken(token, Buffer.alloc(32), [pki.root.certificate.raw])).toEqual({
      valid: false,
      problem: 'it is for something else',
    });
    expect(verifyToken(Buffer.from('no token'), Buffer.alloc(32), []).valid).toBe(false);
  });

  test('covers every live document, and no test document', async () => {
    const anchor = await published();
    for (const id of ids) {
      const [proof, ...more] = await proofsOf(id);
      const trail = await trailOf(id);
      expect([more, proof!.anchor, proof!.seq]).toEqual([[], anchor, trail.at(-1)!.seq]);
      expect(checkAnchor(proof!, trail, [anchor])).toBe('matches');
      // The proof of one document proves nothing about another.
      for (const other of ids.filter((one) => one !== id))
        expect(checkAnchor(proof!, await trailOf(other), [anchor])).not.toBe('matches');
    }
    const ofTest = await mine.test.get(`/v1/documents/${testId}/anchors`);
    expect([ofTest.status, ofTest.body.items]).toEqual([200, []]);
  });

  test('does not change when the job runs again, also twice at once', async () => {
    const before = await published();
    const runs = await Promise.all([anchorNow(), anchorNow()]);
    expect(runs).toEqual([
      { heads: null, stamped: 0 },
      { heads: null, stamped: 0 },
    ]);
    expect(await published()).toEqual(before);
  });

  test('is final: the database refuses changes', async () => {
    const { db } = api.deps;
    for (const change of [
      () => db.$executeRaw`UPDATE anchor SET root = repeat('0', 64)`,
      () => db.$executeRaw`DELETE FROM anchor`,
      () => db.$executeRaw`UPDATE document_anchor SET seq = 1`,
      () => db.$executeRaw`TRUNCATE document_anchor`,
    ])
      await expect(change()).rejects.toThrow('anchors are final');
  });
});

describe('the Python and the command in docs/AUDIT.md', () => {
  const text = readFileSync('docs/AUDIT.md', 'utf8');
  const canRun = (tool: string) =>
    process.env.CI !== undefined || spawnSync(tool, ['version'], { stdio: 'ignore' }).error === undefined;

  (canRun('python3') ? test : test.skip)('confirm a proof, and not a changed one', async () => {
    const [proof] = await proofsOf(ids[1]!);
    const events = await trailOf(ids[1]!);
    const code = [...text.matchAll(/^```python\n(.*?)^```$/gms)].map(([, part]) => part).join('\n');
    const check = (given: unknown) =>
      spawnSync(
        'python3',
        ['-c', `${code}\nimport sys\ncheck_anchor(*json.load(sys.stdin))\nprint("confirmed")`],
        { input: JSON.stringify(given), encoding: 'utf8' },
      );
    expect(check([proof, events])).toMatchObject({ stdout: 'confirmed\n', stderr: '' });
    expect(check([{ ...proof, path: [] }, events])).toMatchObject({ status: 1 });
  });

  (canRun('openssl') ? test : test.skip)('confirm the timestamp', async () => {
    expect(text).toContain('openssl ts -verify -token_in -in token.der -digest');
    const { hash, timestamp } = await published();
    const folder = await mkdtemp(join(tmpdir(), 'countersign-anchors-'));
    try {
      await writeFile(join(folder, 'token.der'), Buffer.from(timestamp!.token_base64, 'base64'));
      await writeFile(join(folder, 'roots.pem'), pki.root.certificate.toString());
      const words = 'ts -verify -token_in -in token.der -CAfile roots.pem -digest'.split(' ');
      const { stdout, stderr } = spawnSync('openssl', [...words, hash], { cwd: folder, encoding: 'utf8' });
      expect(`${stdout}${stderr}`).toContain('Verification: OK');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('GET /anchors and GET /v1/documents/{doc_id}/anchors', () => {
  test('404 and 422: no such day, no such document, wrong queries', async () => {
    for (const path of ['/anchors/2001-01-01', '/anchors/2026-13-01', '/anchors/latest'])
      expectProblem(await api.anonymous.get(path), 'not-found');
    for (const query of ['limit=0', 'limit=101', 'starting_after=yesterday'])
      expectProblem(await api.anonymous.get(`/anchors?${query}`), 'validation');
    const stranger = await api.createTestWorkspace();
    const path = `/v1/documents/${ids[0]}/anchors`;
    expectProblem(await stranger.live.get(path), 'not-found');
    expectProblem(await mine.test.get(path), 'not-found');
    expectProblem(await mine.live.get(`${path}?starting_after=x`), 'validation');
    expectProblem(await api.anonymous.get(path), 'unauthenticated');
    const member = await person(api, mine, 'member');
    expect((await member.get(path)).status).toBe(200);
  });
});

test('each day anchors what changed, names the anchor before, and is read page by page', async () => {
  const [first, second] = ids as [string, string];
  const before = await published();
  const [unchanged] = await proofsOf(second);
  api.clock.advance(24 * hour);
  // The authority does not answer: the anchor is published without a timestamp.
  await mine.live.patch(`/v1/documents/${first}`, { redirect_url: 'https://example.com/1' });
  pki.behave({ tsaDown: true });
  expect(await anchorNow()).toEqual({ heads: 1, stamped: 0 });
  const unstamped = await published();
  expect(unstamped).toMatchObject({
    timestamp: null,
    previous_date: before.date,
    previous_hash: before.hash,
  });
  const broken = { ...httpTimestamper(pki.tsaUrl), stamp: () => Promise.reject(new Error('broken')) };
  await expect(anchorNow(broken)).rejects.toThrow('broken');
  pki.behave({});
  expect(await anchorNow()).toEqual({ heads: null, stamped: 1 });
  expect(await published()).toEqual({ ...unstamped, timestamp: expect.anything() });

  // A day without changes has an anchor too, and a day without a worker has none.
  api.clock.advance(48 * hour);
  expect(await anchorNow()).toEqual({ heads: 0, stamped: 1 });

  const pages: AnchorPage[] = [];
  for (let after: string | null = ''; after !== null; after = pages.at(-1)!.next_starting_after) {
    const query = after ? `?limit=2&starting_after=${after}` : '?limit=2';
    pages.push(AnchorPage.parse((await api.anonymous.get(`/anchors${query}`)).body));
  }
  const all = pages.flatMap(({ items }) => items);
  expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
  expect((await api.anonymous.get('/anchors?limit=3')).body.next_starting_after).toBeNull();
  expect(all.map(({ previous_date }) => previous_date)).toEqual([unstamped.date, before.date, null]);
  expect(faultOfAnchors(all)).toBeNull();
  expect(faultOfAnchors(all.map((one) => ({ ...one, root: GENESIS_HASH })))).toMatch('is wrong');

  const proofs = await proofsOf(first);
  const trail = await trailOf(first);
  expect(proofs.map(({ anchor }) => anchor.date)).toEqual([before.date, unstamped.date]);
  expect(proofs.map((proof) => checkAnchor(proof, trail, []))).toEqual(['matches', 'matches']);
  const page = await mine.live.get(`/v1/documents/${first}/anchors?limit=1`);
  expect(page.body).toMatchObject({ limit: 1, next_starting_after: before.date });
  expect(page.headers.link).toContain(`starting_after=${before.date}`);
  const both = await mine.live.get(`/v1/documents/${first}/anchors?limit=2`);
  expect([both.body.items.length, both.body.next_starting_after]).toEqual([2, null]);
  expect(await proofsOf(first, `?starting_after=${before.date}`)).toEqual(proofs.slice(1));
  expect(await proofsOf(second)).toEqual([unchanged]);
});

test('a clock that was set back makes no anchor before the last one', async () => {
  const dates = async () =>
    (await api.anonymous.get('/anchors')).body.items.map((one: AnchorOut) => one.date);
  const before = await dates();
  const earlier = new Date(api.deps.now().getTime() - 24 * hour);
  const run = await makeAnchors({ ...api.deps, now: () => earlier, timestamper: null });
  expect([run, await dates()]).toEqual([{ heads: null, stamped: 0 }, before]);
});

test('each anchor names the newest one before it, also after an interrupted run and while another run has the lock', async () => {
  const { db } = api.deps;
  const latest = today();
  const dayAfter = (days: number) =>
    new Date(Date.parse(latest) + days * 24 * hour).toISOString().slice(0, 10);
  const leaveOpen = (date: string) =>
    db.$executeRaw`INSERT INTO anchor (date, collected_at) VALUES (${date}::date, ${api.deps.now()}::timestamptz)`;
  // As two runs at once left it: the later day was closed, the earlier one was not.
  await leaveOpen(dayAfter(-1));
  await leaveOpen(dayAfter(1));
  api.clock.advance(48 * hour);
  await inSqlTransaction(db, async ({ tx }) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${0x636f_7361}::int, 1::int)::text`;
    expect(await anchorNow()).toEqual({ heads: null, stamped: 0 });
  });
  expect(await anchorNow()).toEqual({ heads: 0, stamped: 2 });

  expect((await published(dayAfter(2))).previous_date).toBe(dayAfter(1));
  expect((await published(dayAfter(1))).previous_date).toBe(latest);
  expectProblem(await api.anonymous.get(`/anchors/${dayAfter(-1)}`), 'not-found');
  const all = AnchorPage.parse((await api.anonymous.get('/anchors')).body).items;
  expect(faultOfAnchors(all)).toBeNull();
});

test('proofs of a tree with several parts lead to its root, and stay right when another document is erased', async () => {
  const ctx = { ...mine.ctx(), storage: api.storage };
  const source = await finalizedDraft(ctx);
  const head = (await trailOf(encodeId('doc', source.id))).at(-1)!;
  const copies = Array.from({ length: many }, newId);
  const { db } = api.deps;
  // Events of the copies, because only documents with new events are looked at.
  await db.$executeRaw`
    INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, prev_hash, hash)
    SELECT id::uuid, 1, 'envelope.created', '{}', '{}', ${head.payload_hash}, ${api.deps.now().toISOString()}, repeat('0', 64), ${head.hash}
    FROM unnest(${columnOf(copies)}::text[]) AS copied(id)`;
  await copyRows(api.deps, source, copies, { chainSeq: 1, chainHead: head.hash });
  api.clock.advance(24 * hour);
  expect(await anchorNow()).toEqual({ heads: many + 1, stamped: 1 });
  const proofOf = async (id: string) => (await proofsOf(encodeId('doc', id))).at(-1)!;
  const ordered = copies.toSorted();
  for (const at of [0, 1022, 1023, 1024, 2047, many - 1]) {
    const id = ordered[at]!;
    expect(checkAnchor(await proofOf(id), await trailOf(encodeId('doc', id)), [])).toBe('matches');
  }

  const publicId = encodeId('doc', source.id);
  const neighbour = await proofOf(ordered[0]!);
  await voidDocument(mine.ctx(), publicId, { reason: 'Ada Lovelace has moved' });
  api.clock.advance(24 * hour);
  await anchorNow();
  const owner = await person(api, mine, 'owner');
  const erased = await owner.post(`/v1/console/documents/${publicId}/erase`, { confirm: publicId });
  expect(erased.status).toBe(200);
  const trail = await trailOf(publicId);
  expect(verifyChain(trail)).toMatchObject({ ok: true, erasure: expect.anything() });
  const proofs = await proofsOf(publicId);
  expect(proofs.map((proof) => checkAnchor(proof, trail, []))).toEqual(['matches', 'matches']);
  expect(await proofOf(ordered[0]!)).toEqual(neighbour);
});

test('a trail that was rewritten in the database contradicts its anchor, even if the proof was rewritten too', async () => {
  const id = ids[2]!;
  const uuid = await uuidOf(id);
  const [proof] = await proofsOf(id);
  const saved = proof!.anchor;
  const { db } = api.deps;
  const [event] = await trailOf(id);
  const payload = { ...event!.payload, title: 'Another' };
  const forged = { ...event!, payload, payload_hash: payloadHash(payload) };
  const hash = eventHash({ ...forged, ip: forged.ip ?? null, user_agent: forged.user_agent ?? null });
  await db.$executeRaw`ALTER TABLE event DISABLE TRIGGER ALL`;
  await db.$executeRaw`DELETE FROM event WHERE document_id = ${uuid}::uuid AND seq > 1`;
  await db.$executeRaw`
    UPDATE event SET payload = ${JSON.stringify(payload)}::jsonb, payload_hash = ${forged.payload_hash}, hash = ${hash}
    WHERE document_id = ${uuid}::uuid`;
  await db.$executeRaw`ALTER TABLE event ENABLE TRIGGER ALL`;
  await db.$executeRaw`UPDATE document SET chain_seq = 1, chain_head = ${hash} WHERE id = ${uuid}::uuid`;
  const trail = await trailOf(id);
  expect(verifyChain(trail)).toEqual({ ok: true, count: 1, head: hash });
  expect(checkAnchor((await proofsOf(id))[0]!, trail, [])).toBe('trail_differs');

  const { hash: head } = trail[0]!;
  const rewritten = { ...proof!, event_hash: head };
  expect(checkAnchor(rewritten, trail, [])).toBe('path_differs');
  // With a new tree the proof is right in itself. The old copy and the timestamp show that the anchor is another one.
  const root = anchorLeaf(trail[0]!).toString('hex');
  const anchor = { ...saved, root };
  const whole = { ...rewritten, path: [], anchor: { ...anchor, hash: anchorHash(anchor) } };
  expect(checkAnchor(whole, trail, [])).toBe('matches');
  expect(checkAnchor(whole, trail, [saved])).toBe('forked');
  expect(checkAnchor({ ...whole, anchor }, trail, [])).toBe('hash_differs');
  const token = Buffer.from(saved.timestamp!.token_base64, 'base64');
  expect(verifyToken(token, Buffer.from(whole.anchor.hash, 'hex'), []).valid).toBe(false);
});
