/**
 * Computes the next events of an audit chain before they are written (docs/spec/decisions.md, sections 4 and 6). Pure except
 * for the clock.
 */
import { eventHash, payloadHash } from '@countersign/contract/audit-hash';
import type { Actor } from '@countersign/contract/event';
import { type DocumentEventType, type EngineEventType, publicEventOf } from '@countersign/contract/events';
import { encodeId } from '@countersign/contract/ids';
import type { Ctx } from '../ctx.ts';

export interface NewEvent {
  type: EngineEventType;
  payload?: Record<string, unknown>;
  /** The caller's actor by default. */
  actor?: Actor;
}

/** The end of a chain. A new document's is `{seq: 0, hash: GENESIS_HASH}`. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** Rows for event and outbox_event, and the resulting head. */
export interface ChainPart {
  documentId: string;
  head: ChainHead;
  events: Array<{
    documentId: string;
    seq: number;
    eventType: EngineEventType;
    actor: Actor;
    payload: Record<string, unknown>;
    payloadHash: string;
    createdAtIso: string;
    prevHash: string;
    hash: string;
  }>;
  published: Array<{
    documentId: string;
    seq: number;
    type: DocumentEventType;
    engineEventType: EngineEventType;
    actor: string;
    createdAtIso: string;
  }>;
}

/** The events that continue the chain after `head`, in order, with the caller's time, address and user agent. */
export function continueChain(
  ctx: Pick<Ctx, 'actor' | 'ip' | 'userAgent' | 'now'>,
  documentId: string,
  head: ChainHead,
  newEvents: readonly NewEvent[],
): ChainPart {
  const createdAtIso = ctx.now().toISOString();
  const envelopeId = encodeId('doc', documentId);
  let { seq, hash } = head;
  const events = newEvents.map(({ type, payload = {}, actor = ctx.actor }) => {
    seq += 1;
    const link = {
      documentId,
      seq,
      eventType: type,
      actor: { ...actor },
      payload,
      payloadHash: payloadHash(payload),
      createdAtIso,
      prevHash: hash,
    };
    hash = eventHash({
      envelope_id: envelopeId,
      seq,
      event_type: type,
      actor: link.actor,
      payload_hash: link.payloadHash,
      created_at_iso: createdAtIso,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      prev_hash: link.prevHash,
    });
    return { ...link, hash };
  });
  const published = events.flatMap(({ eventType, actor, seq: place }) => {
    const type = publicEventOf[eventType];
    return type
      ? {
          documentId,
          seq: place,
          type,
          engineEventType: eventType,
          actor: `${actor.type}:${actor.id}`,
          createdAtIso,
        }
      : [];
  });
  return { documentId, head: { seq, hash }, events, published };
}
