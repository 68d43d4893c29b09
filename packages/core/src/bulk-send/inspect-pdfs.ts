/** Job `bulk-send.pdfs`: inspects the PDFs of rows for a limited time (docs/BULK.md). */

import { Readable } from 'node:stream';
import { storableText } from '@countersign/contract/storable-text';
import type { BulkSend } from '@countersign/db/models';
import { type ColumnValue, columnOf } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import { BlobDamagedError, BlobMissingError, type Storage } from '@countersign/storage/storage';
import { type Base, type Ctx, systemCtx, withSqlTransaction, withTransaction } from '../ctx.ts';
import { searchRequest } from '../document/finalize.ts';
import { type InspectedContent, type InspectionCtx, inspectContent } from '../document/inspect-content.ts';
import { type FieldPlace, fieldsAt } from '../template/fill.ts';
import { putWithinQuota } from '../usage/storage.ts';
import { type EntryPlace, ZipArchive, ZipFault } from '../zip-archive.ts';
import { endReading } from './end-reading.ts';
import { listPdfs } from './list-pdfs.ts';
import { enqueuePdfSlice, type PdfSlice, pdfStreams } from './pdf-slices.ts';
import { type FieldSource, placesIn } from './place-fields.ts';
import { describeProblem } from './send-rows.ts';
import { templateOf } from './template-snapshot.ts';

/** After this time, other bulk sends get the worker. */
const sliceMs = 1000;
/** PDFs whose results are stored together. */
const batchSize = 20;
/** Longest reason that is stored. */
const maxProblemLength = 500;

interface WaitingPdf {
  no: number;
  place: EntryPlace;
}

/** The content of a PDF that can be sent, or the reason why it cannot. */
type Outcome =
  | { sha256: string; inspected: InspectedContent; places: FieldPlace[] | null }
  | { sha256: null; problem: string };
type PdfResult = Outcome & { no: number };

/**
 * Reads the directory of the ZIP, or inspects PDFs of the stream like uploads until the slice is over, and then enqueues the next slice.
 * Results are stored in batches, so a worker that is killed repeats at most one batch. The job that stores the last result makes the bulk
 * send `ready` or `invalid`.
 */
export async function inspectPdfs(
  base: Base & { storage: Storage },
  slice: PdfSlice,
  run: { requestId: string; signal: AbortSignal },
): Promise<{ pdfs: number; ended: boolean }> {
  const send = await base.db.bulkSend.findUnique({ where: { id: slice.bulkSendId } });
  if (send?.status !== 'draft' || send.pdfsSha256 === null) return { pdfs: 0, ended: true };
  const { workspaceId, teamId, mode, pdfsSha256 } = send;
  const scope = { workspaceId, teamId, mode, requestId: run.requestId, name: 'bulk-send.pdfs' };
  const ctx = { ...systemCtx(base, scope), storage: base.storage, signal: run.signal };
  if (send.pdfCount === null) {
    const fault = await listPdfs(ctx, { ...send, pdfsSha256 });
    if (fault !== null) await endReading(ctx, send.id, { error: fault });
    return { pdfs: 0, ended: true };
  }
  const deadline = performance.now() + sliceMs;
  let pdfs = 0;
  let archive: ZipArchive | null = null;
  for (;;) {
    const waiting = await nextPdfs(ctx, send, slice.stream);
    if (waiting.length === 0) {
      await endReading(ctx, send.id, { error: null });
      return { pdfs, ended: true };
    }
    if (performance.now() > deadline || run.signal.aborted) {
      await withTransaction(ctx, (tx) => enqueuePdfSlice(tx, { ...slice, slice: slice.slice + 1 }));
      return { pdfs, ended: false };
    }
    archive ??= await openZip(ctx, pdfsSha256);
    const results: PdfResult[] = [];
    for (const { no, place } of waiting) {
      if (results.length > 0 && (performance.now() > deadline || run.signal.aborted)) break;
      const result = await inspectPdf(ctx, send, archive, place).catch((error: unknown) => {
        if (run.signal.aborted) return null;
        throw error;
      });
      if (result === null) break;
      results.push({ no, ...result });
    }
    if (results.length > 0) await storeResults(ctx, send.id, results);
    pdfs += results.length;
  }
}

/** The next PDFs of the stream. By bulk_pdf_waiting. */
async function nextPdfs(ctx: Ctx, send: BulkSend, stream: number): Promise<WaitingPdf[]> {
  return ctx.db.$queryRaw<WaitingPdf[]>`
    SELECT no, place FROM bulk_pdf
    WHERE bulk_send_id = ${send.id}::uuid AND place IS NOT NULL AND no % ${pdfStreams(send.pdfCount!)} = ${stream}
    ORDER BY no LIMIT ${batchSize}`;
}

/** The archive; null if it is gone or was damaged since its directory was read. */
async function openZip(ctx: InspectionCtx, sha256: string): Promise<ZipArchive | null> {
  try {
    return await ZipArchive.open(ctx.storage, sha256);
  } catch (error) {
    if (error instanceof BlobMissingError || error instanceof ZipFault) return null;
    throw error;
  }
}

/** Inspects a PDF in a slot of the workspace, and stores it if it can be sealed. Throws errors that may not occur at another attempt. */
async function inspectPdf(
  ctx: InspectionCtx,
  send: BulkSend,
  archive: ZipArchive | null,
  place: EntryPlace,
): Promise<Outcome> {
  const refused = (problem: string) => ({ sha256: null, problem });
  if (!archive) return refused('the ZIP is no longer in storage; upload it again');
  let bytes: Buffer = Buffer.alloc(0);
  const read = async () => {
    bytes = await contentOf(archive, place, ctx.settings.maxPdfBytes);
    return { bytes };
  };
  try {
    const template = templateOf(send);
    const source = send.pdfFieldsFrom as FieldSource | null;
    const search = searchRequest([], { fields_from: source });
    const inspected = await inspectContent(ctx, { read, keepsBytes: true, ...(search && { search }) });
    const placed =
      source && inspected.search ? placesIn(template, source, inspected.search) : { places: null };
    if ('problem' in placed) return refused(placed.problem);
    const lastPage = Math.max(0, ...fieldsAt(template, placed.places).map(({ page }) => page));
    if (inspected.pages.length < lastPage)
      return refused(
        `it has ${pagesText(inspected.pages.length)}, but a field of the template is on page ${lastPage}`,
      );
    const { sha256 } = await putWithinQuota(ctx, Readable.from([bytes]), bytes.length, bytes.length);
    return { sha256, inspected, places: placed.places };
  } catch (error) {
    if (error instanceof ZipFault) return refused(`it cannot be unpacked: ${error.message}`);
    if (error instanceof BlobMissingError || error instanceof BlobDamagedError)
      return refused('the ZIP is no longer in storage; upload it again');
    if (!(error instanceof ProblemError)) throw error;
    // Too many PDFs wait in this process: not a fault of the file, so the job is retried.
    if (error.slug === 'unavailable') throw new Error(error.message, { cause: error });
    return refused(describeProblem(error));
  }
}

const pagesText = (count: number) => (count === 1 ? '1 page' : `${count} pages`);

async function contentOf(archive: ZipArchive, place: EntryPlace, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(place, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Stores results that no other run has stored, and counts them, in one transaction. */
async function storeResults(ctx: Ctx, bulkSendId: string, results: readonly PdfResult[]): Promise<void> {
  const of = (pick: (inspected: InspectedContent) => ColumnValue, absent: ColumnValue = null) =>
    columnOf(results.map((result) => (result.sha256 === null ? absent : pick(result.inspected))));
  const problemOf = (result: PdfResult) =>
    result.sha256 === null ? storableText(result.problem, maxProblemLength) : null;
  await withSqlTransaction(ctx, async (tx) => {
    const stored = await tx.db.$executeRaw`
      UPDATE bulk_pdf SET place = NULL, sha256 = r.sha256, size_bytes = r.size_bytes, prepared_sha256 = r.prepared_sha256,
        content_is_self_contained = r.content_is_self_contained, pages = r.pages, warnings = r.warnings, places = r.places,
        problem = r.problem
      FROM unnest(${columnOf(results.map(({ no }) => no))}::int[], ${columnOf(results.map(({ sha256 }) => sha256))}::text[],
        ${of(({ sizeBytes }) => sizeBytes)}::int[], ${of(({ preparedSha256 }) => preparedSha256)}::text[],
        ${of(({ contentIsSelfContained }) => contentIsSelfContained, false)}::boolean[], ${of(({ pages }) => pages, [])}::jsonb[],
        ${of(({ warnings }) => warnings, [])}::jsonb[],
        ${columnOf(results.map((result) => (result.sha256 === null ? null : result.places)))}::jsonb[], ${columnOf(results.map(problemOf))}::text[])
        AS r(no, sha256, size_bytes, prepared_sha256, content_is_self_contained, pages, warnings, places, problem)
      WHERE bulk_send_id = ${bulkSendId}::uuid AND bulk_pdf.no = r.no AND place IS NOT NULL`;
    await tx.db.$executeRaw`
      UPDATE bulk_send SET pdf_checked_count = pdf_checked_count + ${stored}::int WHERE id = ${bulkSendId}::uuid`;
  });
}
