/** Records the results of attempts (docs/spec/interface.md, Delivery and retries). */
import type { AttemptOut, DeliveryStatus } from '@countersign/contract/webhook';
import { queryTexts } from '@countersign/db/query';
import type { SendResult } from '@countersign/webhooks/send';
import type { Base } from '../ctx.ts';
import type { ClaimedDelivery } from './claim.ts';
import { nextAttemptAt } from './schedule.ts';
import { recordAttempts as statement } from './sql/record-attempts.ts';

/** After a failure of this machine the delivery is repeated soon, and the attempt does not count. */
const ownFaultPauseMs = 5000;

export interface FinishedAttempt {
  delivery: Pick<ClaimedDelivery, 'id' | 'revision' | 'attempt'>;
  at: Date;
  endedAt: Date;
  result: SendResult;
}

/** The status of the delivery after the attempt; `ours` changes only when it is due. */
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
  /** Id of the worker process. */
  worker: string;
  finished: readonly FinishedAttempt[];
  /** Ids of endpoints whose leases the worker no longer needs. */
  released: readonly string[];
}

/**
 * Records all attempts and ends the leases in one statement. An attempt does not count if another attempt of the same delivery was
 * recorded after the claim, or if the delivery was queued again. Returns whether another worker wants one of the leases.
 */
export async function recordAttempts(
  db: Base['db'],
  { worker, finished, released }: Records,
): Promise<{ wanted: boolean }> {
  const rows = finished.map(rowOf);
  const column = (name: keyof Row) => `{${rows.map((row) => row[name]).join(',')}}`;
  const found = await queryTexts(db, statement, [
    column('id'),
    column('revision'),
    column('status'),
    rows.map(({ entry }) => entry).join('\n'),
    column('code'),
    column('delivered'),
    column('retry'),
    column('due'),
    worker,
    released,
  ]);
  return { wanted: found.length > 0 };
}

/** An element of a PostgreSQL array literal; `NULL` is null. */
type Element = string | number;

interface Row {
  id: Element;
  revision: Element;
  /** Null if the status stays and the delivery only becomes due later. */
  status: Element;
  /** JSON, in one line; not an array element. */
  entry: string;
  code: Element;
  delivered: Element;
  retry: Element;
  due: Element;
}

function rowOf(attempt: FinishedAttempt): Row {
  const { delivery, at, endedAt, result } = attempt;
  const { status, nextRetryAt } = outcomeOf(attempt);
  const { id, revision } = delivery;
  const none = 'NULL';
  if (status === 'ours') {
    const due = new Date(endedAt.getTime() + ownFaultPauseMs).toISOString();
    return { id, revision, status: none, entry: '[]', code: none, delivered: none, retry: none, due };
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
    revision,
    status,
    entry: JSON.stringify([entry]),
    code: result.responseCode ?? none,
    delivered: status === 'success' ? endedAt.toISOString() : none,
    retry,
    due: retry,
  };
}
