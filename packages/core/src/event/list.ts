/** Reads a document's audit trail. */
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import type { Event } from '@countersign/db/models';
import { columnsOf } from '@countersign/db/rows';
import { sqlOf } from '@countersign/db/sql';
import type { SqlTx } from '../ctx.ts';

const eventColumns = columnsOf('Event', 'e');

const pageSize = 200;

/**
 * Events of a document in `seq` order: all, or one page after number `after`. In the shape that `verifyChain` and the API
 * use.
 */
export async function listEvents(
  db: SqlTx,
  documentId: string,
  { after, limit }: { after: number; limit?: number } = { after: 0 },
): Promise<EventOut[]> {
  const rows = await sqlOf(db).$queryRaw<Event[]>`
    SELECT ${eventColumns} FROM event e WHERE e.document_id = ${documentId}::uuid AND e.seq > ${after}::int
    ORDER BY e.seq LIMIT ${limit ?? null}::int`;
  return rows.map(eventOf);
}

/** Whether personal data of the document was erased after this event. An erasure changes earlier events too. */
export async function isErasedAfter(db: SqlTx, documentId: string, seq: number): Promise<boolean> {
  const [found] = await sqlOf(db).$queryRaw<Array<{ isErased: boolean }>>`
    SELECT EXISTS (SELECT 1 FROM event WHERE document_id = ${documentId}::uuid AND seq > ${seq}::int
      AND event_type = 'envelope.erased') AS "isErased"`;
  return found!.isErased;
}

/**
 * All events of a document in `seq` order, with one page in memory at a time. A consistent view needs a repeatable-read
 * transaction.
 */
export async function* readEvents(db: SqlTx, documentId: string): AsyncGenerator<EventOut> {
  for await (const page of readEventPages(db, documentId)) yield* page;
}

/** Like readEvents, one page at a time. The caller may change events of earlier pages while reading. */
export async function* readEventPages(db: SqlTx, documentId: string): AsyncGenerator<EventOut[]> {
  for (let after = 0; ; ) {
    const page = await listEvents(db, documentId, { after, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.seq;
  }
}

function eventOf(row: Event): EventOut {
  return {
    envelope_id: encodeId('doc', row.documentId),
    seq: row.seq,
    event_type: row.eventType,
    actor: row.actor as Record<string, unknown>,
    payload: row.payload as Record<string, unknown>,
    payload_hash: row.payloadHash,
    created_at_iso: row.createdAtIso,
    prev_hash: row.prevHash,
    hash: row.hash,
    ip: row.ip,
    user_agent: row.userAgent,
    ...(row.erasedAt && { erased_at: row.erasedAt.toISOString() }),
  };
}
