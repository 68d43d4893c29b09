/** Reads the directory of the ZIP with the PDFs of rows, and stores which PDFs have to be inspected. */
import { MAX_BULK_PDFS } from '@countersign/contract/bulk-send';
import { EncodedRows } from '@countersign/db/copy';
import type { BulkSend } from '@countersign/db/models';
import { BlobMissingError, type Storage } from '@countersign/storage/storage';
import { type Ctx, withCopyTransaction } from '../ctx.ts';
import { ZipArchive, ZipFault } from '../zip-archive.ts';
import { type MatchedPdfs, matchPdfs } from './match-pdfs.ts';
import { enqueuePdfSlices } from './pdf-slices.ts';

/**
 * Stores the PDFs that rows name, and enqueues the jobs that inspect them, in one transaction. Running it again changes nothing.
 * Returns why the ZIP cannot be used, or null.
 */
export async function listPdfs(
  ctx: Ctx & { storage: Storage },
  send: BulkSend & { pdfsSha256: string },
): Promise<string | null> {
  let matched: MatchedPdfs;
  try {
    matched = await readDirectory(ctx, send);
  } catch (error) {
    if (error instanceof BlobMissingError) return 'the ZIP is no longer in storage; upload it again';
    if (error instanceof ZipFault) return `the ZIP with the PDFs cannot be used: ${error.message}`;
    throw error;
  }
  const rows = new EncodedRows();
  let refused = 0;
  for (const [name, found] of matched.pdfs) {
    const isRefused = 'problem' in found;
    if (isRefused) refused += 1;
    rows.add([send.id, rows.count, name, isRefused ? null : found.place, isRefused ? found.problem : null]);
  }
  await withCopyTransaction(ctx, async (tx) => {
    const listed = await tx.db.$executeRaw`
      UPDATE bulk_send SET pdf_count = ${rows.count}::int, pdf_checked_count = ${refused}::int, pdf_unused_count = ${matched.unused}::int
      WHERE id = ${send.id}::uuid AND status = 'draft' AND pdf_count IS NULL`;
    if (listed === 0) return;
    await tx.db.copy('bulk_pdf', ['bulk_send_id', 'no', 'name', 'place', 'problem'], rows);
    await enqueuePdfSlices(tx, send.id, rows.count);
  });
  return null;
}

async function readDirectory(
  ctx: Ctx & { storage: Storage },
  send: BulkSend & { pdfsSha256: string },
): Promise<MatchedPdfs> {
  // By bulk_row_pdf.
  const named = await ctx.db.$queryRaw<Array<{ pdf: string }>>`
    SELECT DISTINCT pdf FROM bulk_row WHERE bulk_send_id = ${send.id}::uuid AND pdf IS NOT NULL LIMIT ${MAX_BULK_PDFS + 1}`;
  if (named.length > MAX_BULK_PDFS)
    throw new ZipFault(`the rows name more than ${MAX_BULK_PDFS.toLocaleString('en')} different PDFs`);
  const archive = await ZipArchive.open(ctx.storage, send.pdfsSha256);
  return matchPdfs(archive.entries(MAX_BULK_PDFS), new Set(named.map(({ pdf }) => pdf)), {
    zipBytes: Number(send.pdfsBytes),
    maxPdfBytes: ctx.settings.maxPdfBytes,
    maxTotalBytes: ctx.settings.maxZipBytes,
  });
}
