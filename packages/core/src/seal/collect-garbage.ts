/** Queue `housekeeping`: deletes what has served its time: idempotency records, codes, mails, and blobs that nothing names. */
import { leastIdAt } from '@countersign/contract/ids';
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { sweepDevices } from '../device/sweep.ts';
import { sweepPeople } from '../user/sweep.ts';

const dayMs = 86_400_000;
/** An upload may be stored before the row that names it commits; younger blobs are left alone. */
const blobGraceMs = dayMs;
const codeKeptMs = dayMs;
/** A bucket is full again long before; what is older is nobody's. */
const bucketKeptMs = dayMs;
const mailKeptMs = 90 * dayMs;
const lookupBatch = 500;
/** Whoever read a template before it was deleted has made a document of it long before. */
const templateGraceMs = dayMs;

export interface Swept {
  idempotencyRecords: number;
  codes: number;
  mails: number;
  /** Sessions, links and history of people, and what asked them for keys. */
  people: number;
  blobs: number;
  /** Uploads to presigned URLs that nobody finalized. */
  uploads: number;
}

/** Deletes in one pass; safe to run twice and beside running traffic. Returns what went. */
export async function collectGarbage(base: Base & { storage: Storage }): Promise<Swept> {
  const now = base.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [records, codes, mails, people, devices] = await Promise.all([
    base.db.idempotencyRecord.deleteMany({ where: { expiresAt: { lt: now } } }),
    base.db.otpCode.deleteMany({ where: { createdAt: { lt: before(codeKeptMs) } } }),
    // By primary key: of all that are kept none is looked at.
    base.db.mail.deleteMany({
      where: { status: { not: 'queued' }, id: { lt: leastIdAt(before(mailKeptMs)) } },
    }),
    sweepPeople(base),
    sweepDevices(base),
    base.db.rateBucket.deleteMany({ where: { updatedAt: { lt: before(bucketKeptMs) } } }),
  ]);
  const blobHour = isBlobHour(now);
  const staleDraft = before(base.settings.draftSeconds * 1000);
  return {
    idempotencyRecords: records.count,
    codes: codes.count,
    mails: mails.count,
    people: people + devices,
    uploads: blobHour ? ((await base.storage.removeAbandonedUploads?.(staleDraft)) ?? 0) : 0,
    blobs: blobHour ? await removeOrphans(base, before(blobGraceMs)) : 0,
  };
}

/** Blobs are listed once a night: with millions of them that takes a while. */
function isBlobHour(now: Date): boolean {
  return now.getUTCHours() === 3 && now.getUTCMinutes() < 10;
}

async function removeOrphans(base: Base & { storage: Storage }, olderThan: Date): Promise<number> {
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
  for await (const blob of base.storage.list()) {
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
