/** A PDF per row: POST /v1/bulk-sends as a form with rows and a ZIP, and what becomes of the rows (docs/BULK.md). */
import { createHash } from 'node:crypto';
import { BulkSendOut } from '@countersign/contract/bulk-send';
import { decodeId } from '@countersign/contract/ids';
import { namedBlobs, namedFilesQuery } from '@countersign/core/blob/named-blobs';
import { eraseRowsNaming } from '@countersign/core/privacy/bulk-rows';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { measureStorage } from '@countersign/core/usage/storage';
import { inspectPdf } from '@countersign/pdf/inspect';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, oneSigner, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { testClock } from '../support/clock.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { type ZipPart, zipOf } from '../support/zip.ts';

let api: TestApi;
let mine: TestWorkspace;
let template: string;
/** PDFs of two pages; the template has one. */
let pdfs: Record<'ada' | 'bob' | 'cy', Buffer>;
beforeAll(async () => {
  api = await startTestApi({ clock: testClock() });
  mine = await api.createTestWorkspace();
  template = await makeTemplate(mine.live);
  const pdf = async (salt: string) => Buffer.from(await samplePdf(2, salt));
  pdfs = { ada: await pdf('ada'), bob: await pdf('bob'), cy: await pdf('cy') };
  await startBulkWorker(api.deps);
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (id: string, action = '') => `/v1/bulk-sends/${id}${action && `/${action}`}`;

function upload(csv: string, zip: Buffer | null, { client = mine.live, query = '', id = template } = {}) {
  const sent = client
    .post(`/v1/bulk-sends?template_id=${id}${query}`)
    .attach('rows', Buffer.from(csv), { filename: 'rows.csv', contentType: 'text/csv' });
  return zip ? sent.attach('pdfs', zip, { filename: 'pdfs.zip', contentType: 'application/zip' }) : sent;
}

async function read(csv: string, parts: ZipPart[] | Buffer, options: Parameters<typeof upload>[2] = {}) {
  const zip = Buffer.isBuffer(parts) ? parts : zipOf(parts as ZipPart[]);
  const made = await upload(csv, zip, options);
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ status: 'draft' })]);
  return untilStatus(options?.client ?? mine.live, made.body.id, 'ready', 'invalid');
}

const rowsOf = (send: BulkSendOut) => send.rows!.map(({ status, pdf, error }) => [status, pdf, error]);

/** For superagent: the body as bytes. */
function bytes(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (response as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .once('end', () => done(null, Buffer.concat(chunks)));
}

/** Whether the storage keeps each of these PDFs, by the sweep of blobs and by the list for backups. */
async function areKept(files: Buffer[]): Promise<boolean[]> {
  const hashes = files.map(sha256Of);
  // An hour later: files are also kept for the requests that have stored them.
  await api.deps.db.blobHold.deleteMany();
  const named = await namedBlobs(api.deps, hashes);
  const listed = await api.deps.db.$queryRawUnsafe<Array<{ sha256: string }>>(namedFilesQuery);
  const inBackup = new Set(listed.map(({ sha256 }) => sha256));
  expect(hashes.map((hash) => inBackup.has(hash))).toEqual(hashes.map((hash) => named.has(hash)));
  return hashes.map((hash) => named.has(hash));
}

test('each row becomes a document from its own PDF, and rows without one use the PDF of the template', async () => {
  const workspace = await api.createTestWorkspace();
  const client = workspace.live;
  const id = await makeTemplate(client);
  const send = await read(
    'name,email,city,pdf\nAda,ada@example.test,Porto,ada.pdf\nBob,bob@example.test,Porto,\nCy,cy@example.test,Porto,in/cy.pdf\nDan,dan@example.test,Porto,ada.pdf\n',
    [
      { name: 'contracts/ada.pdf', content: pdfs.ada },
      { name: 'in/cy.pdf', content: pdfs.cy },
      { name: 'readme.txt', content: 'for us' },
    ],
    { client, id },
  );
  expect(BulkSendOut.parse(send)).toMatchObject({
    status: 'ready',
    row_count: 4,
    pdfs: { total: 2, checked: 2, unused: 1 },
    sample_rows: [
      { row_no: 1, reason: 'first' },
      { row_no: 4, reason: 'last' },
      { row_no: 1, reason: 'longest' },
    ],
  });
  expect(rowsOf(send).map(([, pdf]) => pdf)).toEqual(['ada.pdf', null, 'in/cy.pdf', 'ada.pdf']);
  expect(await areKept([pdfs.ada, pdfs.cy, pdfs.bob])).toEqual([true, true, false]);

  const preview = await client
    .get(pathOf(send.id, 'rows/3/preview.pdf'))
    .buffer()
    .parse(bytes as never);
  expect([preview.status, await inspectPdf(preview.body)]).toEqual([
    200,
    expect.objectContaining({ ok: true, pages: [expect.anything(), expect.anything()] }),
  ]);
  expect((await client.get(pathOf(send.id, 'rows.csv'))).text).toContain('in/cy.pdf');

  expect((await client.post(pathOf(send.id, 'dispatch'))).status).toBe(202);
  const done = await untilStatus(client, send.id, 'done', 'failed');
  expect([done.status, done.sent_count]).toEqual(['done', 4]);
  const documents = await Promise.all(
    done.rows!.map(async (row) => (await client.get(`/v1/documents/${row.document_id}`)).body),
  );
  expect(documents.map(({ original_sha256, size_bytes }) => [original_sha256, size_bytes])).toEqual([
    [sha256Of(pdfs.ada), pdfs.ada.length],
    [documents[1].original_sha256, documents[1].size_bytes],
    [sha256Of(pdfs.cy), pdfs.cy.length],
    [sha256Of(pdfs.ada), pdfs.ada.length],
  ]);
  expect(new Set(documents.map(({ original_sha256 }) => original_sha256)).size).toBe(3);
  const events = await client.get(`/v1/documents/${documents[2].id}/events`);
  expect(events.body[1]).toMatchObject({
    event_type: 'envelope.content_finalized',
    payload: { original_sha256: sha256Of(pdfs.cy), pages: 2 },
  });

  // The file of two rows goes when the second document is erased.
  const erase = async (at: number) => {
    const one = documents[at]!.id;
    expect((await client.post(`/v1/documents/${one}/void`, { reason: 'Wrong file' })).status).toBe(200);
    await eraseDocument(workspace.ctx(), decodeId('doc', one)!, { keepSealed: false, cause: 'request' });
  };
  await erase(0);
  expect(await areKept([pdfs.ada, pdfs.cy])).toEqual([true, true]);
  await erase(3);
  expect(await areKept([pdfs.ada, pdfs.cy])).toEqual([false, true]);
  expect((await client.get(pathOf(send.id))).body.rows[0].pdf).toBeNull();
});

test('a row whose PDF cannot be used is invalid with its line and reason, and no correction makes it sendable', async () => {
  const twoPages = await makeTemplate(mine.live, {
    pdf_base64: Buffer.from(await samplePdf(2, 'template')).toString('base64'),
    fields: [{ ...oneSigner.fields[0], page: 2 }],
  });
  const short = Buffer.from(await samplePdf(1, 'short'));
  const send = await read(
    [
      'name,email,pdf',
      'Ada,ada@example.test,ada.pdf',
      'Bob,bob@example.test,missing.pdf',
      'Cy,nobody,letter.pdf',
      'Dan,dan@example.test,short.pdf',
      'Eve,eve@example.test,letter.pdf',
      `Fay,fay@example.test,${'x'.repeat(301)}`,
      'Gil,gil@example.test,damaged.pdf',
    ].join('\n'),
    [
      { name: 'ada.pdf', content: pdfs.ada },
      { name: 'letter.pdf', content: 'Dear Cy' },
      { name: 'short.pdf', content: short },
      { name: 'damaged.pdf', content: pdfs.bob, saysBytes: 20 },
    ],
    { id: twoPages },
  );
  expect(send).toMatchObject({
    status: 'invalid',
    invalid_count: 6,
    error: null,
    pdfs: { total: 6, checked: 6, unused: 0 },
    sample_rows: [
      { row_no: 1, reason: 'first' },
      { row_no: 1, reason: 'last' },
    ],
  });
  expect(rowsOf(send).map(([status, , error]) => [status, error])).toEqual([
    ['queued', null],
    ['invalid', 'line 3, column pdf: missing.pdf: the ZIP has no such file'],
    [
      'invalid',
      expect.stringMatching(
        /^line 4, column email: not a valid email address; column pdf: letter\.pdf: invalid-pdf: /,
      ),
    ],
    ['invalid', 'line 5, column pdf: short.pdf: it has 1 page, but a field of the template is on page 2'],
    ['invalid', expect.stringMatching(/^line 6, column pdf: letter\.pdf: invalid-pdf: /)],
    ['invalid', expect.stringMatching(/^line 7, column pdf: at most 300 characters/)],
    ['invalid', expect.stringMatching(/^line 8, column pdf: damaged\.pdf: it cannot be unpacked: /)],
  ]);
  const refused = await mine.live.get(pathOf(send.id, 'rows/2/preview.pdf'));
  expect(expectProblem(refused, 'bulk-row-invalid').detail).toContain('the ZIP has no such file');

  const corrected = await mine.live
    .post(pathOf(send.id, 'corrections'))
    .set('Content-Type', 'text/csv')
    .send('row_no,name,email\n2,Bobby,bobby@example.test\n3,Cy,cy@example.test\n');
  expect(corrected.status).toBe(202);
  await until(
    async () => (await mine.live.get(pathOf(send.id))).body.operation.status === 'done',
    'the corrections to end',
  );
  const { items } = (await mine.live.get(pathOf(send.id, 'corrections'))).body;
  expect(items).toMatchObject([
    { result: 'refused', error: 'pdf: missing.pdf: the ZIP has no such file' },
    { result: 'refused', error: expect.stringMatching(/^pdf: letter\.pdf: invalid-pdf: /) },
  ]);
  expect((await mine.live.post(pathOf(send.id, 'dispatch'))).status).toBe(409);
  expect((await mine.live.post(`${pathOf(send.id, 'dispatch')}?skip_invalid=true`)).status).toBe(202);
  expect(await untilStatus(mine.live, send.id, 'done')).toMatchObject({ sent_count: 1, invalid_count: 6 });

  // The person of the row and the name of the file are erased together.
  expect(await eraseRowsNaming(api.deps, send.id, 'bob@example.test')).toBe(1);
  const row = (await mine.live.get(`${pathOf(send.id)}?status=invalid`)).body.rows[0];
  expect([row.pdf, row.error]).toEqual([null, 'erased']);
});

test('rows whose PDF cannot be used are no samples, and have no preview', async () => {
  const header = 'name,email,city,pdf\n';
  // The only row with the longest city, and the first one.
  const missing = 'Ada,ada@example.test,Porto Novo,missing.pdf\n';
  const rest = 'Bob,bob@example.test,Porto,ada.pdf\nCy,cy@example.test,Porto,ada.pdf\n';
  const parts = [{ name: 'ada.pdf', content: pdfs.ada }];
  const some = await read(header + missing + rest, parts);
  expect([some.status, some.invalid_count]).toEqual(['invalid', 1]);
  expect(some.sample_rows).toEqual([
    { row_no: 2, reason: 'first' },
    { row_no: 3, reason: 'last' },
  ]);
  const longest = 'x'.repeat(300);
  const none = await read(`${header}Ada,ada@example.test,Porto,${longest}\n`, parts);
  const error = `line 2, column pdf: ${longest}: the ZIP has no such file`;
  expect([rowsOf(none), none.sample_rows]).toEqual([[['invalid', longest, error]], []]);

  await api.deps.db.bulkPdf.deleteMany({ where: { bulkSendId: some.id } });
  const lost = await mine.live.get(pathOf(some.id, 'rows/2/preview.pdf'));
  expect(expectProblem(lost, 'bulk-row-invalid').detail).toBe(
    'Row 2 cannot be sent: ada.pdf: the file is not there any more',
  );
});

test('text tags of each PDF give the places of the fields, and must name those of the template', async () => {
  const tagged = async (...tags: string[]) => {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const page = pdf.addPage([600, 800]);
    for (const [at, tag] of tags.entries()) page.drawText(tag, { x: 60 + 30 * at, y: 400, size: 10, font });
    return Buffer.from(await pdf.save());
  };
  const id = await makeTemplate(mine.live, { fields: [oneSigner.fields[0]] });
  const signature = '{{signature role=Tenant}}';
  const send = await read(
    'name,email,pdf\nAda,ada@example.test,a.pdf\nBob,bob@example.test,b.pdf\nCy,cy@example.test,c.pdf\nDan,dan@example.test,\n',
    [
      { name: 'a.pdf', content: await tagged(signature) },
      { name: 'b.pdf', content: await tagged('no tag') },
      { name: 'c.pdf', content: await tagged('{{text name=city role=Tenant}}') },
    ],
    { id, query: '&fields_from=tags' },
  );
  expect(rowsOf(send).map(([status, , error]) => [status, error])).toEqual([
    ['queued', null],
    ['invalid', 'line 3, column pdf: b.pdf: the PDF has no text tags'],
    [
      'invalid',
      "line 4, column pdf: c.pdf: it does not name the template's signature field of Tenant; it names a text field city of Tenant that the template does not have",
    ],
    ['queued', null],
  ]);
  await mine.live.post(`${pathOf(send.id, 'dispatch')}?skip_invalid=true`);
  const done = await untilStatus(mine.live, send.id, 'done', 'failed');
  const fieldOf = async (at: number) =>
    (await mine.live.get(`/v1/documents/${done.rows![at]!.document_id}`)).body.fields[0];
  const own = await fieldOf(0);
  expect([own.page, own.x, own.y]).toEqual([1, expect.closeTo(0.1, 2), expect.closeTo(0.49, 1)]);
  expect(await fieldOf(3)).toMatchObject({ page: 1, x: 0.1, y: 0.1 });

  const needless = await upload('name,email\nAda,ada@example.test\n', null, { query: '&fields_from=tags' });
  expect(issuesOf(needless)).toEqual(['query.fields_from value_error']);
});

describe('an upload that cannot be used', () => {
  const header = 'name,email,pdf\n';
  const row = 'Ada,ada@example.test,ada.pdf\n';
  test.each([
    [
      'the ZIP is no ZIP',
      header + row,
      Buffer.from('not an archive'),
      'the ZIP with the PDFs cannot be used',
    ],
    [
      'a path of the ZIP leaves it',
      header + row,
      zipOf([{ name: '../ada.pdf', content: 'x' }]),
      'the ZIP with the PDFs cannot be used: invalid relative path',
    ],
    [
      'no column names the PDFs',
      'name,email\nAda,ada@example.test\n',
      zipOf([{ name: 'ada.pdf', content: 'x' }]),
      'line 1: missing column: pdf, which names the PDF of each row',
    ],
  ])('%s: the bulk send is invalid and says why', async (_, csv, zip, error) => {
    const send = await read(csv, zip);
    expect([send.status, send.error]).toEqual(['invalid', expect.stringContaining(error)]);
    expect((await mine.live.post(`${pathOf(send.id, 'dispatch')}?skip_invalid=true`)).status).toBe(409);
    const { pdfsSha256 } = await api.deps.db.bulkSend.findUniqueOrThrow({ where: { id: send.id } });
    expect(pdfsSha256).toBeNull();
  });

  test('rows that name PDFs without a ZIP are invalid', async () => {
    const made = await upload(`${header}${row}Bob,bob@example.test,\n`, null);
    const send = await untilStatus(mine.live, made.body.id, 'ready', 'invalid');
    expect([send.pdfs, rowsOf(send)]).toEqual([
      null,
      [
        ['invalid', 'ada.pdf', 'line 2, column pdf: no ZIP with PDFs was uploaded'],
        ['queued', null, null],
      ],
    ]);
  });

  test('422: a form without rows, with another part, or with a part twice; 415 for corrections in a form', async () => {
    const zip = zipOf([{ name: 'ada.pdf', content: 'x' }]);
    const post = () => mine.live.post(`/v1/bulk-sends?template_id=${template}`);
    const rows = Buffer.from(header + row);
    expect(issuesOf(await post().attach('pdfs', zip, 'a.zip'))).toEqual(['body.rows missing']);
    const other = post().attach('rows', rows, 'a.csv').attach('file', zip, 'a.zip');
    expect(issuesOf(await other)).toEqual(['body.file extra_forbidden']);
    const twice = post().attach('rows', rows, 'a.csv').attach('rows', rows, 'b.csv');
    expect(issuesOf(await twice)).toEqual(['body.rows value_error']);
    const withoutTemplate = mine.live.post('/v1/bulk-sends').attach('rows', rows, 'a.csv');
    expect(issuesOf(await withoutTemplate)).toEqual([expect.stringMatching(/^query\.template_id /)]);
    const send = await read(header, zip);
    const corrections = mine.live.post(pathOf(send.id, 'corrections')).attach('rows', rows, 'a.csv');
    expectProblem(await corrections, 'unsupported-media-type');
  });

  test('413 and 507: a ZIP over MAX_ZIP_BYTES, and one past the quota of the workspace', async () => {
    const workspace = await api.createTestWorkspace();
    const id = await makeTemplate(workspace.live);
    const zip = zipOf([{ name: 'ada.pdf', content: pdfs.ada, isCompressed: false }]);
    const { settings } = api.deps;
    const before = { ...settings };
    try {
      settings.maxZipBytes = 1000;
      expectProblem(await upload(header + row, zip, { client: workspace.live, id }), 'payload-too-large');
      settings.maxZipBytes = before.maxZipBytes;
      settings.storageQuotaBytes = (await usedBytes(workspace.live)) + zip.length;
      expectProblem(await upload(header + row, zip, { client: workspace.live, id }), 'storage-exhausted');
    } finally {
      Object.assign(settings, before);
    }
  });
});

const usedBytes = async (client: Client): Promise<number> =>
  (await client.get('/v1/usage')).body.storage.used_bytes;

test('an upload is repeated by its Idempotency-Key only with the same ZIP', async () => {
  const csv = 'name,email,pdf\nAda,ada@example.test,ada.pdf\n';
  const post = (content: string) =>
    upload(csv, zipOf([{ name: 'ada.pdf', content }])).set('Idempotency-Key', 'one-zip');
  const [first, again, other] = [await post('x'), await post('x'), await post('y')];
  expect([first.status, again.body.id]).toEqual([201, first.body.id]);
  expectProblem(other, 'idempotency-key-reused');
});

test('the PDFs count towards the storage, and canceling or retention gives them up with the ZIP', async () => {
  const workspace = await api.createTestWorkspace();
  const client = workspace.live;
  const id = await makeTemplate(client);
  await measureStorage(api.deps);
  const empty = await usedBytes(client);
  const own = Buffer.from(await samplePdf(3, 'storage'));
  const csv = 'name,email,pdf\nAda,ada@example.test,own.pdf\nBob,bob@example.test,own.pdf\n';
  const send = await read(csv, [{ name: 'own.pdf', content: own }], { client, id });
  expect(send.status).toBe('ready');
  await measureStorage(api.deps);
  const { rowsBytes } = await api.deps.db.bulkSend.findUniqueOrThrow({ where: { id: send.id } });
  const withRows = empty + Number(rowsBytes);
  expect(await usedBytes(client)).toBe(withRows + own.length);
  expect(await areKept([own])).toEqual([true]);

  expect((await client.post(pathOf(send.id, 'cancel'))).status).toBe(200);
  await measureStorage(api.deps);
  expect(await usedBytes(client)).toBe(withRows);
  expect(await areKept([own])).toEqual([false]);
  await api.storage.remove(sha256Of(own));
  const gone = await client.get(pathOf(send.id, 'rows/1/preview.pdf'));
  expect(expectProblem(gone, 'not-found').detail).toBe('The PDF of the row was deleted.');

  const { db } = api.deps;
  await db.workspace.update({ where: { id: workspace.workspaceId }, data: { retentionDays: 1 } });
  api.clock.advance(2 * 86_400_000);
  await eraseWhatIsDue(api.deps, 'retention');
  expect(await db.bulkPdf.count({ where: { bulkSendId: send.id } })).toBe(0);
  expect(await db.bulkRow.count({ where: { bulkSendId: send.id, pdf: { not: null } } })).toBe(0);
});
