/** STORAGE_QUOTA_BYTES: the limit of a workspace, and removal of replaced uploads. */
import { createHash } from 'node:crypto';
import { ingestBulkSend } from '@countersign/core/bulk-send/ingest';
import { collectBlobs } from '@countersign/core/housekeeping/collect-blobs';
import { measureStorage } from '@countersign/core/usage/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startTestApi, type TestApi } from '../support/api.ts';
import { makeTemplate, rowsFor } from '../support/bulk.ts';
import { heldStorage } from '../support/held-storage.ts';
import { expectProblem } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const quota = 1_000_000;
let api: TestApi;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi({ settings: { storageQuotaBytes: quota } });
  pdf = Buffer.from(await samplePdf(1));
});
afterAll(() => api.close());

/** A PDF of this size, distinct for each number. Readers ignore the comment lines at its end. */
const pdfOf = (bytes: number, number = 0): Buffer =>
  Buffer.concat([pdf, Buffer.from(`\n% ${number} `.padEnd(bytes - pdf.length, '.'))]);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const used = async (client: Client): Promise<number> =>
  (await client.get('/v1/usage')).body.storage.used_bytes;
const draft = async (client: Client): Promise<string> =>
  (await client.post('/v1/documents', { title: 'Lease' })).body.id;
const put = (client: Client, id: string, bytes: Buffer) =>
  client.put(`/v1/documents/${id}/content`).set('Content-Type', 'application/pdf').send(bytes);

test('a replaced upload is removed at once and no longer counted; a blob that others use stays', async () => {
  const { live } = await api.createTestWorkspace();
  const id = await draft(live);
  const files = [pdfOf(400_000, 1), pdfOf(300_000, 2), pdfOf(200_000, 3)];
  for (const file of files) expect((await put(live, id, file)).status).toBe(204);
  expect(await used(live)).toBe(200_000);
  expect(await api.storage.stat(sha256(files[0]!))).toBeNull();
  expect(await api.storage.stat(sha256(files[1]!))).toBeNull();
  expect(await api.storage.stat(sha256(files[2]!))).not.toBeNull();

  const other = await draft(live);
  await put(live, other, files[2]!);
  await put(live, other, pdfOf(100_000, 4));
  expect(await api.storage.stat(sha256(files[2]!))).not.toBeNull();
});

test('a replaced upload stays while a request of another workspace has stored the same bytes and not committed', async () => {
  const held = heldStorage(api.storage, 'getBytes');
  const slow = await startTestApi({ storage: held.storage });
  const { live } = await slow.createTestWorkspace();
  const same = pdfOf(30_000, 77);
  const creating = live
    .post('/v1/documents')
    .field('document', JSON.stringify({ title: 'Lease', finalize: true }))
    .attach('file', same, 'lease.pdf')
    .then((answer) => answer);
  await held.reached;
  const attacker = (await api.createTestWorkspace()).live;
  const id = await draft(attacker);
  expect((await put(attacker, id, same)).status).toBe(204);
  expect((await put(attacker, id, pdfOf(30_000, 78))).status).toBe(204);
  expect(await api.storage.stat(sha256(same))).not.toBeNull();
  held.goOn();
  const created = await creating;
  expect(created.status).toBe(201);
  expect((await live.get(`/v1/documents/${created.body.id}/download?version=original`)).status).toBe(200);
  await slow.close();
});

test('409: finalize, when an upload replaces the file before it is read', async () => {
  const held = heldStorage(api.storage, 'getBytes');
  const slow = await startTestApi({ storage: held.storage });
  const { live } = await slow.createTestWorkspace();
  const id = await draft(live);
  expect((await put(live, id, pdfOf(20_000, 1))).status).toBe(204);
  const finalizing = live.post(`/v1/documents/${id}/finalize`).then((answer) => answer);
  await held.reached;
  expect((await put(live, id, pdfOf(20_000, 2))).status).toBe(204);
  held.goOn();
  const { detail } = expectProblem(await finalizing, 'document-state');
  expect(detail).toContain('Another file was uploaded');
  expect((await live.post(`/v1/documents/${id}/finalize`)).status).toBe(200);
  await slow.close();
});

test('409: finalize, when a file is added before it has read the others; the file stays', async () => {
  const held = heldStorage(api.storage, 'getBytes');
  const slow = await startTestApi({ storage: held.storage });
  const { live, liveKey } = await api.createTestWorkspace();
  const id = await draft(live);
  expect((await put(live, id, pdf)).status).toBe(204);
  const finalizing = slow
    .as(liveKey)
    .post(`/v1/documents/${id}/finalize`)
    .then((answer) => answer);
  await held.reached;
  const added = await live.post(`/v1/documents/${id}/files`).attach('file', pdf, 'annex.pdf');
  expect(added.status).toBe(201);
  held.goOn();
  const { detail } = expectProblem(await finalizing, 'document-state');
  expect(detail).toContain('the files were changed');
  expect((await live.post(`/v1/documents/${id}/finalize`)).body.files).toHaveLength(2);
  const before = await used(live);
  expectProblem(await put(live, id, pdfOf(20_000, 7)), 'document-state');
  expect(await used(live)).toBe(before);
  await slow.close();
});

test('402: uploads beyond the quota, also concurrent ones; nothing of them is stored', async () => {
  const { live } = await api.createTestWorkspace();
  const ids = await Promise.all(Array.from({ length: 8 }, () => draft(live)));
  const answers = await Promise.all(ids.map((id, at) => put(live, id, pdfOf(300_000, 10 + at))));
  const stored = answers.filter(({ status }) => status === 204);
  expect(stored).toHaveLength(3);
  for (const [at, { status }] of answers.entries()) {
    const blob = await api.storage.stat(sha256(pdfOf(300_000, 10 + at)));
    expect(blob !== null).toBe(status === 204);
  }
  for (const answer of answers.filter(({ status }) => status !== 204))
    expect(expectProblem(answer, 'storage-exhausted')).toMatchObject({ quota_bytes: quota });
  expect(await used(live)).toBe(900_000);
  const refused = await draft(live);
  expectProblem(await put(live, refused, pdfOf(300_000, 99)), 'storage-exhausted');
  expect(await api.storage.stat(sha256(pdfOf(300_000, 99)))).toBeNull();
  expectProblem(await live.post(`/v1/documents/${refused}/finalize`), 'content-missing');
  expect((await put(live, refused, pdfOf(100_000, 98))).status).toBe(204);

  const other = await api.createTestWorkspace();
  expect((await put(other.live, await draft(other.live), pdfOf(300_000, 99))).status).toBe(204);
});

test('402: a template and a CSV beyond the quota', async () => {
  const { live } = await api.createTestWorkspace();
  const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
  const template = (bytes: number) =>
    live.post('/v1/templates', {
      name: 'Lease',
      recipients,
      fields: [],
      pdf_base64: pdfOf(bytes, bytes).toString('base64'),
    });
  const made = await template(600_000);
  expect(made.status).toBe(201);
  expectProblem(await template(600_001), 'storage-exhausted');
  expect((await live.get('/v1/templates')).body.items).toHaveLength(1);
  const csv = (rows: number) =>
    live
      .post(`/v1/bulk-sends?template_id=${made.body.id}&source_filename=people.csv`)
      .set('Content-Type', 'text/csv')
      .send(`name,email\n${'Ada,ada@example.test\n'.repeat(rows)}`);
  expectProblem(await csv(30_000), 'storage-exhausted');
  expect((await csv(100)).status).toBe(201);
});

test('rows of bulk sends count until they are erased: rows in JSON beyond the quota are refused, rows of a file are counted', async () => {
  const { live } = await api.createTestWorkspace();
  const template_id = await makeTemplate(live);
  await measureStorage(api.deps);
  const before = await used(live);
  const note = 'x'.repeat(500);
  const rows = (count: number) => rowsFor(count).map((row) => ({ ...row, metadata: { note } }));
  const create = (count: number) => live.post('/v1/bulk-sends', { template_id, rows: rows(count) });
  expectProblem(await create(2000), 'storage-exhausted');
  expect((await live.get('/v1/bulk-sends')).body.items).toEqual([]);
  expect(await used(live)).toBe(before);
  expect((await create(100)).status).toBe(201);
  const withJson = await used(live);
  expect(withJson).toBeGreaterThan(before + 100 * note.length);

  const csv = `name,email,meta_note\n${`Ada,ada@example.test,${note}\n`.repeat(100)}`;
  const made = await live.post(`/v1/bulk-sends?template_id=${template_id}`).type('text/csv').send(csv);
  const run = { bulkSendId: made.body.id, requestId: 'r', signal: new AbortController().signal };
  expect(await ingestBulkSend(api.deps, run)).toBe('read');
  expect(await used(live)).toBeGreaterThan(withJson + csv.length + 100 * note.length);
  await measureStorage(api.deps);
  const measured = await used(live);
  expect(measured).toBeGreaterThan(withJson + 100 * note.length);
  await api.deps.db.bulkSend.update({ where: { id: made.body.id }, data: { rowsErasedAt: new Date() } });
  await measureStorage(api.deps);
  expect(await used(live)).toBe(withJson);
});

test('large fields of documents and templates count; beyond the quota they are refused', async () => {
  const { live } = await api.createTestWorkspace();
  const place = { page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.05, recipient_index: 0 };
  const fields = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ ...place, type: 'dropdown', name: `choice_${at}` },
      settings: { options: Array.from({ length: 100 }, (__, n) => `${n} `.padEnd(400, '.')) },
    }));
  const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
  const create = (count: number) =>
    live.post('/v1/documents', { title: 'Form', recipients, fields: fields(count) });
  expect((await live.post('/v1/documents', { title: 'Form', recipients, fields: [] })).status).toBe(201);
  expect(await used(live)).toBe(0);
  const made = await create(10);
  expect(made.status).toBe(201);
  const afterCreate = await used(live);
  expect(afterCreate).toBeGreaterThan(400_000);
  const put = (count: number) => live.put(`/v1/documents/${made.body.id}/fields`, fields(count));
  expect((await put(9)).status).toBe(200);
  const before = (await live.get('/v1/documents')).body.total;
  expectProblem(await create(10), 'storage-exhausted');
  expectProblem(await put(10), 'storage-exhausted');
  expect((await live.get('/v1/documents')).body.total).toBe(before);
  await measureStorage(api.deps);
  const measured = await used(live);
  expect(measured).toBeGreaterThan(360_000);
  expect(measured).toBeLessThan(afterCreate);
  expect((await put(0)).status).toBe(200);
  await measureStorage(api.deps);
  expect(await used(live)).toBe(0);

  const template = (count: number) =>
    live.post('/v1/templates', {
      ...{ name: 'Form', recipients, fields: fields(count) },
      pdf_base64: pdfOf(2000, 3001).toString('base64'),
    });
  expect((await template(10)).status).toBe(201);
  expect(await used(live)).toBeGreaterThan(400_000);
  expectProblem(await template(20), 'storage-exhausted');
});

test('the nightly measurement counts every stored blob once, and keeps concurrent uploads counted', async () => {
  const workspace = await api.createTestWorkspace();
  const { live } = workspace;
  const id = await draft(live);
  // Without padding, because finalize would store a second, repaired file.
  await put(live, id, pdf);
  await live.post(`/v1/documents/${id}/finalize`);
  // A duplicate shares the blob of its original.
  expect((await live.post(`/v1/documents/${id}/duplicate`)).status).toBe(201);
  await collectBlobs({ ...api.deps, storage: api.storage }, { requestId: 'night' });
  expect(await used(live)).toBe(pdf.length);
  await put(live, await draft(live), pdfOf(100_000, 1001));
  expect(await used(live)).toBe(pdf.length + 100_000);
  await Promise.all([
    measureStorage(api.deps),
    ...[1, 2, 3].map(async (at) => put(live, await draft(live), pdfOf(50_000, 1001 + at))),
  ]);
  await measureStorage(api.deps);
  expect(await used(live)).toBe(pdf.length + 250_000);
});

test('402: files of requests that fail count until the blob sweep, so they cannot fill the storage', async () => {
  const { live } = await api.createTestWorkspace();
  const file = pdfOf(300_000, 2001);
  const inForm = (document: object) =>
    live.post('/v1/documents').field('document', JSON.stringify(document)).attach('file', file, 'lease.pdf');
  expectProblem(await inForm({ title: '' }), 'validation');
  expect(await used(live)).toBe(300_000);
  const base64 = pdfOf(200_000, 2002).toString('base64');
  const noFields = { title: 'Lease', pdf_base64: base64, finalize: true, send: true };
  expectProblem(await live.post('/v1/documents', noFields), 'not-sendable');
  expect(await used(live)).toBe(500_000);
  const unknown = '/v1/bulk-sends?template_id=tpl_00000000000000000000000000';
  const csv = (bytes: number) =>
    live
      .post(unknown)
      .set('Content-Type', 'text/csv')
      .send('name,email\n'.padEnd(bytes, 'Ada,ada@example.test\n'));
  expectProblem(await csv(400_000), 'not-found');
  expect(await used(live)).toBe(900_000);
  expectProblem(await inForm({ title: '' }), 'storage-exhausted');
  expectProblem(await csv(100_001), 'storage-exhausted');
  await measureStorage(api.deps);
  expect(await used(live)).toBe(0);
});
