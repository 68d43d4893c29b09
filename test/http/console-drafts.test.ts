/** Operations of the console on drafts and templates: changing a draft, and the PDF to place fields on. */
import { encodeId } from '@countersign/contract/ids';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft } from '../support/documents.ts';
import { type Person, person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let manager: Person;
let member: Person;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  manager = await person(api, mine, 'manager');
  member = await person(api, mine, 'member');
});

const ctx = () => ({ ...mine.ctx(), storage: api.storage });
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString();

describe('PATCH /v1/console/documents/{doc_id}', () => {
  test('200: title, message and expiry of a draft change, absent members stay, null clears; each change is an event', async () => {
    const draft = await finalizedDraft(ctx(), { title: 'Before', message: 'Old words' });
    const path = `/v1/console/documents/${encodeId('doc', draft.id)}`;
    const expires_at = inDays(3);
    await member.patch(path, { title: 'Between', expires_at });
    const changed = await member.patch(path, { title: 'After' });
    expect(changed.body).toMatchObject({ title: 'After', message: 'Old words', expires_at, status: 'draft' });
    const cleared = await member.patch(path, { message: null, expires_at: null });
    expect(cleared.body).toMatchObject({ title: 'After', message: null, expires_at: null });
    await member.patch(path, { title: 'After', message: null });
    const events = await member.get(`/v1/documents/${encodeId('doc', draft.id)}/events`);
    const updates = events.body.filter(
      ({ event_type }: { event_type: string }) => event_type === 'envelope.updated',
    );
    expect(updates.map(({ payload }: { payload: unknown }) => payload)).toEqual([
      { changed: ['title', 'expires_at'] },
      { changed: ['title'] },
      { changed: ['message', 'expires_at'] },
    ]);
  });

  test('409 once sent, 422 for a blank title and an expiry in the past; nothing changes', async () => {
    const draft = await finalizedDraft(ctx(), { title: 'Stays' });
    const id = encodeId('doc', draft.id);
    const path = `/v1/console/documents/${id}`;
    expect(issuesOf(await member.patch(path, { title: ' ' }))).toHaveLength(1);
    for (const days of [-1, 0])
      expect(issuesOf(await member.patch(path, { expires_at: inDays(days) }))).toEqual([
        'body.expires_at value_error',
      ]);
    expect((await member.post(`/v1/documents/${id}/send`)).status).toBe(200);
    for (const title of ['Changed', 'Stays'])
      expectProblem(await member.patch(path, { title }), 'document-state');
    expect((await member.get(`/v1/documents/${id}`)).body.title).toBe('Stays');
  });

  test('404: for members when only managers see the document, and for other workspaces', async () => {
    const hidden = await finalizedDraft(ctx(), { visibility: 'managers' });
    const path = `/v1/console/documents/${encodeId('doc', hidden.id)}`;
    expectProblem(await member.patch(path, { title: 'Mine' }), 'not-found');
    expect((await manager.patch(path, { title: 'Ours' })).status).toBe(200);
    const other = await api.createTestWorkspace();
    expectProblem(await other.live.patch(path, { title: 'Theirs' }), 'not-found');
  });
});

describe('GET /v1/console/documents/{doc_id}/content', () => {
  test('200: the PDF of a draft, also in ranges, without an event; once sent, one event in ten minutes; 404 in other workspaces and for members without access', async () => {
    const draft = await finalizedDraft(ctx());
    const id = encodeId('doc', draft.id);
    const path = `/v1/console/documents/${id}/content`;
    const whole = await member.get(path).buffer();
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'application/pdf']);
    const original = await member.get(`/v1/documents/${id}/download`).buffer();
    expect(Buffer.compare(whole.body, original.body)).toBe(0);
    const part = await member.get(path).set('Range', 'bytes=0-4');
    expect([part.status, part.body.toString()]).toEqual([206, '%PDF-']);
    const { body: events } = await member.get(`/v1/documents/${id}/events`);
    const types = events.map(({ event_type }: { event_type: string }) => event_type);
    expect(types.filter((type: string) => type === 'envelope.downloaded')).toHaveLength(1);

    expect((await manager.post(`/v1/documents/${id}/send`)).status).toBe(200);
    const shown = await manager.get(path).buffer();
    expect(Buffer.compare(shown.body, whole.body)).toBe(0);
    await manager.get(`${path}?version=original`).set('Range', 'bytes=0-4');
    expectProblem(await manager.get(`${path}?version=sealed`), 'not-sealed');
    const { body: later } = await manager.get(`/v1/documents/${id}/events`);
    const views = later.filter(
      ({ event_type, actor }: { event_type: string; actor: { id: string } }) =>
        event_type === 'envelope.downloaded' && actor.id === later.at(-1).actor.id,
    );
    expect(views.map(({ payload }: { payload: unknown }) => payload)).toEqual([{ version: 'original' }]);

    const other = await api.createTestWorkspace();
    expectProblem(await other.live.get(path), 'not-found');
    const hidden = await finalizedDraft(ctx(), { visibility: 'managers' });
    expectProblem(
      await member.get(`/v1/console/documents/${encodeId('doc', hidden.id)}/content`),
      'not-found',
    );
  });

  test('409 before the PDF was uploaded', async () => {
    const { body } = await member.post('/v1/documents', { title: 'Soon' });
    expectProblem(await member.get(`/v1/console/documents/${body.id}/content`), 'document-state');
  });
});

describe('GET /v1/console/templates/{tpl_id}/content', () => {
  test('200: the original PDF, also in ranges, for members too; 404 in other workspaces and once deleted', async () => {
    const pdf = Buffer.from(await samplePdf(2));
    const made = await manager.post('/v1/templates', { name: 'Form', pdf_base64: pdf.toString('base64') });
    const path = `/v1/console/templates/${made.body.id}/content`;
    const whole = await manager.get(path).buffer();
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(Buffer.compare(whole.body, pdf)).toBe(0);
    const part = await manager.get(path).set('Range', 'bytes=0-4');
    expect([part.status, part.body.toString()]).toEqual([206, '%PDF-']);
    expect((await member.get(path)).status).toBe(200);
    const other = await api.createTestWorkspace();
    expectProblem(await other.live.get(path), 'not-found');
    await manager.delete(`/v1/templates/${made.body.id}`);
    expectProblem(await manager.get(path), 'not-found');
  });
});
