/** Writes what came of attempts (interface.md, Delivery and retries). */
import type { AttemptOut, DeliveryStatus } from '@countersign/contract/webhook';
import { queryTexts } from '@countersign/db/query';
import type { SendResult } from '@countersign/webhooks/send';
import type { Base } from '../ctx.ts';
import type { ClaimedDelivery } from './claim.ts';
import { nextAttemptAt } from './schedule.ts';

/** Attempts kept with a delivery. */
const maxKept = 50;
/** After a failure of our own the delivery comes back soon, and nothing is counted. */
const ownFaultPauseMs = 5000;

export interface FinishedAttempt {
  delivery: Pick<ClaimedDelivery, 'id' | 'claim' | 'attempt'>;
  at: Date;
  endedAt: Date;
  result: SendResult;
}

/** What an attempt makes of its delivery; `ours` changes nothing but when it is due. */
export function outcomeOf({ delivery, endedAt, result }: FinishedAttempt): {
  status: DeliveryStatus | 'ours';
  nextRetryAt: Date | null;
} {
  if (result.ok) return { status: 'success', nextRetryAt: null };
  if (result.stage === 'ours') return { status: 'ours', nextRetryAt: null };
  const nextRetryAt = nextAttemptAt(delivery.attempt + 1, endedAt);
  return { status: nextRetryAt ? 'failed' : 'dead', nextRetryAt };
}

/** Records all in one statement, locking the deliveries. An attempt whose claim was given to another since does not count. */
export async function recordAttempts(db: Base['db'], finished: readonly FinishedAttempt[]): Promise<void> {
  const rows = finished.map((one) => {
    const { delivery, at, endedAt, result } = one;
    const { status, nextRetryAt } = outcomeOf(one);
    const key = { id: delivery.id, claim: delivery.claim };
    if (status === 'ours') return { ...key, due_at: new Date(endedAt.getTime() + ownFaultPauseMs) };
    const entry: AttemptOut = {
      attempt: delivery.attempt + 1,
      at: at.toISOString(),
      response_code: result.responseCode,
      error: result.error,
      duration_ms: result.durationMs,
    };
    return {
      ...key,
      status,
      entry,
      delivered_at: status === 'success' ? endedAt : null,
      next_retry_at: nextRetryAt,
      due_at: nextRetryAt,
    };
  });
  await queryTexts(db, recordStatement, [JSON.stringify(rows)]);
}

const recordStatement = `
    UPDATE webhook_delivery d SET
      status = COALESCE(r.status, d.status),
      attempt = CASE WHEN r.status IS NULL THEN d.attempt ELSE d.attempt + 1 END,
      attempts = CASE WHEN r.entry IS NULL THEN d.attempts
        WHEN jsonb_array_length(d.attempts) >= ${maxKept} THEN (d.attempts - 0) || r.entry ELSE d.attempts || r.entry END,
      response_code = CASE WHEN r.status IS NULL THEN d.response_code ELSE (r.entry->>'response_code')::int END,
      last_error = CASE WHEN r.status IS NULL THEN d.last_error ELSE r.entry->>'error' END,
      delivered_at = r.delivered_at,
      next_retry_at = CASE WHEN r.status IS NULL THEN d.next_retry_at ELSE r.next_retry_at END,
      due_at = r.due_at,
      leased_until = NULL
    FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, claim int, status delivery_status, entry jsonb,
      delivered_at timestamptz, next_retry_at timestamptz, due_at timestamptz)
    WHERE d.id = r.id AND d.claim = r.claim AND d.due_at IS NOT NULL`;
