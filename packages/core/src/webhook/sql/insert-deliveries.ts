import type { SqlTx } from '@countersign/db/sql';
import type { Moment } from '../claim.ts';

/** New deliveries, column by column. No text contains a line break. */
export interface NewDeliveries {
  endpoints: string[];
  eventIds: string[];
  types: string[];
  documentIds: string[];
  bodies: string[];
  /** Empty for none. */
  traces: string[];
}

/** Inserts deliveries in their order, due at once, and marks the outbox rows as fanned out. Texts split faster than arrays parse. */
export async function insertDeliveries(
  tx: SqlTx,
  made: NewDeliveries,
  outboxIds: bigint[],
  moment: Moment,
): Promise<void> {
  const lines = (texts: string[]) => texts.join('\n');
  await tx.$executeRaw`
    WITH given AS (SELECT COALESCE(${moment}::timestamptz, date_trunc('milliseconds', now())) AS moment), inserted AS (
      INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, document_id, body, trace, created_at, due_at)
      SELECT d.endpoint::uuid, d.event, d.type, d.document::uuid, d.body, NULLIF(d.trace, ''), moment, moment
      FROM given, ROWS FROM (
        string_to_table(${lines(made.endpoints)}, chr(10)), string_to_table(${lines(made.eventIds)}, chr(10)),
        string_to_table(${lines(made.types)}, chr(10)), string_to_table(${lines(made.documentIds)}, chr(10)),
        string_to_table(${lines(made.bodies)}, chr(10)), string_to_table(${lines(made.traces)}, chr(10))
      ) WITH ORDINALITY AS d(endpoint, event, type, document, body, trace, place)
      ORDER BY d.place
    )
    UPDATE outbox_event SET fanned_out_at = given.moment FROM given WHERE id = ANY(${outboxIds}::bigint[])`;
}
