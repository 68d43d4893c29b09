/** Queue `housekeeping`: deletes what has served its time: idempotency records, codes, mails. Blobs: collect-blobs.ts. */
import { leastIdAt } from '@countersign/contract/ids';
import type { Base } from '../ctx.ts';
import { sweepDevices } from '../device/sweep.ts';
import { removeIdleBuckets } from '../rate-limit/token-bucket.ts';
import { sweepPeople } from '../user/sweep.ts';

const dayMs = 86_400_000;
const codeKeptMs = dayMs;
/** Long enough for every bucket to be full again. A deleted bucket counts as full. */
const bucketKeptSeconds = 86_400;
const mailKeptMs = 90 * dayMs;

export interface Swept {
  idempotencyRecords: number;
  codes: number;
  mails: number;
  /** Sessions, links and history of people, and what asked them for keys. */
  people: number;
}

/** Deletes in one pass; safe to run twice and beside running traffic. Returns what went. */
export async function collectGarbage(base: Base): Promise<Swept> {
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
    removeIdleBuckets(base, { seconds: bucketKeptSeconds }),
  ]);
  return {
    idempotencyRecords: records.count,
    codes: codes.count,
    mails: mails.count,
    people: people + devices,
  };
}
