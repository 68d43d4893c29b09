/** The public form of an outbox row, in webhook deliveries and in the feed (docs/spec/interface.md, Payload). */
import { encodeEventId, encodeId } from '@countersign/contract/ids';
import type { BulkSendEvent, WebhookEvent } from '@countersign/contract/webhook';
import type { OutboxEvent } from '@countersign/db/models';

export type OutboxRow = Pick<
  OutboxEvent,
  | 'id'
  | 'type'
  | 'createdAt'
  | 'documentId'
  | 'bulkSendId'
  | 'data'
  | 'mode'
  | 'seq'
  | 'engineEventType'
  | 'actor'
>;

type OwnData = 'external_id' | 'metadata';
/** The part of an event that never changes. */
export type StoredEvent = Omit<WebhookEvent, OwnData> | Omit<BulkSendEvent, OwnData>;

/** The event without the `external_id` and `metadata` of its document or bulk send. Its members have the order of the specification. */
export function publicEvent(row: OutboxRow): StoredEvent {
  const { id, type, mode } = { ...row, id: encodeEventId(row.id) };
  const created_at = row.createdAt.toISOString();
  if (row.bulkSendId !== null)
    return {
      id,
      type: type as BulkSendEvent['type'],
      created_at,
      bulk_send: row.bulkSendId,
      mode,
      data: row.data as BulkSendEvent['data'],
    };
  return {
    id,
    type: type as WebhookEvent['type'],
    created_at,
    document: encodeId('doc', row.documentId!),
    mode,
    data: { seq: row.seq!, engine_event_type: row.engineEventType!, actor: row.actor! },
  };
}
