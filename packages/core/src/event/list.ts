/** Reads a document's audit trail. */
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import type { Tx } from '../ctx.ts';

/** All events of a document in `seq` order, in the shape that `verifyChain` and the wire use. */
export async function listEvents(db: Pick<Tx, 'event'>, documentId: string): Promise<EventOut[]> {
  const rows = await db.event.findMany({ where: { documentId }, orderBy: { seq: 'asc' } });
  const envelopeId = encodeId('doc', documentId);
  return rows.map((row) => ({
    envelope_id: envelopeId,
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
  }));
}
