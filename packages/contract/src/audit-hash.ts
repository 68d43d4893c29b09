/**
 * The hashes of the audit chain (docs/spec/decisions.md, section 4; docs/AUDIT.md): SHA-256 over RFC 8785 canonical JSON.
 */
import { createHash, hash } from 'node:crypto';
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

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of a value: the same whatever the order of its members. */
export function sha256OfCanonical(value: unknown): string {
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
  // Already in the order of RFC 8785, because sorting them for every event would take as long as hashing.
  const canonical =
    `{"actor":${canonicalize(actor)},"created_at_iso":${canonicalize(created_at_iso)},"envelope_id":${canonicalize(envelope_id)}` +
    `,"event_type":${canonicalize(event_type)},"ip":${canonicalize(ip)},"payload_hash":${canonicalize(payload_hash)}` +
    `,"prev_hash":${canonicalize(prev_hash)},"seq":${canonicalize(seq)},"user_agent":${canonicalize(user_agent)}}`;
  return hash('sha256', canonical);
}

/**
 * The value of `payload_hash` in an erased event. The hash of the event can then no longer be recomputed. With the real payload hash,
 * readers could guess the erased data.
 */
export const ERASED_PAYLOAD_HASH = '0'.repeat(64);

/**
 * SHA-256, in hex, of the canonical JSON of an array of events, added one at a time. `envelope.erased` commits to this hash, so
 * that the events left by an erasure cannot be changed without detection.
 */
export class TrailHash {
  readonly #hash = createHash('sha256').update('[');
  #separator = '';

  /** Adds the next event. Throws if it has no canonical form. */
  add(event: EventOut): void {
    const text = committedText(event);
    this.#hash.update(this.#separator).update(text);
    this.#separator = ',';
  }

  /** The hash of the events so far. More can be added afterwards. */
  soFar(): string {
    return this.#hash.copy().update(']').digest('hex');
  }
}

/** The canonical JSON of an event as a trail's hash covers it. */
function committedText(event: EventOut): string {
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
