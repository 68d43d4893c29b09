/** Queue `housekeeping`: deletes blobs that nothing names and uploads that nobody finalized, once a night. */
import { jobs } from '@countersign/queue/jobs';
import type { Storage } from '@countersign/storage/storage';
import { type Base, withTransaction } from '../ctx.ts';

const dayMs = 86_400_000;
/** A night's collection begins at three in the morning, UTC, or with the first sweep after. */
const beginsMs = 3 * 3_600_000;
/** An upload may be stored before the row that names it commits; younger blobs are left alone. */
const blobGraceMs = dayMs;
const lookupBatch = 500;
/** Whoever read a template before it was deleted has made a document of it long before. */
const templateGraceMs = dayMs;
/** Blobs are gone through by the first byte of their name. */
const prefixes = 256;
/** A job ends after the prefix in which this passes, long before it counts as hung; the next one goes on. */
const longestMs = 240_000;

/** Makes the job that begins this night's collection, once for each night, also when no worker ran at its hour. */
export async function beginNight(base: Base, requestId: string): Promise<boolean> {
  const night = new Date(base.now().getTime() - beginsMs);
  return withTransaction({ ...base, requestId }, async (t) => {
    const begun = await t.tx.$executeRaw`
      INSERT INTO night AS n (id, begun) VALUES ('blobs', ${night.toISOString().slice(0, 10)}::date)
      ON CONFLICT (id) DO UPDATE SET begun = excluded.begun WHERE n.begun < excluded.begun`;
    if (begun > 0) await t.enqueue(jobs.blobSweep, { prefix: 0 });
    return begun > 0;
  });
}

export interface Collected {
  blobs: number;
  /** Uploads to presigned URLs that nobody finalized. */
  uploads: number;
}

/** Goes through the blobs from a prefix on, for minutes; makes the job that goes on where it ended. Safe to run twice. */
export async function collectBlobs(
  base: Base & { storage: Storage },
  run: { prefix?: number; requestId: string; longestMs?: number },
): Promise<Collected> {
  const deadline = performance.now() + (run.longestMs ?? longestMs);
  const before = (ms: number) => new Date(base.now().getTime() - ms);
  const first = run.prefix ?? 0;
  const uploads =
    first === 0
      ? ((await base.storage.removeAbandonedUploads?.(before(base.settings.draftSeconds * 1000))) ?? 0)
      : 0;
  let blobs = 0;
  for (let prefix = first; prefix < prefixes; prefix += 1) {
    if (prefix > first && performance.now() > deadline) {
      await withTransaction({ ...base, requestId: run.requestId }, (t) =>
        t.enqueue(jobs.blobSweep, { prefix }),
      );
      break;
    }
    blobs += await removeOrphans(base, prefix.toString(16).padStart(2, '0'), before(blobGraceMs));
  }
  return { blobs, uploads };
}

async function removeOrphans(
  base: Base & { storage: Storage },
  prefix: string,
  olderThan: Date,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    const named = await namedAmong(base, batch);
    for (const sha256 of batch) {
      if (named.has(sha256)) continue;
      // Uploaded anew since it was listed: a row that names it may be about to commit.
      const found = await base.storage.stat(sha256);
      if (!found || found.modifiedAt >= olderThan) continue;
      await base.storage.remove(sha256);
      removed += 1;
    }
    batch = [];
  };
  for await (const blob of base.storage.list({ prefix })) {
    if (blob.modifiedAt >= olderThan) continue;
    batch.push(blob.sha256);
    if (batch.length >= lookupBatch) await flush();
  }
  await flush();
  return removed;
}

/**
 * Which of the hashes any document, template, unread CSV or signature names. However many documents share a file, each hash is
 * found once, by index: those of a document by eight bytes of their hash (migration cheaper_bulk_writes) or by hash indexes. An
 * erased document still says which bytes it was about; it holds on to the sealed file alone, where that was kept. A deleted template
 * holds on to its PDF while documents may be made of it: by calls under way, and by bulk sends that have rows left to send.
 */
async function namedAmong(base: Base, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const deletedLately = new Date(base.now().getTime() - templateGraceMs);
  const named = await base.db.$queryRaw<Array<{ hash: string }>>`
    WITH usable AS NOT MATERIALIZED (
      SELECT sha256, prepared_sha256 FROM template
      WHERE deleted_at IS NULL OR deleted_at >= ${deletedLately}::timestamptz OR id IN (
        SELECT template_id FROM bulk_send WHERE rows_erased_at IS NULL
          AND (status IN ('draft', 'invalid', 'ready', 'dispatching') OR (status IN ('done', 'failed') AND failed_count > 0)))
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
