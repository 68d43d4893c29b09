/** The hash chain of the admin log (docs/decisions/042-admin-log.md). Pure: needs the events alone. */
import { GENESIS_HASH, sha256OfCanonical } from './audit-hash.ts';

/** The members that the hash covers. */
export interface HashedAdminEvent {
  workspace_id: string;
  seq: number;
  type: string;
  actor: unknown;
  target: unknown;
  details: unknown;
  created_at: string;
  prev_hash: string;
}

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of these members. */
export function adminEventHash(event: HashedAdminEvent): string {
  const { workspace_id, seq, type, actor, target, details, created_at, prev_hash } = event;
  return sha256OfCanonical({ workspace_id, seq, type, actor, target, details, created_at, prev_hash });
}

/** The number and the hash of an event. */
export interface AdminChainEnd {
  seq: number;
  hash: string;
}

/** The end of a chain without events. */
export const adminChainStart: AdminChainEnd = { seq: 0, hash: GENESIS_HASH };

export interface AdminChainFault {
  seq: number;
  reason: string;
}

/** Checks the events of a chain, one at a time. */
export class AdminChainLinks {
  /** The number of events that were checked. */
  count = 0;
  /** The number of the first event; null before it. */
  firstSeq: number | null = null;
  /** The last event, or the one before the first. */
  end: AdminChainEnd;

  /** Begins after this event. */
  constructor(start: AdminChainEnd = adminChainStart) {
    this.end = start;
  }

  /** Checks the next event. Returns the fault that breaks the chain, or null. */
  add(event: HashedAdminEvent & { hash: string }): AdminChainFault | null {
    this.firstSeq ??= event.seq;
    const expected = this.end.seq + 1;
    if (event.seq > expected) return { seq: expected, reason: 'the event is missing' };
    if (event.seq < expected) return { seq: event.seq, reason: `event ${expected} should follow instead` };
    if (event.prev_hash !== this.end.hash)
      return { seq: event.seq, reason: 'prev_hash is not the hash of the event before' };
    if (hashOrNull(event) !== event.hash) return { seq: event.seq, reason: 'hash does not match the event' };
    this.end = { seq: event.seq, hash: event.hash };
    this.count += 1;
    return null;
  }
}

/** Null for values that have no canonical JSON, such as a lone surrogate. */
function hashOrNull(event: HashedAdminEvent): string | null {
  try {
    return adminEventHash(event);
  } catch {
    return null;
  }
}
