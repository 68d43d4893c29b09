/** POST /v1/webhooks/{webhook_id}/ping and …/test-event (docs/spec/interface.md, Test ping). */
import { randomBytes } from 'node:crypto';
import {
  type BulkSendEventType,
  bulkSendEventTypes,
  type DocumentEventType,
  type PublicEventType,
  publicEventOf,
} from '@countersign/contract/events';
import { encodeId } from '@countersign/contract/ids';
import type { BulkSendEvent, WebhookEvent, WebhookPing } from '@countersign/contract/webhook';
import type { WebhookDelivery } from '@countersign/db/models';
import { signals } from '@countersign/queue/jobs';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { dueAtOnce } from './due.ts';
import { guardActive, lockEndpoint } from './find.ts';

/**
 * Queues one delivery of type `ping`, regardless of the endpoint's subscriptions. Throws not-found, and webhook-state if the endpoint is
 * disabled.
 */
export async function pingEndpoint(ctx: Ctx, endpointId: string): Promise<WebhookDelivery> {
  return queueForTest(ctx, endpointId, (createdAt) => ({
    id: newEventId('ping'),
    type: 'ping',
    created_at: createdAt,
    mode: ctx.mode,
  }));
}

/** No document and no bulk send has this id. */
const unusedId = '00000000-0000-0000-0000-000000000000';

/**
 * Queues one delivery with an example of an event, regardless of the endpoint's subscriptions. It is always of test mode and names a
 * document or bulk send that does not exist, so that no signed delivery states anything false. Throws like `pingEndpoint`.
 */
export async function sendTestEvent(
  ctx: Ctx,
  endpointId: string,
  type: PublicEventType,
): Promise<WebhookDelivery> {
  return queueForTest(ctx, endpointId, (createdAt) => {
    const common = { id: newEventId('test'), created_at: createdAt, mode: 'test' as const };
    const own = { external_id: null, metadata: {} };
    return isOfBulkSend(type)
      ? { ...common, type, bulk_send: unusedId, data: exampleRun, ...own }
      : {
          ...common,
          type,
          document: encodeId('doc', unusedId),
          data: { seq: 1, engine_event_type: engineTypeOf(type), actor: 'system:test-event' },
          ...own,
        };
  });
}

const isOfBulkSend = (type: PublicEventType): type is BulkSendEventType =>
  bulkSendEventTypes.some((one) => one === type);

const exampleRun = {
  run: 1,
  status: 'done' as const,
  ...{ row_count: 1, sent_count: 1, failed_count: 0, canceled_count: 0, invalid_count: 0 },
};

/** The event of the audit trail behind a public one. */
const engineTypeOf = (type: DocumentEventType) =>
  Object.entries(publicEventOf).find(([, own]) => own === type)![0];

const newEventId = (kind: 'ping' | 'test') => `evt_${kind}_${randomBytes(12).toString('hex')}`;

async function queueForTest(
  ctx: Ctx,
  endpointId: string,
  bodyAt: (createdAt: string) => WebhookPing | WebhookEvent | BulkSendEvent,
): Promise<WebhookDelivery> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    guardActive(endpoint);
    const now = ctx.now();
    const body = bodyAt(now.toISOString());
    tx.wake(signals.webhookDelivery);
    return tx.db.webhookDelivery.create({
      data: {
        endpointId: endpoint.id,
        eventId: body.id,
        eventType: body.type,
        body: JSON.stringify(body),
        trace: ctx.queue.trace?.carry()?.traceparent ?? null,
        createdAt: now,
        dueAt: await dueAtOnce(tx),
      },
    });
  });
}
