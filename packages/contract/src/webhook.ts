/** Webhook shapes (docs/spec/interface.md, Webhook and Events; docs/spec/decisions.md, section 6), and the event feed. */
import * as z from 'zod';
import { boundedText, DateTime, ModeSchema, pageQuery, queryInteger, refuseTwoStarts } from './common.ts';
import { deliveryStatuses } from './enumerations.ts';
import { bulkSendEventTypes, documentEventTypes, publicEventTypes } from './events.ts';
import { ownDataOut } from './own-data.ts';

export { deliveryStatuses };
export const MAX_WEBHOOK_URL = 2000;

const EventTypes = z
  .array(z.enum(publicEventTypes))
  .max(100)
  .transform((types) => [...new Set(types)])
  .describe('Event types to deliver; an empty list subscribes to every type');
const Url = boundedText(1, MAX_WEBHOOK_URL);

export const CreateWebhookReq = z
  .object({ url: Url.describe('An https:// URL'), events: EventTypes.default([]) })
  .meta({ id: 'CreateWebhookReq' });
export type CreateWebhookReq = z.infer<typeof CreateWebhookReq>;

export const PatchWebhookReq = z
  .object({ url: Url.nullish(), events: EventTypes.nullish(), active: z.boolean().nullish() })
  .meta({ id: 'PatchWebhookReq' });
export type PatchWebhookReq = z.infer<typeof PatchWebhookReq>;

const webhook = {
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()).describe('Subscribed event types; empty means every type'),
  active: z.boolean(),
  previous_secret_expires_at: DateTime.nullish().describe(
    'Until then deliveries are also signed with the previous secret',
  ),
};
export const WebhookOut = z.object(webhook).meta({ id: 'WebhookOut' });
export type WebhookOut = z.infer<typeof WebhookOut>;
export const WebhookCreated = z
  .object({ ...webhook, secret: z.string().describe('The signing secret, `whsec_…`; shown once') })
  .meta({ id: 'WebhookCreated' });
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const AttemptOut = z
  .object({
    attempt: z.int().describe('Counted from 1; starts again with each redelivery'),
    at: DateTime,
    response_code: z.int().nullable(),
    error: z.string().nullable(),
    duration_ms: z.int(),
  })
  .meta({ id: 'AttemptOut' });
export type AttemptOut = z.infer<typeof AttemptOut>;

export const DeliveryOut = z
  .object({
    id: z.int(),
    event_id: z.string(),
    event_type: z.string(),
    status: z
      .enum(deliveryStatuses)
      .describe('A `failed` delivery is retried at `next_retry_at`; a `dead` one is not'),
    attempt: z.int().describe('Attempts made since it was queued, at most 4'),
    created_at: DateTime,
    delivered_at: DateTime.nullish(),
    last_error: z.string().nullish(),
    next_retry_at: DateTime.nullish(),
    response_code: z.int().nullish(),
    attempts: z.array(AttemptOut).describe('The last 50 attempts, including those before a redelivery'),
  })
  .meta({ id: 'DeliveryOut' });
export type DeliveryOut = z.infer<typeof DeliveryOut>;

/** The request of a delivery. Requests are not stored; this one is made from what is stored. */
const DeliveryRequestOut = z
  .object({
    method: z.literal('POST'),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('Exactly the text that the signatures cover'),
  })
  .meta({ id: 'DeliveryRequestOut' });
export const DeliveryDetailOut = z
  .object({ ...DeliveryOut.shape, request: DeliveryRequestOut })
  .meta({ id: 'DeliveryDetailOut' });
export type DeliveryDetailOut = z.infer<typeof DeliveryDetailOut>;

export const TestEventReq = z
  .object({ type: z.enum(publicEventTypes).describe('The type of the event to send') })
  .meta({ id: 'TestEventReq' });
export type TestEventReq = z.infer<typeof TestEventReq>;

/** A delivery's number; none needs more than 15 digits. */
export function decodeDeliveryId(text: string): bigint | null {
  return /^\d{1,15}$/.test(text) ? BigInt(text) : null;
}

export const DeliveriesQuery = pageQuery((text) => decodeDeliveryId(text) !== null).extend({
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status'),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

export const RedeliverOut = z
  .object({ id: z.int(), status: z.literal('queued') })
  .meta({ id: 'RedeliverOut' });
export type RedeliverOut = z.infer<typeof RedeliverOut>;

export const PingOut = z
  .object({ id: z.int(), event_id: z.string(), status: z.string() })
  .meta({ id: 'PingOut' });
export type PingOut = z.infer<typeof PingOut>;

export const RedeliverDeadQuery = z.object({
  since: DateTime.optional().describe('Only deliveries created at or after this time'),
});
export const RedeliverDeadOut = z
  .object({
    queued: z.int().describe('Number of deliveries that were queued, at most 10,000'),
    more: z.boolean().describe('True if dead deliveries remain: call again'),
  })
  .meta({ id: 'RedeliverDeadOut' });
export type RedeliverDeadOut = z.infer<typeof RedeliverDeadOut>;

/** An event of a document: the body of a delivery, and an item of the event feed (docs/spec/interface.md, Payload). */
export const WebhookEvent = z
  .object({
    id: z
      .string()
      .describe(
        '`evt_outbox_<n>`: unique; the same for all retries and redeliveries. `evt_test_<hex>` for a test event',
      ),
    type: z.enum(documentEventTypes),
    created_at: DateTime,
    document: z.string(),
    mode: ModeSchema,
    data: z.object({ seq: z.int(), engine_event_type: z.string(), actor: z.string().describe('`type:id`') }),
    external_id: ownDataOut.external_id.describe("The document's value at the time of delivery"),
    metadata: ownDataOut.metadata.describe("The document's value at the time of delivery"),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const count = z.int().min(0);
/** An event of a bulk send: the body of a delivery, and an item of the event feed. */
export const BulkSendEvent = z
  .object({
    id: WebhookEvent.shape.id,
    type: z.enum(bulkSendEventTypes),
    created_at: DateTime,
    bulk_send: z.uuid(),
    mode: ModeSchema,
    data: z.object({
      run: z.int().min(1).describe('Counts dispatches of the bulk send, retries and repairs included'),
      status: z.enum(['done', 'failed', 'canceled']),
      row_count: count,
      sent_count: count,
      failed_count: count,
      canceled_count: count,
      invalid_count: count,
    }),
    external_id: ownDataOut.external_id.describe("The bulk send's value at the time of delivery"),
    metadata: ownDataOut.metadata.describe("The bulk send's value at the time of delivery"),
  })
  .meta({ id: 'BulkSendEvent' });
export type BulkSendEvent = z.infer<typeof BulkSendEvent>;

/** The body of a test ping (docs/spec/interface.md, Test ping). */
export const WebhookPing = z
  .object({
    id: z.string().describe('`evt_ping_<hex>`'),
    type: z.literal('ping'),
    created_at: DateTime,
    mode: ModeSchema,
  })
  .meta({ id: 'WebhookPing' });
export type WebhookPing = z.infer<typeof WebhookPing>;

export const MAX_EVENT_WAIT_SECONDS = 30;

const EventPosition = z.string().regex(/^(latest|evt_outbox_\d{1,18})$/);

export const EventFeedQuery = z
  .object({
    after: EventPosition.optional().describe(
      'Id of the last event that you have read, or `latest` to read only new events. Without it, reading starts at the oldest event',
    ),
    starting_after: EventPosition.optional().describe('The same as `after`, as in other lists'),
    limit: queryInteger(1, 200, 50).describe('Maximum number of events in the response'),
    wait: queryInteger(0, MAX_EVENT_WAIT_SECONDS, 0).describe(
      'Seconds to wait if there is no event yet, at most 30',
    ),
  })
  .superRefine(refuseTwoStarts('after'));
export type EventFeedQuery = z.infer<typeof EventFeedQuery>;

export const EventFeed = z
  .object({
    items: z.array(z.union([WebhookEvent, BulkSendEvent])),
    next_after: z.string().nullable().describe('Pass it as `after` in the next call'),
    has_more: z.boolean(),
  })
  .meta({ id: 'EventFeed' });
export type EventFeed = z.infer<typeof EventFeed>;
