/** Several files in one document (docs/decisions/028-several-files.md). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { createFileConverter } from '@countersign/core/document/file-converter';
import { documentUuid, getDocument } from '@countersign/core/document/lock';
import { collectBlobs } from '@countersign/core/housekeeping/collect-blobs';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { measureStorage } from '@countersign/core/usage/storage';
import { gotenberg } from '@countersign/pdf/convert/gotenberg';
import { PageText } from '@countersign/pdf/page-text/page-text';
import { TextReader } from '@countersign/pdf/page-text/text-run';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { signAs } from '../support/documents.ts';
import { person as signedIn } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { pdfFixture, signedByOthers } from '../support/sealed-files.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docx = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('not read by the double')]);

let api: TestApi;
let mine: TestWorkspace;
let lease: Buffer;
let annex: Buffer;
let photo: Buffer;
let scan: Buffer;
let keyFolder: string;
beforeAll(async () => {
  api = await startTestApi();
  keyFolder = await mkdtemp(join(tmpdir(), 'countersign-files-'));
  mine = await api.createTestWorkspace();
  lease = Buffer.from(await samplePdf(2, 'lease'));
  annex = Buffer.from(await samplePdf(1, 'annex'));
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } });
  photo = await image.jpeg().toBuffer();
  scan = await image.png().toBuffer();
});

afterAll(() => rm(keyFolder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const person = { name: 'Ada', email: 'ada@example.test' };
const field = (page: number) => ({
  ...{ type: 'signature', page, x: 0.1, y: 0.8, w: 0.3, h: 0.06, recipient_index: 0 },
});

async function draft(client: Client = mine.live, more: object = {}): Promise<string> {
  const made = await client.post('/v1/documents', { title: 'Lease', recipients: [person], ...more });
  expect(made.status).toBe(201);
  return made.body.id;
}
const put = (client: Client, id: string, bytes: Buffer) =>
  client.put(`/v1/documents/${id}/content`).set('Content-Type', 'application/pdf').send(bytes);
/** A file as the body of the request. */
const add = (id: string, bytes: Buffer, type: string, name?: string, client: Client = mine.live) =>
  client
    .post(`/v1/documents/${id}/files${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`)
    .set('Content-Type', type)
    .send(bytes);
/** Files as parts of a form. */
function addForm(id: string, files: Array<[string, Buffer]>, client: Client = mine.live) {
  const sent = client.post(`/v1/documents/${id}/files`);
  for (const [name, bytes] of files) sent.attach('file', bytes, name);
  return sent;
}
const list = async (id: string, client: Client = mine.live) =>
  (await client.get(`/v1/documents/${id}/files`)).body as Array<Record<string, unknown>>;
const brief = (files: Array<Record<string, unknown>>) =>
  files.map(({ name, pages, first_page }) => [name, pages, first_page]);
const finalize = (id: string, client: Client = mine.live) => client.post(`/v1/documents/${id}/finalize`);
const used = async (client: Client): Promise<number> =>
  (await client.get('/v1/usage')).body.storage.used_bytes;

/** The text of every page. */
function textOf(pdf: Buffer): string[] {
  const file = openPdf(pdf);
  const reader = new TextReader(file);
  return readPageTree(file).pages.map((page) => new PageText(reader.read(page)).readable().text);
}

async function download(id: string, version: string, client: Client = mine.live): Promise<Buffer> {
  return (await client.get(`/v1/documents/${id}/download?version=${version}`).buffer()).body;
}

async function sealedCopy(id: string): Promise<Buffer> {
  const ctx = { ...mine.ctx(), storage: api.storage };
  const document = await getDocument(ctx, id);
  for (const recipient of document.recipients) await signAs(ctx, document, recipient);
  const sealKeys = createSealKeys({ dataDir: keyFolder, log: api.deps.log });
  await sealDocument({ ...ctx, sealKeys, timestamper: null }, { documentId: document.id, requestId: 'test' });
  return download(id, 'sealed');
}

describe('a document of several files', () => {
  test('201: files come behind the PDF, in order; finalize makes one PDF; the certificate and /verify state every hash', async () => {
    const id = await draft();
    await put(mine.live, id, lease);
    const first = await add(id, scan, 'image/png', 'Floor plan.png');
    expect([first.status, first.body.status]).toEqual([201, 'awaiting_upload']);
    const added = await addForm(id, [
      ['annex.pdf', annex],
      ['C:\\photos\\door.jpg', photo],
    ]);
    expect(added.status).toBe(201);
    expect(brief(added.body.files)).toEqual([
      ['Lease.pdf', 2, 1],
      ['Floor plan.png', 1, 3],
      ['annex.pdf', 1, 4],
      ['door.jpg', 1, 5],
    ]);
    const hashes = [lease, scan, annex, photo].map(sha256);
    expect(added.body.files.map((file: { sha256: string }) => file.sha256)).toEqual(hashes);
    expect(await list(id)).toEqual(added.body.files);

    await mine.live.put(`/v1/documents/${id}/fields`, [field(4)]);
    const final = await finalize(id);
    expect([final.status, final.body.status, final.body.files]).toEqual([200, 'draft', added.body.files]);
    const original = await download(id, 'original');
    expect(sha256(original)).toBe(final.body.original_sha256);
    expect(textOf(original).map((text) => text.trim())).toEqual([
      'Page 1 lease',
      'Page 2 lease',
      '',
      'Page 1 annex',
      '',
    ]);
    expect((await finalize(id)).body).toEqual(final.body);
    const events = (await mine.live.get(`/v1/documents/${id}/events`)).body;
    const finalized = events.filter(
      ({ event_type }: { event_type: string }) => event_type === 'envelope.content_finalized',
    );
    expect(finalized).toMatchObject([
      { payload: { pages: 5, files_sha256: hashes, files_pages: [2, 1, 1, 1] } },
    ]);

    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
    const sealed = await sealedCopy(id);
    const certificate = textOf(sealed).slice(5).join(' ').replace(/\s+/g, '');
    for (const hash of hashes) expect(certificate).toContain(hash);
    expect(certificate).toContain('annex.pdf,page4,SHA-256');
    const verified = await api.anonymous.post('/verify').set('Content-Type', 'application/pdf').send(sealed);
    expect(verified.body).toMatchObject({
      countersign: {
        original_sha256: final.body.original_sha256,
        files_sha256: hashes,
        contains_original: true,
      },
      instance: { chain: 'matches', values: 'match', file: 'identical' },
    });
  });

  test('200: PUT changes order and names; 204: DELETE removes; 404 and 422 for other ids', async () => {
    const id = await draft();
    await put(mine.live, id, lease);
    await addForm(id, [
      ['annex.pdf', annex],
      ['scan.png', scan],
    ]);
    const ids = (await list(id)).map((file) => file.id as string);
    const order = [{ id: ids[2] }, { id: ids[0], name: 'Main lease.pdf' }, { id: ids[1] }];
    const ordered = await mine.live.put(`/v1/documents/${id}/files`, order);
    expect([ordered.status, brief(ordered.body.files)]).toEqual([
      200,
      [
        ['scan.png', 1, 1],
        ['Main lease.pdf', 2, 2],
        ['annex.pdf', 1, 4],
      ],
    ]);
    const wrong: Array<[object[], string]> = [
      [order.slice(1), 'body value_error'],
      [[...order, order[0]!], 'body.3.id value_error'],
      [[{ id: crypto.randomUUID() }], 'body.0.id value_error'],
      [[], 'body value_error'],
    ];
    for (const [body, issue] of wrong)
      expect(issuesOf(await mine.live.put(`/v1/documents/${id}/files`, body))).toEqual([issue]);
    expectProblem(await mine.live.delete(`/v1/documents/${id}/files/${crypto.randomUUID()}`), 'not-found');
    expectProblem(await mine.live.delete(`/v1/documents/${id}/files/1`), 'not-found');
    expect((await mine.live.delete(`/v1/documents/${id}/files/${ids[0]}`)).status).toBe(204);
    expect(brief(await list(id))).toEqual([
      ['scan.png', 1, 1],
      ['annex.pdf', 1, 2],
    ]);
    for (const one of ids.slice(1)) await mine.live.delete(`/v1/documents/${id}/files/${one}`);
    expect(await list(id)).toEqual([]);
    expectProblem(await finalize(id), 'content-missing');
  });

  test('PUT content comes first, and later replaces its file where it is', async () => {
    const id = await draft();
    await addForm(id, [['annex.pdf', annex]]);
    expect((await put(mine.live, id, lease)).status).toBe(204);
    const [content, other] = await list(id);
    expect([content!.name, other!.name]).toEqual(['Lease.pdf', 'annex.pdf']);
    await mine.live.put(`/v1/documents/${id}/files`, [
      { id: other!.id },
      { id: content!.id, name: 'Body.pdf' },
    ]);
    await put(mine.live, id, annex);
    expect((await list(id)).map(({ name, sha256: hash }) => [name, hash])).toEqual([
      ['annex.pdf', sha256(annex)],
      ['Body.pdf', sha256(annex)],
    ]);
    expect(brief((await finalize(id)).body.files)).toEqual([
      ['annex.pdf', 1, 1],
      ['Body.pdf', 1, 2],
    ]);
  });

  test('a single PDF is used byte for byte, also a signed one; a single image becomes a page', async () => {
    const id = await draft();
    const signed = await signedByOthers();
    await addForm(id, [['signed.pdf', signed]]);
    const final = await finalize(id);
    expect(final.body).toMatchObject({
      original_sha256: sha256(signed),
      warnings: [{ code: 'signed_before' }],
    });
    expect(brief(final.body.files)).toEqual([['signed.pdf', 1, 1]]);
    const image = await draft();
    await add(image, photo, 'image/jpeg');
    expect((await finalize(image)).body.files).toMatchObject([
      { name: 'File 1', sha256: sha256(photo), size_bytes: photo.length, pages: 1, first_page: 1 },
    ]);
    expect(readPageTree(openPdf(await download(image, 'original'))).count).toBe(1);
  });

  test('a document of one PDF lists it, before and after finalize', async () => {
    const id = await draft();
    expect(await list(id)).toEqual([]);
    await put(mine.live, id, lease);
    expect(brief(await list(id))).toEqual([['Lease.pdf', null, 1]]);
    expect(brief((await finalize(id)).body.files)).toEqual([['Lease.pdf', 2, 1]]);
  });

  test('form fields with equal names in several files become fields of the same person', async () => {
    const { PDFDocument } = await import('pdf-lib');
    const form = async (salt: string) => {
      const pdf = await PDFDocument.load(await samplePdf(1, salt));
      const text = pdf.getForm().createTextField('Ada.city');
      text.addToPage(pdf.getPage(0), { x: 72, y: 600, width: 200, height: 20 });
      return Buffer.from(await pdf.save());
    };
    const id = await draft();
    await addForm(id, [
      ['a.pdf', await form('a')],
      ['b.pdf', await form('b')],
    ]);
    const final = await mine.live.post(`/v1/documents/${id}/finalize`, { fields_from: 'form' });
    expect(final.body.fields.map(({ name, page }: { name: string; page: number }) => [name, page])).toEqual([
      ['Ada.city', 1],
      ['Ada_2.city', 2],
    ]);
  });
});

describe('GET …/files/{file_id}/content', () => {
  const contentOf = (id: string, file: string, client: Client = mine.live) =>
    client.get(`/v1/documents/${id}/files/${file}/content`).buffer(true);
  const bytesOf = (answer: { body: unknown }) => Buffer.from(answer.body as Buffer);

  test('200 and 206: each file as it was uploaded, before and after finalize; recorded once the document is sent', async () => {
    const id = await draft(mine.live, { fields: [field(1)] });
    await put(mine.live, id, lease);
    await addForm(id, [
      ['plan.png', scan],
      ['photo.jpg', photo],
    ]);
    const files = (await list(id)) as Array<{ id: string; sha256: string }>;
    const types = ['application/pdf', 'image/png', 'image/jpeg'];
    const sources = [lease, scan, photo];
    for (const [index, file] of files.entries()) {
      const answer = await contentOf(id, file.id);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, types[index]]);
      expect(sha256(bytesOf(answer))).toBe(sha256(sources[index]!));
      expect(answer.headers.etag).toBe(`"${file.sha256}"`);
      expect(answer.headers['content-disposition']).toContain('attachment');
    }
    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(409);
    await mine.live.post(`/v1/documents/${id}/finalize`);
    await mine.live.post(`/v1/documents/${id}/send`);
    const photoId = files[2]!.id;
    const part = await contentOf(id, photoId).set('Range', 'bytes=0-9');
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-9/${photo.length}`]);
    await contentOf(id, photoId).set('Range', 'bytes=10-19');
    await contentOf(id, files[1]!.id);
    const events = (await mine.live.get(`/v1/documents/${id}/events`)).body as Array<{
      event_type: string;
      payload: object;
    }>;
    expect(
      events.filter(({ event_type }) => event_type === 'envelope.downloaded').map(({ payload }) => payload),
    ).toEqual([
      { version: 'file', file_id: photoId },
      { version: 'file', file_id: files[1]!.id },
    ]);
    expect((await contentOf(id, photoId).set('If-None-Match', `"${files[2]!.sha256}"`)).status).toBe(304);
  });

  test('401, 404 and 416; 410 once the document is erased', async () => {
    const id = await draft();
    await put(mine.live, id, lease);
    const [file] = (await list(id)) as Array<{ id: string }>;
    expectProblem(await contentOf(id, file!.id, api.anonymous), 'unauthenticated');
    const other = await api.createTestWorkspace();
    expectProblem(await contentOf(id, file!.id, other.live), 'not-found');
    expectProblem(await contentOf(id, file!.id, mine.test), 'not-found');
    for (const unknown of ['1', '019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0'])
      expectProblem(await contentOf(id, unknown), 'not-found');
    expectProblem(await contentOf(id, file!.id).set('Range', 'bytes=99999999-'), 'range-not-satisfiable');
    await mine.live.post(`/v1/documents/${id}/finalize`);
    await mine.live.post(`/v1/documents/${id}/void`, { reason: 'Old' });
    await eraseDocument(mine.ctx('live'), documentUuid(id), { keepSealed: false, cause: 'request' });
    expectProblem(await contentOf(id, file!.id), 'document-erased');
  });
});

describe('what is refused changes nothing', () => {
  async function refused(
    slug: Parameters<typeof expectProblem>[1],
    files: Array<[string, Buffer]>,
    members: object = {},
    on: TestApi = api,
  ) {
    const client = on.as(mine.liveKey);
    const id = await draft(client);
    await put(client, id, lease);
    const before = await list(id);
    const answer = await addForm(id, files, client);
    expect(expectProblem(answer, slug)).toMatchObject(members);
    expect(await list(id)).toEqual(before);
    return answer;
  }

  test('422: an encrypted or signed PDF among others, a damaged image, too many files or pages', async () => {
    const encrypted = await pdfFixture('user-r6.pdf');
    await refused('invalid-pdf', [['secret.pdf', encrypted]], { reason: 'encrypted', file: 'secret.pdf' });
    const signed = await signedByOthers();
    const by = { reason: 'signed', file: 'signed.pdf' };
    await refused(
      'invalid-pdf',
      [
        ['annex.pdf', annex],
        ['signed.pdf', signed],
      ],
      by,
    );
    await refused('invalid-pdf', [['text.pdf', Buffer.from('hello')]], { reason: 'not_a_pdf' });
    const broken = { reason: 'damaged', file: 'scan.png' };
    await refused('invalid-file', [['scan.png', scan.subarray(0, 50)]], broken);
    const many = Array.from({ length: 20 }, (_, n): [string, Buffer] => [`${n}.pdf`, annex]);
    expect(issuesOf(await refused('validation', many))).toEqual(['body.file value_error']);
    const small = await startTestApi({ settings: { maxPdfPages: 2 }, storage: api.storage });
    await refused('invalid-pdf', [['annex.pdf', annex]], { reason: 'too_many_pages' }, small);
  });

  test('a signed PDF that was alone is refused once another file is added, by its name', async () => {
    const id = await draft();
    await put(mine.live, id, await signedByOthers());
    const answer = await addForm(id, [['annex.pdf', annex]]);
    expect(expectProblem(answer, 'invalid-pdf')).toMatchObject({ reason: 'signed', file: 'Lease.pdf' });
    expect((await finalize(id)).status).toBe(200);
  });

  test('413 over MAX_PDF_BYTES together, 413 over the quota, 415 for other files, 422 for other parts', async () => {
    const most = lease.length + annex.length - 1;
    const small = await startTestApi({ settings: { maxPdfBytes: most }, storage: api.storage });
    await refused('payload-too-large', [['annex.pdf', annex]], { max_bytes: most }, small);
    const three = Array.from({ length: 3 }, (_, n): [string, Buffer] => [`${n}.pdf`, annex]);
    const tiny = await startTestApi({ settings: { maxPdfBytes: lease.length }, storage: api.storage });
    await refused('payload-too-large', three, {}, tiny);
    const annexed = await draft();
    await addForm(annexed, [['annex.pdf', annex]]);
    expectProblem(await put(small.as(mine.liveKey), annexed, lease), 'payload-too-large');
    expect(brief(await list(annexed))).toEqual([['annex.pdf', null, 1]]);
    await refused('unsupported-media-type', [['a.txt', Buffer.from('hello')]], { file: 'a.txt' });
    const named = { reason: 'no_converter', file: 'letter.docx' };
    await refused('unsupported-media-type', [['letter.docx', docx]], named);
    expect(issuesOf(await refused('validation', [['empty.pdf', Buffer.alloc(0)]]))).toEqual([
      'body.file value_error',
    ]);
    const id = await draft();
    const other = await mine.live.post(`/v1/documents/${id}/files`).attach('attachment', annex, 'a.pdf');
    expect(issuesOf(other)).toEqual(['body.attachment extra_forbidden']);
    expectProblem(await mine.live.post(`/v1/documents/${id}/files`, { a: 1 }), 'unsupported-media-type');
    expectProblem(await add(id, annex, 'text/plain'), 'unsupported-media-type');
    const compressed = add(id, annex, 'application/pdf').set('Content-Encoding', 'gzip');
    expectProblem(await compressed, 'unsupported-media-type');
    const full = await startTestApi({ settings: { storageQuotaBytes: lease.length }, storage: api.storage });
    const workspace = await api.createTestWorkspace();
    const client = full.as(workspace.liveKey);
    const filled = await draft(client);
    await put(client, filled, lease);
    expectProblem(await addForm(filled, [['annex.pdf', annex]], client), 'storage-exhausted');
  });

  test('401 without a key, 404 for other workspaces and modes, 409 once finalized', async () => {
    const id = await draft();
    await addForm(id, [['annex.pdf', annex]]);
    const [file] = await list(id);
    const calls: Array<(client: Client) => PromiseLike<never>> = [
      (client) => client.get(`/v1/documents/${id}/files`) as never,
      (client) => addForm(id, [['annex.pdf', annex]], client) as never,
      (client) => client.put(`/v1/documents/${id}/files`, [{ id: file!.id }]) as never,
      (client) => client.delete(`/v1/documents/${id}/files/${file!.id}`) as never,
    ];
    const other = await api.createTestWorkspace();
    for (const call of calls) {
      expectProblem(await call(api.anonymous), 'unauthenticated');
      for (const client of [other.live, mine.test]) expectProblem(await call(client), 'not-found');
    }
    await finalize(id);
    for (const call of calls.slice(1))
      expect(expectProblem(await call(mine.live), 'document-state')).toMatchObject({ current: 'draft' });
    expect(brief(await list(id))).toEqual([['annex.pdf', 1, 1]]);
  });
});

describe('files at the same time', () => {
  test('files added at once are all there; a change during finalize either comes first or is refused', async () => {
    const id = await draft();
    await put(mine.live, id, lease);
    const added = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => addForm(id, [[name, annex]])));
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await list(id)).map(({ name }) => name).sort()).toEqual(['Lease.pdf', 'a.pdf', 'b.pdf', 'c.pdf']);
    const [final, late] = await Promise.all([finalize(id), addForm(id, [['d.pdf', annex]])]);
    expect([
      [200, 201],
      [200, 409],
      [409, 201],
    ]).toContainEqual([final.status, late.status]);
    const last = await finalize(id);
    expect(last.status).toBe(200);
    expect(readPageTree(openPdf(await download(id, 'original'))).count).toBe(late.status === 201 ? 6 : 5);
    expect(last.body.files).toHaveLength(late.status === 201 ? 5 : 4);
  });

  test('422 for all but one of several that are added at once to 19 files', async () => {
    const id = await draft();
    await addForm(
      id,
      Array.from({ length: 19 }, (_, n): [string, Buffer] => [`${n}.pdf`, annex]),
    );
    const added = await Promise.all([1, 2, 3].map(() => addForm(id, [['more.pdf', annex]])));
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect(await list(id)).toHaveLength(20);
  });

  test('Idempotency-Key: a repetition adds nothing, other files or names are 422', async () => {
    const id = await draft();
    const send = (name: string, bytes: Buffer) =>
      addForm(id, [[name, bytes]]).set('Idempotency-Key', `files ${id}`);
    expect((await send('a.pdf', annex)).status).toBe(201);
    const again = await send('a.pdf', annex);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expectProblem(await send('b.pdf', annex), 'idempotency-key-reused');
    expectProblem(await send('a.pdf', lease), 'idempotency-key-reused');
    expect(await list(id)).toHaveLength(1);
  });
});

describe('storage', () => {
  test('counts files and the PDF made of them, removed ones until the next measurement; originals stay until the document is erased', async () => {
    const workspace = await api.createTestWorkspace();
    const { live } = workspace;
    const id = await draft(live);
    await put(live, id, Buffer.from(await samplePdf(2, `own ${id}`)));
    const before = await used(live);
    const own = Buffer.from(await samplePdf(1, `annex ${id}`));
    await addForm(id, [['annex.pdf', own]], live);
    expect(await used(live)).toBe(before + own.length);
    const image = await sharp(photo)
      .modulate({ brightness: 1 + Math.random() / 10 })
      .png()
      .toBuffer();
    await addForm(id, [['image.png', image]], live);
    const [, , drawn] = await list(id, live);
    const withImage = await used(live);
    expect(withImage).toBeGreaterThan(before + own.length + image.length);
    await live.delete(`/v1/documents/${id}/files/${drawn!.id}`);
    expect(await used(live)).toBe(withImage);
    const final = await finalize(id, live);
    const whole = before + own.length + final.body.size_bytes;
    expect(await used(live)).toBe(withImage + final.body.size_bytes);
    await measureStorage(api.deps);
    expect(await used(live)).toBe(whole);

    const copy = (await live.post(`/v1/documents/${id}/duplicate`)).body;
    expect(copy.files.map(({ sha256: hash }: { sha256: string }) => hash)).toEqual(
      final.body.files.map(({ sha256: hash }: { sha256: string }) => hash),
    );
    expect(copy.files[0].id).not.toBe(final.body.files[0].id);
    expect(encodeId('doc', copy.files[0].id)).toBe(copy.id);
    const ctx = workspace.ctx();
    await eraseDocument(ctx, documentUuid(copy.id), { keepSealed: false, cause: 'request' });
    const sweep = async () => {
      api.clock.advance(2 * 86_400_000);
      await collectBlobs({ ...api.deps, storage: api.storage }, { requestId: 'sweep' });
      return [own, image].map(async (bytes) => (await api.storage.stat(sha256(bytes))) !== null);
    };
    expect(await Promise.all(await sweep())).toEqual([true, false]);
    await eraseDocument(ctx, documentUuid(id), { keepSealed: false, cause: 'request' });
    expect(await api.deps.db.documentFile.count({ where: { documentId: documentUuid(id) } })).toBe(0);
    expect(await Promise.all(await sweep())).toEqual([false, false]);
  });
});

describe('one request', () => {
  const post = (document: object, files: Array<[string, Buffer]>) => {
    const sent = mine.live.post('/v1/documents').field('document', JSON.stringify(document));
    for (const [name, bytes] of files) sent.attach('file', bytes, name);
    return sent;
  };
  const body = { title: 'Lease', recipients: [person], fields: [field(3)] };

  test('201: repeated parts become one document, finalized and sent', async () => {
    const answer = await post({ ...body, send: true }, [
      ['lease.pdf', lease],
      ['door.jpg', photo],
    ]);
    expect([answer.status, answer.body.status]).toEqual([201, 'sent']);
    expect(brief(answer.body.files)).toEqual([
      ['lease.pdf', 2, 1],
      ['door.jpg', 1, 3],
    ]);
    const waiting = await post(body, [
      ['lease.pdf', lease],
      ['annex.pdf', annex],
    ]);
    expect([waiting.status, waiting.body.status]).toEqual([201, 'awaiting_upload']);
    expect(brief(await list(waiting.body.id))).toEqual([
      ['lease.pdf', 2, 1],
      ['annex.pdf', 1, 3],
    ]);
  });

  test('a file that cannot be used fails in the step upload and leaves nothing', async () => {
    const before = (await mine.live.get('/v1/documents')).body.total;
    const signed = await signedByOthers();
    const answer = await post({ ...body, send: true }, [
      ['lease.pdf', lease],
      ['signed.pdf', signed],
    ]);
    expect(expectProblem(answer, 'invalid-pdf')).toMatchObject({ step: 'upload', reason: 'signed' });
    const many = Array.from({ length: 21 }, (_, n): [string, Buffer] => [`${n}.pdf`, annex]);
    expectProblem(await post(body, many), 'validation');
    expect((await mine.live.get('/v1/documents')).body.total).toBe(before);
  });
});

describe('DOCX with a converter', () => {
  let converter: Server;
  let seen: Array<{ url: string; type: string; body: string; authorization: string }>;
  let answer: { status: number; body: Buffer } | 'hang';
  let converting: TestApi;
  beforeAll(async () => {
    converter = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { 'content-type': type = '', authorization = '' } = request.headers;
        seen.push({ url: request.url!, type, authorization, body: Buffer.concat(chunks).toString('latin1') });
        if (answer !== 'hang') response.writeHead(answer.status).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => converter.listen(0, '127.0.0.1', resolve));
    const { port } = converter.address() as AddressInfo;
    const within = (timeoutMs: number) =>
      gotenberg(`http://user:secret@127.0.0.1:${port}`, { timeoutMs, maxBytes: 100_000 });
    const [patient, hurried] = [within(60_000), within(500)];
    const toPdf: typeof patient = (...file) => (answer === 'hang' ? hurried : patient)(...file);
    converting = await startTestApi({ converter: createFileConverter(toPdf), storage: api.storage });
    seen = [];
  });
  afterAll(() => {
    converter.closeAllConnections();
    converter.close();
  });
  const client = () => converting.as(mine.liveKey);
  test('the session of a person says whether the service has a converter', async () => {
    for (const [installation, converts_docx] of [[converting, true] as const, [api, false] as const]) {
      const who = await signedIn(installation, mine, 'member');
      expect((await who.get('/v1/console/session')).body).toMatchObject({ converts_docx });
    }
    const id = await draft();
    const { detail } = (await addForm(id, [['letter.docx', docx]])).body;
    expect(detail).toBe(
      'letter.docx: this service cannot convert DOCX files. Save the file as PDF and upload that.',
    );
  });

  async function convert(): Promise<[string, Awaited<ReturnType<typeof addForm>>]> {
    const id = await draft(client());
    await put(client(), id, lease);
    return [id, await add(id, docx, docxType, 'Side letter.docx', client())];
  }

  test('201: the converter gets the file without its name, and the document the PDF and the hash of the DOCX', async () => {
    answer = { status: 200, body: annex };
    const [id, added] = await convert();
    expect(added.status).toBe(201);
    const [call] = seen.splice(0);
    expect(call).toMatchObject({
      url: '/forms/libreoffice/convert',
      type: expect.stringMatching(/^multipart\/form-data/),
    });
    expect(call!.authorization).toBe(`Basic ${Buffer.from('user:secret').toString('base64')}`);
    expect(call!.body).toContain('name="files"; filename="document.docx"');
    expect(call!.body).not.toContain('Side letter');
    const final = await finalize(id, client());
    expect(final.body.files).toMatchObject([
      { name: 'Lease.pdf' },
      { name: 'Side letter.docx', sha256: sha256(docx), size_bytes: docx.length, pages: 1, first_page: 3 },
    ]);
    expect(textOf(await download(id, 'original')).at(-1)).toContain('annex');
  });

  test.each<[string, typeof answer, 'invalid-file' | 'unavailable', object]>([
    [
      'it refuses the file',
      { status: 400, body: Buffer.from('no') },
      'invalid-file',
      { reason: 'not_converted' },
    ],
    ['its PDF is too large', { status: 200, body: Buffer.alloc(100_001) }, 'invalid-file', {}],
    ['it fails', { status: 500, body: Buffer.from('no') }, 'unavailable', {}],
    ['it redirects', { status: 302, body: Buffer.from('no') }, 'unavailable', {}],
    ['it returns something else', { status: 200, body: Buffer.from('<html>') }, 'unavailable', {}],
    ['it does not answer', 'hang', 'unavailable', {}],
  ])('422 or 503, and nothing changes, if %s', async (_, wanted, slug, members) => {
    answer = wanted;
    const [id, added] = await convert();
    expect(expectProblem(added, slug)).toMatchObject(members);
    if (slug === 'unavailable') expect(added.headers['retry-after']).toBe('30');
    expect(await list(id, client())).toHaveLength(1);
  });
});

test('the id of the file of PUT content is that of the document', async () => {
  const id = await draft();
  await put(mine.live, id, lease);
  const [file] = await list(id);
  expect(encodeId('doc', String(file!.id))).toBe(id);
});
