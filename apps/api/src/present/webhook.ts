/** Converts webhooks and deliveries to their shapes on the wire (docs/spec/interface.md, Webhook). */
import type {
  AttemptOut,
  DeliveryDetailOut,
  DeliveryOut,
  PingOut,
  WebhookCreated,
  WebhookOut,
} from '@countersign/contract/webhook';
import type { Endpoint } from '@countersign/core/webhook/find';
import type { DeliveryRequest } from '@countersign/core/webhook/get-delivery';
import type { WebhookDelivery } from '@countersign/db/models';

/** A webhook as callers see it, without its secret. A grace period that has ended is omitted. */
export function presentWebhook(endpoint: Endpoint, now: Date): WebhookOut {
  const expiry = endpoint.previousSecretExpiresAt;
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    active: endpoint.active,
    previous_secret_expires_at: expiry && expiry > now ? expiry.toISOString() : null,
  };
}

/** The response to creation and rotation, the only ones that contain the secret. */
export function presentCreatedWebhook(
  created: { endpoint: Endpoint; secret: string },
  now: Date,
): WebhookCreated {
  return { ...presentWebhook(created.endpoint, now), secret: created.secret };
}

/** A delivery with every attempt. */
export function presentDelivery(delivery: WebhookDelivery): DeliveryOut {
  return {
    id: Number(delivery.id),
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempt: delivery.attempt,
    created_at: delivery.createdAt.toISOString(),
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    last_error: delivery.lastError,
    next_retry_at: delivery.nextRetryAt?.toISOString() ?? null,
    response_code: delivery.responseCode,
    attempts: delivery.attempts as unknown as AttemptOut[],
  };
}

/** A delivery with its request. */
export function presentDeliveryDetail(
  delivery: WebhookDelivery,
  request: DeliveryRequest,
): DeliveryDetailOut {
  return { ...presentDelivery(delivery), request: { method: 'POST', ...request } };
}

/** The response to a ping or a test event. */
export function presentPing(delivery: WebhookDelivery): PingOut {
  return { id: Number(delivery.id), event_id: delivery.eventId, status: delivery.status };
}
