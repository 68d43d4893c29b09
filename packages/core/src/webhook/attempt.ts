/** Makes one attempt of a claimed delivery: signs it, sends it, and traces it if tracing is enabled. */
import type { JobTrace } from '@countersign/queue/trace';
import type { Sender, SendResult } from '@countersign/webhooks/send';
import { deliveryHeaders } from '@countersign/webhooks/sign';
import type { Stage } from '@countersign/webhooks/stage';
import type { Base } from '../ctx.ts';
import type { ClaimedDelivery } from './claim.ts';
import { type FinishedAttempt, outcomeOf } from './record-attempts.ts';
import type { EndpointSchedule, Target } from './scheduler.ts';

/** For metrics. */
export interface DeliveryReport {
  /** `ours`: this machine failed; the attempt does not count and is repeated. */
  outcome: 'success' | 'failed' | 'dead' | 'ours';
  stage: Stage;
  durationMs: number;
  /**
   * From the change to the start of the first attempt. Null for other attempts, for pings, and for test mode, where clocks of documents
   * can be moved.
   */
  lagMs: number | null;
}

export interface Finished extends FinishedAttempt {
  endpoint: EndpointSchedule;
  delivery: ClaimedDelivery;
}

/** Never rejects. */
export async function attemptDelivery(
  { queue }: Pick<Base, 'queue'>,
  sender: Sender,
  { target, delivery, now }: { target: Target; delivery: ClaimedDelivery; now: Date },
): Promise<SendResult> {
  const { url, keys } = target;
  try {
    // Equal mutant "→ false": an Error cannot sign, so that throws too.
    // Equal mutant "throw keys; → ;": the same.
    if (keys instanceof Error) throw keys;
    const { body, eventId: id, eventType: type } = delivery;
    const headers = deliveryHeaders({ id, type, body, keys: keys.live(now), now });
    const send = () => sender.send({ url, headers, body });
    return await (queue.trace ? traced(queue.trace, delivery, send) : send());
  } catch (error) {
    return { ok: false, stage: 'ours', responseCode: null, error: String(error), durationMs: 0 };
  }
}

/** Logs a failed attempt. Returns the report for metrics. */
export function reportAttempt({ log }: Pick<Base, 'log'>, finished: Finished): DeliveryReport {
  const { endpoint, delivery, result } = finished;
  const { status, nextRetryAt } = outcomeOf(finished);
  // Equal mutant "→ false": no attempt leaves its delivery queued. The type does not say so.
  const outcome = status === 'queued' ? 'failed' : status;
  if (!result.ok)
    log.warn('a webhook delivery failed', {
      delivery: Number(delivery.id),
      endpoint: endpoint.id,
      event: delivery.eventId,
      attempt: delivery.attempt + 1,
      outcome,
      stage: result.stage,
      response_code: result.responseCode,
      next_retry_at: nextRetryAt?.toISOString() ?? null,
    });
  return { outcome, stage: result.stage, durationMs: result.durationMs, lagMs: lagOf(finished) };
}

/** The revision counts recorded attempts and redeliveries, so 0 means the first attempt. */
function lagOf({ delivery, at }: Finished): number | null {
  if (delivery.revision > 0 || delivery.eventType === 'ping') return null;
  const { created_at: createdAt, mode } = JSON.parse(delivery.body) as { created_at?: string; mode?: string };
  return createdAt && mode === 'live' ? Math.max(0, at.getTime() - Date.parse(createdAt)) : null;
}

/** Sends inside a span whose parent is the change that caused the event. The span contains neither address nor content. */
function traced(
  trace: JobTrace,
  delivery: ClaimedDelivery,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  const attributes = {
    'webhook.event.id': delivery.eventId,
    'webhook.event.type': delivery.eventType,
    'webhook.attempt': delivery.attempt + 1,
  };
  const carried = delivery.trace === null ? null : { traceparent: delivery.trace };
  return trace.inSpan('webhook send', { kind: 'client', carried, attributes }, async (span) => {
    const result = await send();
    span.describe({
      'webhook.ok': result.ok,
      'webhook.stage': result.stage,
      ...(result.responseCode !== null && { 'http.response.status_code': result.responseCode }),
    });
    return result;
  });
}
