/** The `webhooks` section of the OpenAPI document: what the service sends to subscribed endpoints (docs/spec/interface.md, Events; docs/spec/decisions.md, section 6). */
import { bulkSendEventTypes, type PublicEventType, publicEventTypes } from '@countersign/contract/events';
import { BulkSendEvent, WebhookEvent, WebhookPing } from '@countersign/contract/webhook';
import type { Components, JsonSchema } from './schemas.ts';

const when: Record<PublicEventType | 'ping', string> = {
  'bulk_send.completed':
    'Every document of the bulk send has ended: completed, declined, voided or expired. Once for each run that sent rows',
  'bulk_send.finished': 'A run of the bulk send has ended: no row waits to be sent. Once for each run',
  'document.bounced': 'A signing email could not be delivered to a recipient',
  'document.completed': 'Every recipient has signed; sealing starts',
  'document.created': 'A document was created',
  'document.expired': 'The expiry passed before every recipient signed',
  'document.opened': 'A recipient opened their signing link for the first time; one event per recipient',
  'document.rejected': 'A recipient declined, which closes the document',
  'document.sealed': 'The sealed PDF with its Certificate of Completion is ready to download',
  'document.sent': 'The document was sent and signing links were issued; also when it is sent again',
  'document.signed': 'A recipient completed all of their fields',
  ping: 'A test ping, requested with POST /v1/webhooks/{webhook_id}/ping',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('X-Service-Event', 'The event type, repeated from the body'),
  header(
    'X-Service-Signature',
    '`v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>`',
  ),
  header('User-Agent', '`Service-Webhooks/1.0`'),
  header('webhook-id', 'The id of the event (Standard Webhooks): the same over retries and redeliveries'),
  header('webhook-timestamp', 'Seconds since 1970 of this attempt (Standard Webhooks)'),
  header('webhook-signature', 'The signature that libraries of Standard Webhooks verify'),
];

function bodyOf(type: PublicEventType | 'ping') {
  if (type === 'ping') return WebhookPing;
  return (bulkSendEventTypes as readonly string[]).includes(type) ? BulkSendEvent : WebhookEvent;
}

/** Describes the delivery of every event type. */
export function describeDeliveries(components: Components): JsonSchema {
  const types = [...publicEventTypes, 'ping'] as const;
  return Object.fromEntries(
    types.map((type) => [
      type,
      {
        post: {
          operationId: `deliver_${type.replace('.', '_')}`,
          tags: ['webhooks'],
          summary: when[type],
          description:
            'Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.',
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: components.use(bodyOf(type)) },
            },
          },
          responses: {
            '2XX': { description: 'Delivered' },
            '4XX': { description: 'Not delivered; it will be retried' },
          },
          security: [],
        },
      },
    ]),
  );
}
