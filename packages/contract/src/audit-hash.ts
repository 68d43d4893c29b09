/**
 * The audit chain's arithmetic (decisions.md, section 4; docs/AUDIT.md): SHA-256 over RFC 8785 canonical JSON.
 */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventOut } from './event.ts';

export const GENESIS_HASH = '0'.repeat(64);

/** The members of an event that its hash covers. */
export interface HashedEvent {
  envelope_id: string;
  seq: number;
  event_type: string;
  actor: unknown;
  payload_hash: string;
  created_at_iso: string;
  ip: string | null;
  user_agent: string | null;
  prev_hash: string;
}

function sha256OfCanonical(value: unknown): string {
  return hash('sha256', canonicalize(value) as string);
}

/** SHA-256, in hex, of the canonical JSON of the payload. */
export function payloadHash(payload: unknown): string {
  return sha256OfCanonical(payload);
}

/** SHA-256, in hex, of the canonical JSON of the event's hashed members, in the documented set. */
export function eventHash(event: HashedEvent): string {
  const { envelope_id, seq, event_type, actor, payload_hash, created_at_iso, ip, user_agent, prev_hash } =
    event;
  // The members in the order of their names, as RFC 8785 has them: sorting them for every event takes as long as hashing.
  const canonical =
    `{"actor":${canonicalize(actor)},"created_at_iso":${canonicalize(created_at_iso)},"envelope_id":${canonicalize(envelope_id)}` +
    `,"event_type":${canonicalize(event_type)},"ip":${canonicalize(ip)},"payload_hash":${canonicalize(payload_hash)}` +
    `,"prev_hash":${canonicalize(prev_hash)},"seq":${canonicalize(seq)},"user_agent":${canonicalize(user_agent)}}`;
  return hash('sha256', canonical);
}

/** Stands for `payload_hash` in an erased event whose own hash cannot be recomputed: it would help nobody but who guesses. */
export const ERASED_PAYLOAD_HASH = '0'.repeat(64);

/**
 * SHA-256, in hex, of the canonical JSON of the array of these events as they are: what `envelope.erased` commits to, so that
 * what is left of a trail after an erasure cannot be changed unseen.
 */
export function trailHash(events: readonly EventOut[]): string {
  return hash('sha256', `[${events.map(committedText).join(',')}]`);
}

/** The canonical JSON of an event as a trail's hash covers it. */
export function committedText(event: EventOut): string {
  return canonicalize({
    envelope_id: event.envelope_id,
    seq: event.seq,
    event_type: event.event_type,
    actor: event.actor,
    payload: event.payload,
    payload_hash: event.payload_hash,
    created_at_iso: event.created_at_iso,
    ip: event.ip ?? null,
    user_agent: event.user_agent ?? null,
    prev_hash: event.prev_hash,
    hash: event.hash,
    erased_at: event.erased_at ?? null,
  }) as string;
}
