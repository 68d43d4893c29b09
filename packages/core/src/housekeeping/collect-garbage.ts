/**
 * Queue `housekeeping`: deletes expired rows, such as idempotency records, codes, drafts, pending signatures, mails, and sessions of people
 * and of signing pages. Also adds recorded changes to the counts of documents. collect-blobs.ts deletes blobs.
 */
import { leastIdAt } from '@countersign/contract/ids';
import { sweepAdminLog } from '../admin-event/sweep.ts';
import type { Base } from '../ctx.ts';
import { sweepDevices } from '../device/sweep.ts';
import { foldCounts } from '../document/count.ts';
import { removeIdleBuckets } from '../rate-limit/token-bucket.ts';
import { sweepRequestLog } from '../request-log/sweep.ts';
import { sweepPeople } from '../user/sweep.ts';

const dayMs = 86_400_000;
const codeKeptMs = dayMs;
/** Used session URLs are kept for a day, so that the page can say why they no longer work. Sessions end after two hours. */
const signingSessionKeptMs = dayMs;
/** Long enough for every bucket to be full again. A deleted bucket counts as full. */
const bucketKeptSeconds = 86_400;
const mailKeptMs = 90 * dayMs;
/** docs/decisions/048-drafts.md */
const draftKeptMs = 60 * dayMs;
const abuseReportKeptMs = 180 * dayMs;

export interface Swept {
  idempotencyRecords: number;
  codes: number;
  /** Of the signing page and of preparation. */
  sessions: number;
  /** Of recipients who have entered values but not signed, or have not returned from the provider of their keys. */
  drafts: number;
  mails: number;
  /** Sessions, links and sign-in history of people, and requests of the device flow. */
  people: number;
  /** Entries of the request log. */
  requests: number;
  abuseReports: number;
  /** Entries of the admin logs. */
  adminEvents: number;
}

/** Deletes in one pass and returns how many rows were deleted. Safe to run twice and during normal traffic. */
export async function collectGarbage(base: Base): Promise<Swept> {
  const now = base.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [
    records,
    codes,
    signingSessions,
    preparations,
    drafts,
    pendingSignatures,
    mails,
    people,
    devices,
    requests,
    abuseReports,
    adminEvents,
  ] = await Promise.all([
    base.db.idempotencyRecord.deleteMany({ where: { expiresAt: { lt: now } } }),
    base.db.otpCode.deleteMany({ where: { createdAt: { lt: before(codeKeptMs) } } }),
    base.db.signingSession.deleteMany({ where: { createdAt: { lt: before(signingSessionKeptMs) } } }),
    base.db.preparationSession.deleteMany({ where: { createdAt: { lt: before(signingSessionKeptMs) } } }),
    base.db.signingDraft.deleteMany({ where: { savedAt: { lt: before(draftKeptMs) } } }),
    base.db.pendingSignature.deleteMany({ where: { expiresAt: { lte: now } } }),
    // By primary key, so rows that are kept are not read.
    base.db.mail.deleteMany({
      where: { status: { not: 'queued' }, id: { lt: leastIdAt(before(mailKeptMs)) } },
    }),
    sweepPeople(base),
    sweepDevices(base),
    sweepRequestLog(base),
    base.db.abuseReport.deleteMany({ where: { createdAt: { lt: before(abuseReportKeptMs) } } }),
    sweepAdminLog(base),
    removeIdleBuckets(base, { seconds: bucketKeptSeconds }),
    base.db.blobHold.deleteMany({ where: { until: { lte: now } } }),
    foldCounts(base),
  ]);
  return {
    idempotencyRecords: records.count,
    codes: codes.count,
    sessions: signingSessions.count + preparations.count,
    drafts: drafts.count + pendingSignatures.count,
    mails: mails.count,
    people: people + devices,
    requests,
    abuseReports: abuseReports.count,
    adminEvents,
  };
}
