/** GET /v1/bulk-sends/{id}/rows/{n}/preview.pdf: the PDF that a row would send, with its values drawn. */
import type { PlacedField } from '@countersign/contract/field';
import { applyConditions } from '@countersign/contract/field-condition';
import { printedValue } from '@countersign/contract/printed-value';
import { PdfError } from '@countersign/pdf/ports/errors';
import type { PlacedMark } from '@countersign/pdf/ports/marks';
import type { PageSize } from '@countersign/pdf/ports/page';
import { previewInThread } from '@countersign/pdf/threads/preview-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import { BlobMissingError } from '@countersign/storage/storage';
import type { InspectedFile } from '../document/insert-documents.ts';
import { type InspectionCtx, pdfThreadMemoryMb, unusablePdf } from '../document/inspect-content.ts';
import { markLabelOf, markOf } from '../field/mark-of.ts';
import { contentOf, fieldsAt } from '../template/fill.ts';
import { describeFaults, rowChecker } from './check-row.ts';
import { getBulkSend } from './find.ts';
import { rowPdfs } from './find-pdfs.ts';
import { templateOf } from './template-snapshot.ts';

const watermark = 'PREVIEW, NOT SIGNED';

/** Drawing takes about as long as inspecting, plus the fonts. */
const limitFactor = 2;

export interface RowPreview {
  filename: string;
  bytes: Uint8Array;
}

/**
 * Draws the row's values with the code of sealing, marked as a preview on every page. Fields that recipients fill in later show the
 * sender's value, if any. Waits for a slot of the workspace like an inspection. Throws not-found for the bulk send and the row,
 * bulk-row-invalid with the reason, pdf-too-complex when a limit is reached, and unavailable when too many calls wait.
 */
export async function previewRow(ctx: InspectionCtx, id: string, rowNo: number): Promise<RowPreview> {
  const send = await getBulkSend(ctx, id);
  const row = await ctx.db.bulkRow.findUnique({
    where: { bulkSendId_rowNo: { bulkSendId: send.id, rowNo } },
  });
  if (!row) throw new ProblemError('not-found', { detail: 'No such row.' });
  const refuse = (why: string) =>
    new ProblemError('bulk-row-invalid', {
      detail: `Row ${rowNo} cannot be sent: ${why}`,
      members: { row_no: rowNo },
    });
  if (row.status === 'invalid') throw refuse(row.error ?? 'it is not valid');
  const template = templateOf(send);
  const checked = await rowChecker(
    template,
    ctx.now(),
  )({
    recipients: row.recipients as Array<Record<string, unknown>>,
    form_values: row.formValues as Record<string, string>,
  });
  if (!checked.ok) throw refuse(describeFaults(checked.faults, (place) => place.join('.')));
  const pdf = (await rowPdfs(ctx.db, send, [row.pdf]))(row.pdf) ?? {
    content: contentOf(template),
    places: null,
  };
  if ('problem' in pdf) throw refuse(`${row.pdf}: ${pdf.problem}`);
  const marks = marksOf(fieldsAt(template, pdf.places), checked.prefill);
  return {
    filename: `${template.name} (preview of row ${rowNo}).pdf`,
    bytes: await ctx.inspections.run({ key: ctx.workspaceId, signal: ctx.signal }, (signal) =>
      draw(ctx, pdf.content, marks, signal),
    ),
  };
}

async function draw(
  ctx: InspectionCtx,
  content: InspectedFile,
  marks: PlacedMark[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { maxPdfSeconds, maxPdfDecodedBytes } = ctx.settings;
  try {
    return await previewInThread(
      {
        pdf: await ctx.storage.getBytes(content.preparedSha256 ?? content.originalSha256),
        marks,
        watermark,
        contentIsSelfContained: content.contentIsSelfContained,
        darkPlaces: (content.pages as unknown as PageSize[]).map(({ dark }) => dark),
        maxDecodedBytes: maxPdfDecodedBytes * limitFactor,
      },
      { timeoutMs: maxPdfSeconds * limitFactor * 1000, maxMemoryMb: pdfThreadMemoryMb, signal },
    );
  } catch (error) {
    signal.throwIfAborted();
    // A bulk send that was canceled keeps neither its own PDFs nor the one of a template that was deleted.
    if (error instanceof BlobMissingError)
      throw new ProblemError('not-found', { detail: 'The PDF of the row was deleted.' });
    throw error instanceof PdfError ? unusablePdf({ reason: error.reason, detail: error.message }) : error;
  }
}

/** What is drawn of the visible fields. */
function marksOf(placed: readonly PlacedField[], prefill: ReadonlyMap<number, string>): PlacedMark[] {
  const fields = placed.map((field, index) => ({
    ...field,
    value: prefill.get(index) ?? field.prefill_value ?? null,
  }));
  const states = applyConditions(fields, ({ value }) => value, []);
  return fields.flatMap((field, index) => {
    const { page, x, y, w, h, settings } = field;
    const mark =
      states[index]!.visible &&
      markOf({ printed: { ...printedValue(field, field.value, null) }, signature: null }, new Map());
    const label = markLabelOf(field);
    return mark ? [{ page, x, y, w, h, mark, label, background: settings.background ?? 'auto' }] : [];
  });
}
