/** The public form of an outbox row, in webhook deliveries and in the feed (docs/spec/interface.md, Payload). */
import { encodeEventId, encodeId } from '@countersign/contract/ids';
import type { WebhookEvent } from '@countersign/contract/webhook';
import type { OutboxEvent } from '@countersign/db/models';

export type OutboxRow = Pick<
  OutboxEvent,
  'id' | 'type' | 'createdAt' | 'documentId' | 'mode' | 'seq' | 'engineEventType' | 'actor'
>;

/** The part of an event that never changes. */
export type StoredEvent = Omit<WebhookEvent, 'external_id' | 'metadata'>;

/** The event without the document's own id and data, with its members in the order of the specification. */
export function publicEvent(row: OutboxRow): StoredEvent {
  return {
    id: encodeEventId(row.id),
    type: row.type as WebhookEvent['type'],
    created_at: row.createdAt.toISOString(),
    document: encodeId('doc', row.documentId),
    mode: row.mode,
    data: { seq: row.seq, engine_event_type: row.engineEventType, actor: row.actor },
  };
}
