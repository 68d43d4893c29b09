import type { SqlTx } from '@countersign/db/sql';
import type { Moment } from '../claim.ts';

/** New deliveries, column by column. No text contains a line break. */
export interface NewDeliveries {
  endpoints: string[];
  eventIds: string[];
  types: string[];
  /** Empty where the event is about a bulk send. */
  documentIds: string[];
  /** Empty where the event is about a document. */
  bulkSendIds: string[];
  bodies: string[];
  /** Empty for none. */
  traces: string[];
}

/**
 * Inserts deliveries in their order, due at once, and marks the outbox rows as fanned out. The columns are texts with one value in each
 * line, because PostgreSQL splits a text faster than it parses an array.
 */
export async function insertDeliveries(
  tx: SqlTx,
  made: NewDeliveries,
  outboxIds: bigint[],
  moment: Moment,
): Promise<void> {
  const lines = (texts: string[]) => texts.join('\n');
  await tx.$executeRaw`
    WITH given AS (SELECT COALESCE(${moment}::timestamptz, date_trunc('milliseconds', now())) AS moment), inserted AS (
      INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, document_id, bulk_send_id, body, trace, created_at, due_at)
      SELECT d.endpoint::uuid, d.event, d.type, NULLIF(d.document, '')::uuid, NULLIF(d.bulk_send, '')::uuid, d.body,
        NULLIF(d.trace, ''), moment, moment
      FROM given, ROWS FROM (
        string_to_table(${lines(made.endpoints)}, chr(10)), string_to_table(${lines(made.eventIds)}, chr(10)),
        string_to_table(${lines(made.types)}, chr(10)), string_to_table(${lines(made.documentIds)}, chr(10)),
        string_to_table(${lines(made.bulkSendIds)}, chr(10)), string_to_table(${lines(made.bodies)}, chr(10)), string_to_table(${lines(made.traces)}, chr(10))
      ) WITH ORDINALITY AS d(endpoint, event, type, document, bulk_send, body, trace, place)
      ORDER BY d.place
    )
    UPDATE outbox_event SET fanned_out_at = given.moment FROM given WHERE id = ANY(${outboxIds}::bigint[])`;
}
