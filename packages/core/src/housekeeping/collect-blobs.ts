/**
 * Queue `housekeeping`: once a day, deletes unreferenced blobs and uploads that were never finalized, measures what workspaces store, and
 * stores the counts of the usage page.
 */
import { utcDay } from '@countersign/contract/calendar-day';
import { jobs } from '@countersign/queue/jobs';
import type { Storage } from '@countersign/storage/storage';
import { removeUnlessNeeded } from '../blob/hold.ts';
import { ownsStorage } from '../blob/installation.ts';
import { namedBlobs } from '../blob/named-blobs.ts';
import { type Base, withTransaction } from '../ctx.ts';
import { storeUsageDays } from '../usage/days.ts';
import { measureStorage } from '../usage/storage.ts';

const dayMs = 86_400_000;
/** A day's sweep starts at 03:00 UTC, or with the first housekeeping sweep after that. */
const startsMs = 3 * 3_600_000;
/** An upload is stored before the row that references it commits, so younger blobs are left alone. */
const blobGraceMs = dayMs;
const lookupBatch = 500;
/** Blobs are listed by the first byte of their name. */
const prefixes = 256;
/** A job stops after the prefix during which this time passes, well before its own time limit. It enqueues the next job. */
const maxDurationMs = 240_000;

/** Enqueues the first job of the day's sweep, once per day. If no worker ran at 03:00, it does so later. */
export async function startDailySweep(base: Base, requestId: string): Promise<boolean> {
  const day = new Date(base.now().getTime() - startsMs);
  return withTransaction({ ...base, requestId }, async (tx) => {
    const started = await tx.db.$executeRaw`
      INSERT INTO daily_sweep AS s (id, day) VALUES ('blobs', ${utcDay(day)}::date)
      ON CONFLICT (id) DO UPDATE SET day = excluded.day WHERE s.day < excluded.day`;
    if (started > 0) await tx.enqueue(jobs.blobSweep, { prefix: 0 });
    return started > 0;
  });
}

export interface Collected {
  blobs: number;
  /** Uploads to presigned URLs that were never finalized. */
  uploads: number;
}

/**
 * Sweeps blobs from a prefix on, for some minutes, and enqueues a job for the rest. Safe to run twice. Deletes nothing in a
 * storage that belongs to another installation.
 */
export async function collectBlobs(
  base: Base & { storage: Storage },
  run: { prefix?: number; requestId: string; maxDurationMs?: number },
): Promise<Collected> {
  const deadline = performance.now() + (run.maxDurationMs ?? maxDurationMs);
  const before = (ms: number) => new Date(base.now().getTime() - ms);
  const first = run.prefix ?? 0;
  if (first === 0) {
    // Both read only the database.
    await storeUsageDays(base);
    await measureStorage(base);
  }
  if (!(await ownsStorage(base))) return { blobs: 0, uploads: 0 };
  const uploads =
    first === 0
      ? ((await base.storage.removeAbandonedUploads?.(before(base.settings.draftSeconds * 1000))) ?? 0)
      : 0;
  let blobs = 0;
  for (let prefix = first; prefix < prefixes; prefix += 1) {
    if (prefix > first && performance.now() > deadline) {
      await withTransaction({ ...base, requestId: run.requestId }, (tx) =>
        tx.enqueue(jobs.blobSweep, { prefix }),
      );
      break;
    }
    blobs += await removeUnreferenced(base, prefix.toString(16).padStart(2, '0'), before(blobGraceMs));
  }
  return { blobs, uploads };
}

async function removeUnreferenced(
  base: Base & { storage: Storage },
  prefix: string,
  olderThan: Date,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    const named = await namedBlobs(base, batch);
    for (const sha256 of batch) {
      if (named.has(sha256)) continue;
      // It may have been stored again since it was listed: a row that references it may be about to commit.
      if (await removeUnlessNeeded(base, sha256, olderThan)) removed += 1;
    }
    // Equal mutant "batch = []; → ;": they would be looked up again, and those that are gone skipped.
    batch = [];
  };
  for await (const blob of base.storage.list({ prefix })) {
    // Equal mutant "→ false": checked again before the removal. Here it saves the lookup.
    // Equal mutant "→ blob.modifiedAt > olderThan": the same.
    if (blob.modifiedAt >= olderThan) continue;
    batch.push(blob.sha256);
    // Equal mutants: the last flush would do all. This limits the memory.
    if (batch.length >= lookupBatch) await flush();
  }
  await flush();
  return removed;
}
