/** Writes what came of attempts (docs/spec/interface.md, Delivery and retries). */
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

export interface Records {
  /** Of the worker process. */
  worker: string;
  finished: readonly FinishedAttempt[];
  /** Endpoints whose lanes it no longer needs. */
  givenBack: readonly string[];
}

/**
 * Records all in one statement and gives lanes back, locking first the deliveries, then the lanes in the order of their ids. An
 * attempt does not count when another of the same delivery was recorded since it was taken, or the delivery was queued again.
 * Returns whether another worker had asked for one of the lanes.
 */
export async function recordAttempts(
  db: Base['db'],
  { worker, finished, givenBack }: Records,
): Promise<{ wanted: boolean }> {
  const rows = finished.map(rowOf);
  const column = (name: keyof Row) => `{${rows.map((row) => row[name]).join(',')}}`;
  const found = await queryTexts(db, recordStatement, [
    column('id'),
    column('claim'),
    column('status'),
    rows.map(({ entry }) => entry).join('\n'),
    column('code'),
    column('delivered'),
    column('retry'),
    column('due'),
    worker,
    givenBack,
  ]);
  return { wanted: found.length > 0 };
}

/** As PostgreSQL reads it among the elements of an array; `NULL` is its null. */
type Element = string | number;

interface Row {
  id: Element;
  claim: Element;
  /** Null: the delivery stays as it is, and is due later. */
  status: Element;
  /** JSON, in one line; not an element. */
  entry: string;
  code: Element;
  delivered: Element;
  retry: Element;
  due: Element;
}

function rowOf(attempt: FinishedAttempt): Row {
  const { delivery, at, endedAt, result } = attempt;
  const { status, nextRetryAt } = outcomeOf(attempt);
  const { id, claim } = delivery;
  const none = 'NULL';
  if (status === 'ours') {
    const due = new Date(endedAt.getTime() + ownFaultPauseMs).toISOString();
    return { id, claim, status: none, entry: '[]', code: none, delivered: none, retry: none, due };
  }
  const entry: AttemptOut = {
    attempt: delivery.attempt + 1,
    at: at.toISOString(),
    response_code: result.responseCode,
    error: result.error,
    duration_ms: result.durationMs,
  };
  const retry = nextRetryAt?.toISOString() ?? none;
  return {
    id,
    claim,
    status,
    entry: JSON.stringify([entry]),
    code: result.responseCode ?? none,
    delivered: status === 'success' ? endedAt.toISOString() : none,
    retry,
    due: retry,
  };
}

/**
 * Deliveries are found by their ids: "due_at IS NOT NULL" is said in a way that leaves PostgreSQL no index of those that wait. Statistics
 * from a time when nothing waited would have it read all of such an index for every batch.
 */
const recordStatement = `
  WITH recorded AS (
    UPDATE webhook_delivery d SET
      claim = d.claim + 1,
      status = COALESCE(r.status, d.status),
      attempt = CASE WHEN r.status IS NULL THEN d.attempt ELSE d.attempt + 1 END,
      attempts = CASE WHEN r.status IS NOT NULL AND jsonb_array_length(d.attempts) >= ${maxKept} THEN d.attempts - 0 ELSE d.attempts END
        || r.entry::jsonb,
      response_code = CASE WHEN r.status IS NULL THEN d.response_code ELSE r.code END,
      last_error = CASE r.status WHEN 'success' THEN NULL ELSE COALESCE(r.entry::jsonb->0->>'error', d.last_error) END,
      delivered_at = r.delivered_at,
      next_retry_at = CASE WHEN r.status IS NULL THEN d.next_retry_at ELSE r.next_retry_at END,
      due_at = r.due_at
    FROM ROWS FROM (unnest($1::bigint[]), unnest($2::int[]), unnest($3::delivery_status[]), string_to_table($4, chr(10)),
      unnest($5::int[]), unnest($6::timestamptz[]), unnest($7::timestamptz[]), unnest($8::timestamptz[]))
      AS r(id, claim, status, entry, code, delivered_at, next_retry_at, due_at)
    WHERE d.id = r.id AND d.claim = r.claim AND num_nonnulls(d.due_at) = 1
  ), free AS (
    UPDATE webhook_lane l SET held_until = 'epoch' FROM (
      SELECT endpoint_id FROM webhook_lane WHERE endpoint_id = ANY($10::uuid[]) AND holder = $9::uuid
      ORDER BY endpoint_id FOR NO KEY UPDATE
    ) mine
    WHERE l.endpoint_id = mine.endpoint_id RETURNING l.wanted
  )
  SELECT 1 FROM free WHERE wanted LIMIT 1`;
