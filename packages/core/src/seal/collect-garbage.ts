/** Queue `housekeeping`: deletes what has served its time: idempotency records, codes, mails. Blobs: collect-blobs.ts. */
import { leastIdAt } from '@countersign/contract/ids';
import type { Base } from '../ctx.ts';
import { sweepDevices } from '../device/sweep.ts';
import { sweepPeople } from '../user/sweep.ts';

const dayMs = 86_400_000;
const codeKeptMs = dayMs;
/** A bucket is full again long before; what is older is nobody's. */
const bucketKeptMs = dayMs;
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
    base.db.rateBucket.deleteMany({ where: { updatedAt: { lt: before(bucketKeptMs) } } }),
  ]);
  return {
    idempotencyRecords: records.count,
    codes: codes.count,
    mails: mails.count,
    people: people + devices,
  };
}
