/** Which stored files are still in use. */
import type { Base } from '../ctx.ts';

/** A request that read a template before it was deleted has made its document long before this time is over. */
const templateGraceMs = 86_400_000;

/**
 * The hashes that a document, template, unread CSV or signature names. Each hash is looked up once, by index, however many
 * documents share a file: through eight bytes of the hash or through hash indexes. An erased
 * document keeps only its sealed file, where that was kept. A deleted template keeps its PDF while documents may still be made
 * from it: by requests under way, and by bulk sends with rows left to send.
 */
export async function namedBlobs(base: Base, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const deletedLately = new Date(base.now().getTime() - templateGraceMs);
  const named = await base.db.$queryRaw<Array<{ hash: string }>>`
    WITH usable AS NOT MATERIALIZED (
      SELECT sha256, prepared_sha256 FROM template
      WHERE deleted_at IS NULL OR deleted_at >= ${deletedLately}::timestamptz OR id IN (
        SELECT template_id FROM bulk_send WHERE rows_erased_at IS NULL
          AND (finished_at IS NULL OR (status <> 'canceled' AND failed_count > 0)))
    )
    SELECT hash FROM unnest(${hashes}::char(64)[]) AS hash
    WHERE EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(content_sha256::text, 0) = hashtextextended(hash::text, 0) AND content_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(original_sha256::text, 0) = hashtextextended(hash::text, 0) AND original_sha256 = hash
          AND original_sha256 IS DISTINCT FROM content_sha256 AND erased_at IS NULL)
      OR EXISTS (SELECT 1 FROM document
        WHERE hashtextextended(prepared_sha256::text, 0) = hashtextextended(hash::text, 0) AND prepared_sha256 = hash)
      OR EXISTS (SELECT 1 FROM document WHERE sealed_sha256 = hash AND (erased_at IS NULL OR sealed_kept))
      OR EXISTS (SELECT 1 FROM document WHERE certificate_sha256 = hash)
      OR EXISTS (SELECT 1 FROM usable WHERE sha256 = hash)
      OR EXISTS (SELECT 1 FROM usable WHERE prepared_sha256 = hash)
      OR hash IN (SELECT csv_sha256 FROM bulk_send WHERE csv_sha256 IS NOT NULL)
      OR EXISTS (SELECT 1 FROM field WHERE signature->>'image_sha256' = hash::text)`;
  return new Set(named.map(({ hash }) => hash));
}
