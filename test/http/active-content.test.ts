/** PDFs with active content: reported as warnings, or refused if the operator chooses so (docs/SEALING.md). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfWarningOut } from '@countersign/contract/document';
import { listEvents } from '@countersign/core/event/list';
import { certificateData } from '@countersign/core/seal/certificate-data';
import { verifyPdf } from '@countersign/pdf/verify';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activeCodes, activePdf } from '../support/active-pdf.ts';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { startBulkWorker, untilStatus } from '../support/bulk.ts';
import { expectProblem } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { sealedDocument } from '../support/sealed-files.ts';

let api: TestApi;
let mine: TestWorkspace;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-active-'));
  api = await startTestApi();
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signer = { name: 'Ada', email: 'ada@example.test' };
const field = { type: 'signature', page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06, recipient_index: 0 };

async function uploaded(client: Client, pdf: Uint8Array): Promise<string> {
  const created = await client.post('/v1/documents', {
    title: 'Offer',
    recipients: [signer],
    fields: [field],
  });
  const { id } = created.body;
  const put = client.put(`/v1/documents/${id}/content`).set('Content-Type', 'application/pdf');
  expect((await put.send(Buffer.from(pdf))).status).toBe(204);
  return id;
}
const finalize = (client: Client, id: string) => client.post(`/v1/documents/${id}/finalize`);
const codesOf = (body: { warnings: PdfWarningOut[] }) => body.warnings.map(({ code }) => code).toSorted();
const templateOf = (pdf: Uint8Array) => ({
  name: 'Offer',
  pdf_base64: Buffer.from(pdf).toString('base64'),
  recipients: [signer],
  fields: [field],
});

describe('ACTIVE_CONTENT=warn', () => {
  test('every response about the document has code, message and advice', async () => {
    const id = await uploaded(mine.live, activePdf());
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('awaiting_upload');
    const finalized = await finalize(mine.live, id);
    expect(finalized.status).toBe(200);
    expect(codesOf(finalized.body)).toEqual(activeCodes);
    expect(finalized.body.warnings).toContainEqual({
      code: 'javascript',
      message: 'This document contains JavaScript, which can change what a reader shows.',
      advice: expect.stringContaining('Print the document to a new PDF'),
    });
    expect(finalized.body.warnings).toContainEqual(
      expect.objectContaining({ code: 'missing_fonts', message: expect.stringMatching(/: Garamond\.$/) }),
    );
    const { warnings } = finalized.body;
    expect((await finalize(mine.live, id)).body.warnings).toEqual(warnings);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.warnings).toEqual(warnings);
    expect((await mine.live.post(`/v1/documents/${id}/duplicate`)).body.warnings).toEqual(warnings);
    const list = (await mine.live.get('/v1/documents?q=Offer')).body;
    expect(list.items.find((one: { id: string }) => one.id === id).warnings).toEqual(warnings);
    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.warnings).toEqual(warnings);
  });

  test('a template and the documents created from it have the warnings of its PDF', async () => {
    const made = await mine.live.post('/v1/templates', templateOf(activePdf()));
    const { warnings } = made.body;
    expect(codesOf(made.body)).toEqual(activeCodes);
    const path = `/v1/templates/${made.body.id}`;
    expect((await mine.live.get(path)).body.warnings).toEqual(warnings);
    expect((await mine.live.patch(path, { name: 'Other' })).body.warnings).toEqual(warnings);
    expect((await mine.live.post(`${path}/duplicate`)).body.warnings).toEqual(warnings);
    const list = (await mine.live.get('/v1/templates')).body;
    expect(list.items.find((one: { id: string }) => one.id === made.body.id).warnings).toEqual(warnings);
    const used = await mine.live.post(`/v1/templates/${made.body.id}/use`, { recipients: [signer] });
    expect(codesOf(used.body)).toEqual(activeCodes);
  });

  test('every document of a bulk send carries the warnings of the template', async () => {
    await startBulkWorker(api.deps);
    const template = (await mine.live.post('/v1/templates', templateOf(activePdf()))).body;
    const rows = [1, 2].map((n) => ({ recipients: [{ name: `Row ${n}`, email: `row${n}@example.test` }] }));
    const bulk = (await mine.live.post('/v1/bulk-sends', { template_id: template.id, rows })).body;
    expect((await mine.live.post(`/v1/bulk-sends/${bulk.id}/dispatch`)).status).toBe(202);
    const { rows: sent } = await untilStatus(mine.live, bulk.id, 'done');
    expect(sent).toHaveLength(2);
    for (const { document_id } of sent!) {
      const { body } = await mine.live.get(`/v1/documents/${document_id}`);
      expect(body.warnings).toEqual(template.warnings);
      expect(codesOf(body)).toEqual(activeCodes);
    }
  });

  test('an ordinary PDF has no warnings', async () => {
    const id = await uploaded(mine.live, await samplePdf());
    expect((await finalize(mine.live, id)).body.warnings).toEqual([]);
  });

  test('the sealed file keeps the content, and its certificate of completion reports it', async () => {
    const pdf = activePdf();
    const ctx = { ...mine.ctx(), storage: api.storage };
    const { document, sealed } = await sealedDocument(ctx, folder, pdf);
    expect(sealed.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect((await verifyPdf(sealed)).intact).toBe(true);
    const events = await listEvents(ctx.db, document.id);
    const printed = certificateData(document, events, {
      workspaceName: '',
      logo: null,
      accentColor: '#1f4f8f',
      hasSignatureIds: true,
      publicUrl: '',
      images: new Map(),
      valuesSha256: '',
    });
    expect(printed.fileWarnings).toHaveLength(activeCodes.length);
    expect(printed.fileWarnings).toContain(
      'This document contains JavaScript, which can change what a reader shows.',
    );
  });
});

describe('ACTIVE_CONTENT=refuse', () => {
  let strict: Client;
  beforeAll(async () => {
    const other = await startTestApi({ settings: { activeContent: 'refuse' }, storage: api.storage });
    strict = other.as(mine.liveKey);
  });

  test('422 at finalize with every code; another upload is accepted', async () => {
    const id = await uploaded(strict, activePdf());
    const refused = expectProblem(await finalize(strict, id), 'invalid-pdf');
    expect(refused).toMatchObject({ status: 422, reason: 'active_content' });
    expect((refused.codes as string[]).toSorted()).toEqual(activeCodes);
    expect(refused.detail).toContain('This document contains JavaScript');
    expect((await strict.get(`/v1/documents/${id}`)).body.status).toBe('awaiting_upload');
    const again = strict.put(`/v1/documents/${id}/content`).set('Content-Type', 'application/pdf');
    expect((await again.send(Buffer.from(await samplePdf()))).status).toBe(204);
    expect((await finalize(strict, id)).status).toBe(200);
  });

  test('422 for a template, and none is created', async () => {
    const name = `Strict ${randomUUID()}`;
    const refused = await strict.post('/v1/templates', { ...templateOf(activePdf()), name });
    expect(expectProblem(refused, 'invalid-pdf').reason).toBe('active_content');
    const { items } = (await strict.get('/v1/templates?limit=100')).body;
    expect(items.filter((one: { name: string }) => one.name === name)).toEqual([]);
  });

  test('other warnings are no reason for a refusal', async () => {
    const file = Buffer.from((await samplePdf()).slice());
    const moved = Buffer.concat([Buffer.from('\n'), file]);
    const id = await uploaded(strict, moved);
    const finalized = await finalize(strict, id);
    expect(finalized.status).toBe(200);
    expect(codesOf(finalized.body)).toEqual(['repaired']);
  });

  test('documents and templates that were accepted before can still be used', async () => {
    const id = await uploaded(mine.live, activePdf());
    await finalize(mine.live, id);
    expect((await strict.post(`/v1/documents/${id}/send`)).status).toBe(200);
    const made = await mine.live.post('/v1/templates', templateOf(activePdf()));
    expect((await strict.post(`/v1/templates/${made.body.id}/use`, { recipients: [signer] })).status).toBe(
      201,
    );
  });
});
