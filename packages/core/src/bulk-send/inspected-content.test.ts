/** The result of inspecting a PDF is copied to every document and template that uses the PDF. */
import { encodeId } from '@countersign/contract/ids';
import { UseTemplateIn } from '@countersign/contract/template';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument, pushGraphicsState } from 'pdf-lib';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { oneSigner, rowsFor } from '../../../../test/support/bulk.ts';
import { finalizedDraft } from '../../../../test/support/documents.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import { newTemplate } from '../../../../test/support/template-input.ts';
import { duplicateDocument } from '../document/duplicate.ts';
import { createTemplate } from '../template/create.ts';
import { duplicateTemplate } from '../template/duplicate.ts';
import { useTemplate as makeFromTemplate } from '../template/use.ts';
import { createBulkSend } from './create.ts';
import { dispatchBulkSend } from './dispatch.ts';
import { sendSlice } from './send-slice.ts';

/** A file whose last page saves a graphics state and does not restore it. */
async function pdfLeftOpen(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await samplePdf(3));
  pdf.getPage(2).pushOperators(pushGraphicsState());
  return pdf.save();
}

/** Sends one row, and returns whether its document has self-contained content. */
async function bulkSent(ctx: Awaited<ReturnType<typeof storageCtx>>, templateId: string): Promise<boolean> {
  const { id } = await createBulkSend(ctx, { templateId, sourceFilename: null, rows: rowsFor(1) });
  await dispatchBulkSend(ctx, id, { skipInvalid: false });
  const run = { requestId: 'slice', attempt: 1, signal: new AbortController().signal };
  await sendSlice({ ...ctx }, { bulkSendId: id, run: 1, stream: 0, slice: 0 }, run);
  const row = await ctx.db.bulkRow.findFirstOrThrow({ where: { bulkSendId: id } });
  return (await ctx.db.document.findUniqueOrThrow({ where: { id: row.documentId! } })).contentIsSelfContained;
}

const storageCtx = async () => testCtx(await testBase());

describe('whether the content of all pages is self-contained', () => {
  test.each([
    ['does', samplePdf, true],
    ['does not', pdfLeftOpen, false],
  ])('of a PDF that %s is kept with every document and template made from it', async (_, make, expected) => {
    const ctx = await storageCtx();
    const pdf = await make();
    const document = await finalizedDraft(ctx, {}, pdf);
    const copy = await duplicateDocument(ctx, encodeId('doc', document.id), {});
    const definition = { name: 'Lease', pdf_base64: Buffer.from(pdf).toString('base64'), ...oneSigner };
    const template = await createTemplate(ctx, newTemplate(definition));
    const templateId = encodeId('tpl', template.id);
    const second = await duplicateTemplate(ctx, templateId, {});
    const used = await makeFromTemplate(ctx, templateId, UseTemplateIn.parse(rowsFor(1)[0]));
    const all = [document, copy, template, second, used].map(
      ({ contentIsSelfContained }) => contentIsSelfContained,
    );
    expect([...all, await bulkSent(ctx, templateId)]).toEqual(Array(6).fill(expected));
  });
});
