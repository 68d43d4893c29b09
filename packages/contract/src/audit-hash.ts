/**
 * The audit chain's arithmetic (decisions.md, section 4; docs/AUDIT.md): SHA-256 over RFC 8785 canonical JSON.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

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
  return createHash('sha256')
    .update(canonicalize(value) as string)
    .digest('hex');
}

/** SHA-256, in hex, of the canonical JSON of the payload. */
export function payloadHash(payload: unknown): string {
  return sha256OfCanonical(payload);
}

/** SHA-256, in hex, of the canonical JSON of the event's hashed members, in the documented set. */
export function eventHash(event: HashedEvent): string {
  const { envelope_id, seq, event_type, actor, payload_hash, created_at_iso, ip, user_agent, prev_hash } =
    event;
  return sha256OfCanonical({
    envelope_id,
    seq,
    event_type,
    actor,
    payload_hash,
    created_at_iso,
    ip,
    user_agent,
    prev_hash,
  });
}
