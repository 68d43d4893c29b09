/**
 * How many bytes of files, rows of bulk sends, and large fields of documents and templates a workspace stores, compared with
 * STORAGE_QUOTA_BYTES. The blob sweep measures the referenced files once a day; in between, each upload is added as soon as it is
 * stored. So sealed files, erasures, and files of requests that failed after their upload are counted correctly after at most a day.
 * A measured file counts once per workspace, however many documents share it.
 */
import { createHash } from 'node:crypto';
import { newId } from '@countersign/contract/ids';
import { sqlOf } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import { BlobTooLargeError, type Storage, type StoredBlob } from '@countersign/storage/storage';
import { holdBlob } from '../blob/hold.ts';
import type { Base, Ctx, SqlTx } from '../ctx.ts';

/** JSON up to this size does not count. */
const freeJsonBytes = 16_384;

export interface StorageUsage {
  quotaBytes: number;
  usedBytes: number;
}

/** The bytes that the workspace stores, and its quota. */
export async function getStorageUsage(ctx: Ctx): Promise<StorageUsage> {
  const [row] = await sqlOf(ctx.db).$queryRaw<Array<{ used: number }>>`
    SELECT (measured_bytes + uploaded_bytes)::float8 AS used FROM workspace_storage WHERE workspace_id = ${ctx.workspaceId}::uuid`;
  return { quotaBytes: ctx.settings.storageQuotaBytes, usedBytes: Math.max(0, row?.used ?? 0) };
}

/**
 * Calls `store` with the most bytes that it may store: `maxBytes`, or what is left of the quota. Its BlobTooLargeError becomes
 * storage-exhausted if the quota was the limit.
 */
export async function withinQuota(
  ctx: Ctx,
  maxBytes: number,
  store: (mostBytes: number) => Promise<StoredBlob>,
): Promise<StoredBlob> {
  const { quotaBytes, usedBytes } = await getStorageUsage(ctx);
  const left = Math.max(0, quotaBytes - usedBytes);
  try {
    return await store(Math.min(maxBytes, left));
  } catch (error) {
    throw error instanceof BlobTooLargeError && left < maxBytes ? storageExhausted(ctx) : error;
  }
}

/**
 * Stores a stream of at most `maxBytes` and adds it to the figure of the workspace. It stays counted if the request fails later:
 * the file then exists until the blob sweep removes it, and requests that always fail must not fill the storage. Throws
 * storage-exhausted if the quota is exceeded: before the first byte if `expectedBytes` shows it, otherwise as soon as it is
 * exceeded, or at the end if concurrent uploads exceed it together. Nothing is stored then. Throws the storage's BlobTooLargeError past
 * `maxBytes`. The blob is held for an hour (blob/hold.ts). Call it outside a transaction.
 */
export async function putWithinQuota(
  ctx: Ctx & { storage: Storage },
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  // Equal mutant "0 → 1": with no byte left, every upload is refused.
  expectedBytes = 0,
  holdId = newId(),
): Promise<StoredBlob> {
  const counted = async function* () {
    let size = 0;
    const hash = createHash('sha256');
    for await (const chunk of source) {
      size += chunk.length;
      // Before the chunk is passed on, because its bytes belong to the storage then.
      hash.update(chunk);
      yield chunk;
    }
    await holdBlob(ctx, hash.digest('hex'), holdId);
    // The storage keeps nothing of a source that fails, so files are counted before they are kept.
    await addStorage(ctx, size);
  };
  return withinQuota(ctx, maxBytes, async (mostBytes) => {
    if (mostBytes < maxBytes && (mostBytes === 0 || expectedBytes > mostBytes)) throw storageExhausted(ctx);
    return ctx.storage.putStream(counted(), { maxBytes: mostBytes });
  });
}

/**
 * Adds bytes to the figure of the workspace; negative when a file is replaced. Throws storage-exhausted and adds nothing if the
 * quota would be exceeded. One statement, so concurrent uploads cannot exceed it together. In a transaction it locks the
 * workspace's row by primary key until the commit, so call it last.
 */
export async function addStorage(
  ctx: Pick<Ctx, 'settings' | 'workspaceId'> & { db: SqlTx },
  bytes: number,
): Promise<void> {
  // Equal mutant "bytes === 0 → false": the statement below would add 0.
  // Equal mutant "return; → ;": as above.
  if (bytes === 0) return;
  const quota = ctx.settings.storageQuotaBytes;
  const added = await sqlOf(ctx.db).$executeRaw`
    INSERT INTO workspace_storage AS s (workspace_id, uploaded_bytes)
    SELECT ${ctx.workspaceId}::uuid, ${bytes}::bigint WHERE ${bytes}::bigint <= ${quota}::bigint
    ON CONFLICT (workspace_id) DO UPDATE SET uploaded_bytes = s.uploaded_bytes + excluded.uploaded_bytes
    WHERE excluded.uploaded_bytes <= 0
      OR s.measured_bytes + s.uploaded_bytes + excluded.uploaded_bytes <= ${quota}::bigint`;
  if (added === 0) throw storageExhausted(ctx);
}

/** The bytes that JSON counts: none if it is small. */
export function countedJson(value: unknown): number {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > freeJsonBytes ? bytes : 0;
}

/**
 * Adds bytes that were stored without a request that could be refused. Locks the workspace's row until the commit, so call it last.
 */
export async function countStorage(db: SqlTx, workspaceId: string, bytes: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO workspace_storage AS s (workspace_id, uploaded_bytes) VALUES (${workspaceId}::uuid, ${bytes}::bigint)
    ON CONFLICT (workspace_id) DO UPDATE SET uploaded_bytes = s.uploaded_bytes + excluded.uploaded_bytes`;
}

/** The problem of a request that does not fit into the quota. */
function storageExhausted(ctx: Pick<Ctx, 'settings'>): ProblemError {
  const quota = ctx.settings.storageQuotaBytes;
  return new ProblemError('storage-exhausted', {
    detail: `The workspace may store ${quota} bytes, and this request does not fit. Nothing was stored.`,
    members: { quota_bytes: quota },
  });
}

/**
 * Measures what each workspace stores. Uploads that commit during the measurement stay counted: only what was counted before
 * is replaced. Reads every document, template and bulk send; the daily blob sweep calls it. Half of each hash is compared, which fits into 16
 * bytes; no two documents have the same sealed file.
 */
export async function measureStorage(base: Pick<Base, 'db' | 'now'>): Promise<number> {
  return base.db.$executeRaw`
    WITH files AS (
      SELECT workspace_id, f.sha256, f.bytes FROM document CROSS JOIN LATERAL (VALUES
        (CASE WHEN removed_at IS NULL THEN content_sha256 END, content_bytes),
        (prepared_sha256, content_bytes),
        (revision_sha256, content_bytes)) AS f(sha256, bytes)
      WHERE erased_at IS NULL
      UNION ALL
      SELECT d.workspace_id, f.sha256, f.bytes FROM document_file p JOIN document d ON d.id = p.document_id
        CROSS JOIN LATERAL (VALUES (p.sha256, p.size_bytes), (p.pdf_sha256, p.pdf_bytes)) AS f(sha256, bytes)
      WHERE d.erased_at IS NULL AND d.removed_at IS NULL
      UNION ALL
      SELECT workspace_id, sha256, size_bytes FROM template WHERE deleted_at IS NULL
      UNION ALL
      SELECT workspace_id, f.sha256, f.bytes FROM bulk_send
        CROSS JOIN LATERAL (VALUES (csv_sha256, csv_bytes), (pdfs_sha256, pdfs_bytes)) AS f(sha256, bytes)
      UNION ALL
      SELECT s.workspace_id, f.sha256, p.size_bytes FROM bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id
        CROSS JOIN LATERAL (VALUES (p.sha256), (p.prepared_sha256)) AS f(sha256)
      WHERE s.status <> 'canceled'
      UNION ALL
      SELECT s.workspace_id, o.csv_sha256, o.csv_bytes FROM bulk_operation o JOIN bulk_send s ON s.id = o.bulk_send_id
    ), measured AS (
      SELECT workspace_id, sum(bytes)::bigint AS bytes FROM (
        SELECT DISTINCT workspace_id, left(sha256, 32)::uuid, bytes FROM files WHERE sha256 IS NOT NULL
        UNION ALL
        SELECT workspace_id, NULL, sealed_bytes FROM document
        WHERE sealed_sha256 IS NOT NULL AND (erased_at IS NULL OR sealed_kept)
        UNION ALL
        SELECT workspace_id, NULL, rows_bytes FROM bulk_send WHERE rows_erased_at IS NULL
        UNION ALL
        SELECT d.workspace_id, NULL, l.bytes FROM large_document l JOIN document d ON d.id = l.document_id
        WHERE d.erased_at IS NULL AND d.removed_at IS NULL
        UNION ALL
        SELECT workspace_id, NULL, pg_column_size(fields) FROM template_version WHERE pg_column_size(fields) > ${freeJsonBytes}::int
      ) stored GROUP BY workspace_id
    ), counted AS (
      SELECT w.id, coalesce(m.bytes, 0) AS measured, coalesce(s.uploaded_bytes, 0) AS uploaded
      FROM workspace w LEFT JOIN measured m ON m.workspace_id = w.id LEFT JOIN workspace_storage s ON s.workspace_id = w.id
    )
    INSERT INTO workspace_storage AS s (workspace_id, measured_bytes, uploaded_bytes, measured_at)
    SELECT id, measured, -uploaded, ${base.now()}::timestamptz FROM counted ORDER BY id
    ON CONFLICT (workspace_id) DO UPDATE SET measured_bytes = excluded.measured_bytes,
      uploaded_bytes = s.uploaded_bytes + excluded.uploaded_bytes, measured_at = excluded.measured_at`;
}
