/** Finds out which blobs are referenced. */
import type { Base } from '../ctx.ts';

/** How long a deleted template keeps its PDF, for requests that have read the template before it was deleted. */
const templateGraceMs = 86_400_000;

/**
 * The hashes that a document, template, signature, unread file of a bulk send or PDF of its rows references. Looks each hash up once by
 * index, however many documents share a file: by eight bytes of the hash, or by a hash index. An erased document references only its
 * sealed file, if that was kept. A deleted template references its PDF as long as documents can still be created from it, by requests in
 * progress and by bulk sends with unsent rows. A canceled bulk send references none of the PDFs of its rows.
 */
export async function namedBlobs(base: Pick<Base, 'db' | 'now'>, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const deletedLately = new Date(base.now().getTime() - templateGraceMs);
  const named = await base.db.$queryRaw<Array<{ hash: string }>>`
    WITH usable AS NOT MATERIALIZED (
      SELECT sha256, prepared_sha256 FROM template
      WHERE deleted_at IS NULL OR deleted_at >= ${deletedLately}::timestamptz OR id IN (
        SELECT template_id FROM bulk_send WHERE rows_erased_at IS NULL
          AND (finished_at IS NULL OR (status <> 'canceled' AND failed_count + invalid_count > 0)))
    )
    SELECT hash FROM unnest(${hashes}::char(64)[]) AS hash
    WHERE EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(content_sha256::text, 0) = hashtextextended(hash::text, 0) AND content_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(original_sha256::text, 0) = hashtextextended(hash::text, 0) AND original_sha256 = hash
          AND original_sha256 IS DISTINCT FROM content_sha256 AND erased_at IS NULL)
      OR EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(prepared_sha256::text, 0) = hashtextextended(hash::text, 0) AND prepared_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document_file WHERE sha256 = hash)
      OR EXISTS (SELECT 1 FROM document_file WHERE pdf_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document WHERE sealed_sha256 = hash AND (erased_at IS NULL OR sealed_kept))
      OR EXISTS (SELECT 1 FROM document WHERE certificate_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document WHERE revision_sha256 = hash)
      OR EXISTS (SELECT 1 FROM usable WHERE sha256 = hash)
      OR EXISTS (SELECT 1 FROM usable WHERE prepared_sha256 = hash)
      OR hash IN (SELECT csv_sha256 FROM bulk_send WHERE csv_sha256 IS NOT NULL)
      OR hash IN (SELECT csv_sha256 FROM bulk_operation WHERE csv_sha256 IS NOT NULL)
      OR hash IN (SELECT pdfs_sha256 FROM bulk_send WHERE pdfs_sha256 IS NOT NULL)
      OR EXISTS (SELECT 1 FROM bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id WHERE p.sha256 = hash AND s.status <> 'canceled')
      OR EXISTS (SELECT 1 FROM bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id
        WHERE p.prepared_sha256 = hash AND s.status <> 'canceled')
      OR EXISTS (SELECT 1 FROM field WHERE signature->>'image_sha256' = hash::text)`;
  return new Set(named.map(({ hash }) => hash));
}
