/** Queue `housekeeping`: deletes what has served its time: idempotency records, codes, mails, and blobs that nothing names. */
import type { Storage } from '@countersign/storage/storage';
import type { Base } from '../ctx.ts';
import { sweepDevices } from '../device/sweep.ts';
import { imagesOf } from '../field/mark-of.ts';
import { sweepPeople } from '../user/sweep.ts';

const dayMs = 86_400_000;
/** An upload may be stored before the row that names it commits; younger blobs are left alone. */
const blobGraceMs = dayMs;
const codeKeptMs = dayMs;
/** A bucket is full again long before; what is older is nobody's. */
const bucketKeptMs = dayMs;
const mailKeptMs = 90 * dayMs;
const lookupBatch = 500;

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
    base.db.mail.deleteMany({ where: { status: { not: 'queued' }, createdAt: { lt: before(mailKeptMs) } } }),
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

/** Which of the hashes any document, template, unread CSV or signature names. */
async function namedAmong(base: Base, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const among = { in: hashes };
  const [documents, templates, bulkSends, fields] = await Promise.all([
    base.db.document.findMany({
      where: {
        OR: [
          { contentSha256: among },
          { originalSha256: among },
          { preparedSha256: among },
          { sealedSha256: among },
          { certificateSha256: among },
        ],
      },
      select: {
        contentSha256: true,
        originalSha256: true,
        preparedSha256: true,
        sealedSha256: true,
        certificateSha256: true,
        erasedAt: true,
        sealedKept: true,
      },
    }),
    base.db.template.findMany({
      where: { OR: [{ sha256: among }, { preparedSha256: among }] },
      select: { sha256: true, preparedSha256: true },
    }),
    base.db.bulkSend.findMany({ where: { csvSha256: among }, select: { csvSha256: true } }),
    base.db.$queryRaw<Array<{ signature: object }>>`
      SELECT signature FROM field WHERE signature->>'image_sha256' = ANY(${hashes})`,
  ]);
  const named = [...documents.map(filesOf), ...templates, ...bulkSends].flatMap((row) => Object.values(row));
  return new Set([...named.filter((hash) => hash !== null), ...imagesOf(fields as never)]);
}

/** An erased document still says which bytes it was about; it holds on to the sealed file alone, where that was kept. */
function filesOf<
  Row extends {
    erasedAt: Date | null;
    sealedKept: boolean;
    originalSha256: string | null;
    sealedSha256: string | null;
  },
>({ erasedAt, sealedKept, ...files }: Row) {
  if (!erasedAt) return files;
  return { ...files, originalSha256: null, sealedSha256: sealedKept ? files.sealedSha256 : null };
}
