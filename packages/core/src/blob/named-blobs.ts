/** Finds out which blobs are referenced, for the blob sweep and for backups. */
import type { Base, Tx } from '../ctx.ts';

/** A column with hashes of blobs. */
interface Reference {
  from: string;
  column: string;
  /** The rows whose reference counts; default all. */
  where?: string;
  /** How a hash is looked up: by a hash index, by an index on eight bytes of the hash, or in a table of few rows. */
  lookup: 'hash' | 'bytes' | 'few';
}

/**
 * Every reference to a blob. An erased document references only its sealed file, if that was kept. A canceled bulk send references none of
 * the PDFs of its rows.
 */
const references: readonly Reference[] = [
  { from: 'document', column: 'content_sha256', lookup: 'bytes' },
  {
    from: 'document',
    column: 'original_sha256',
    where: 'original_sha256 IS DISTINCT FROM content_sha256 AND erased_at IS NULL',
    lookup: 'bytes',
  },
  { from: 'document', column: 'prepared_sha256', lookup: 'bytes' },
  { from: 'document_file', column: 'sha256', lookup: 'hash' },
  { from: 'document_file', column: 'pdf_sha256', lookup: 'hash' },
  { from: 'document', column: 'sealed_sha256', where: '(erased_at IS NULL OR sealed_kept)', lookup: 'hash' },
  { from: 'document', column: 'certificate_sha256', lookup: 'hash' },
  { from: 'document', column: 'revision_sha256', lookup: 'hash' },
  { from: 'usable', column: 'sha256', lookup: 'hash' },
  { from: 'usable', column: 'prepared_sha256', lookup: 'hash' },
  { from: 'bulk_send', column: 'csv_sha256', lookup: 'few' },
  { from: 'bulk_operation', column: 'csv_sha256', lookup: 'few' },
  { from: 'bulk_send', column: 'pdfs_sha256', lookup: 'few' },
  ...['sha256', 'prepared_sha256'].map((column) => ({
    from: 'bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id',
    column: `p.${column}`,
    where: "s.status <> 'canceled'",
    lookup: 'hash' as const,
  })),
  { from: 'field', column: "(signature->>'image_sha256')", lookup: 'hash' },
];

/**
 * Templates whose PDF documents can still be created from: by bulk sends with unsent rows, and for a day by requests that read the template
 * before it was deleted.
 */
const usableTemplates = (now: string) => `
  SELECT sha256, prepared_sha256 FROM template
  WHERE deleted_at IS NULL OR deleted_at >= ${now} - interval '1 day' OR id IN (
    SELECT template_id FROM bulk_send WHERE rows_erased_at IS NULL
      AND (finished_at IS NULL OR (status <> 'canceled' AND failed_count + invalid_count > 0)))`;

/** SHA-256 of every referenced blob, each once: the files that a backup needs in addition to the database. */
export const namedFilesQuery = `
  WITH usable AS (${usableTemplates('now()')})
  SELECT sha256 FROM (
    ${references.map(({ from, column, where = 'true' }) => `SELECT ${column} AS sha256 FROM ${from} WHERE ${where}`).join(' UNION ')}
  ) AS named WHERE sha256 IS NOT NULL ORDER BY sha256`;

const namedBlobsQuery = `
  WITH usable AS NOT MATERIALIZED (${usableTemplates('$2::timestamptz')})
  SELECT hash FROM unnest($1::char(64)[]) AS hash WHERE ${references.map(isReferenced).join(' OR ')}
    OR EXISTS (SELECT 1 FROM blob_hold WHERE sha256 = hash AND until > $2::timestamptz)`;

function isReferenced({ from, column, where = 'true', lookup }: Reference): string {
  if (lookup === 'few') return `hash IN (SELECT ${column} FROM ${from} WHERE ${column} IS NOT NULL)`;
  const byBytes = `hashtextextended(${column}::text, 0) = hashtextextended(hash::text, 0) AND `;
  return `EXISTS (SELECT 1 FROM ${from} WHERE ${lookup === 'bytes' ? byBytes : ''}${column} = hash AND ${where})`;
}

/** Those of the hashes that are referenced or held. Looks each one up once by index, however many documents share a file. */
export async function namedBlobs(
  base: { db: Pick<Tx, '$queryRawUnsafe'> } & Pick<Base, 'now'>,
  hashes: string[],
): Promise<Set<string>> {
  // Equal mutant "hashes.length === 0 → false": the query finds nothing then.
  if (hashes.length === 0) return new Set();
  const named = await base.db.$queryRawUnsafe<Array<{ hash: string }>>(namedBlobsQuery, hashes, base.now());
  return new Set(named.map(({ hash }) => hash));
}
