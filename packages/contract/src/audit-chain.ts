/** Checks a document's audit chain offline (docs/spec/decisions.md, section 4; docs/AUDIT.md). Pure: needs the events alone. */

import { ERASED_PAYLOAD_HASH, eventHash, GENESIS_HASH, payloadHash, TrailHash } from './audit-hash.ts';
import type { EventOut } from './event.ts';

/** The erasures of personal data that a valid chain records. */
export interface ChainErasure {
  /** Number of events with erased data. */
  events: number;
  /** How many of their hashes could not be recomputed. Only the place of these events in the chain was checked. */
  unchecked: number;
  /** When the last erasure was recorded, and by whom. */
  at: string;
  by: Record<string, unknown>;
}

export type ChainVerdict =
  | { ok: true; count: number; head: string; erasure?: ChainErasure }
  | { ok: false; count: number; brokenAtSeq: number; reason: string };

/**
 * Recomputes every hash in `seq` order. A chain is sound if `seq` counts from 1 without gaps, every event has the hash of the event
 * before it, all events belong to one document, and every payload hash and event hash is correct. With `expected`, the event with that
 * `seq` must have that hash, so that missing events at the end are found too. Erased events are sound if a later `envelope.erased`
 * contains the hash of the data that is left.
 */
export function verifyChain(
  events: readonly EventOut[],
  expected?: { seq: number; hash: string },
): ChainVerdict {
  const broken = (seq: number, reason: string): ChainVerdict => ({
    ok: false,
    count: events.length,
    brokenAtSeq: seq,
    reason,
  });
  const links = new ChainLinks(expected);
  for (const event of events) {
    const fault = links.add(event);
    if (fault) return broken(fault.seq, fault.reason);
  }
  const remains = links.erased ? new ErasedRemains() : null;
  for (const event of events) remains?.add(event);
  const fault = remains?.end() ?? links.end();
  if (fault) return broken(fault.seq, fault.reason);
  return { ok: true, count: events.length, head: links.head, ...(remains && { erasure: remains.erasure }) };
}

export interface ChainFault {
  seq: number;
  reason: string;
}

/** Checks the hashes of a chain, one event at a time: everything that verifyChain checks except the record of erasures. */
export class ChainLinks {
  /** The hash of the last event. */
  head = GENESIS_HASH;
  /** Whether anything was erased. Then the remaining data must also be compared with the record of the erasure. */
  erased = false;
  readonly #expected: { seq: number; hash: string } | undefined;
  #hashAtExpected: string | null = null;
  #count = 0;
  #document: string | null = null;

  constructor(expected?: { seq: number; hash: string }) {
    this.#expected = expected;
  }

  /** Checks the next event. Returns the fault that breaks the chain, or null. */
  add(event: EventOut): ChainFault | null {
    this.#count += 1;
    const seq = this.#count;
    this.#document ??= event.envelope_id;
    const reason = this.#faultOf(event, seq);
    if (reason !== null) return { seq, reason };
    this.erased ||= Boolean(event.erased_at);
    this.head = event.hash;
    if (seq === this.#expected?.seq) this.#hashAtExpected = event.hash;
    return null;
  }

  /** The fault of a chain that ends here, or null. */
  end(): ChainFault | null {
    if (!this.#expected) return null;
    const { seq, hash } = this.#expected;
    if (this.#hashAtExpected === null) return { seq, reason: `the chain ends before seq ${seq}` };
    return this.#hashAtExpected === hash
      ? null
      : { seq, reason: 'the hash differs from the one sealed in the PDF' };
  }

  #faultOf(event: EventOut, seq: number): string | null {
    if (event.seq !== seq) return `expected seq ${seq}, found ${event.seq}`;
    if (event.envelope_id !== this.#document) return 'belongs to another document';
    if (event.prev_hash !== this.head) return 'prev_hash is not the hash of the event before';
    if (event.erased_at)
      return isHashOfErased(event) ? null : 'hash does not match what is left of the event';
    const computed = hashesOf(event);
    if (!computed) return 'it has no canonical form (RFC 8785), so it was never hashed';
    if (event.payload_hash !== computed.payload) return 'payload_hash does not match the payload';
    return event.hash === computed.event ? null : 'hash does not match the event';
  }
}

/**
 * Compares the data that an erasure left with the record of the erasure, one event at a time. Together with ChainLinks this is
 * everything that verifyChain checks. The last of several erasures commits to all earlier ones.
 */
export class ErasedRemains {
  readonly #hash = new TrailHash();
  #hashable = true;
  #lastSeq = 0;
  #events = 0;
  #unchecked = 0;
  #record: { event: EventOut; fits: boolean } | null = null;

  /** Adds the next event of a chain whose hashes are correct. */
  add(event: EventOut): void {
    if (event.erased_at) {
      this.#lastSeq = event.seq;
      this.#events += 1;
      if (event.payload_hash === ERASED_PAYLOAD_HASH) this.#unchecked += 1;
    } else if (event.event_type === 'envelope.erased') {
      const fits = this.#hashable && event.payload.trail_sha256 === this.#hash.soFar();
      this.#record = { event, fits };
    }
    try {
      this.#hash.add(event);
    } catch {
      this.#hashable = false;
    }
  }

  /** The fault of the remaining data if the chain ends here, or null. */
  end(): ChainFault | null {
    if (this.#lastSeq === 0) return null;
    const record = this.#record;
    if (!record || record.event.seq < this.#lastSeq) {
      return { seq: this.#lastSeq, reason: 'its data is missing, and no later event records their erasure' };
    }
    if (record.fits) return null;
    const reason = 'the events before it do not match the erasure that it records';
    return { seq: record.event.seq, reason };
  }

  /** The record of the erasure, if there is one. */
  get erasure(): ChainErasure {
    const { created_at_iso, actor } = this.#record!.event;
    return { events: this.#events, unchecked: this.#unchecked, at: created_at_iso, by: actor };
  }
}

/** If only the payload was erased, its stored hash is used. Otherwise only the event's own hash is left. */
function isHashOfErased(event: EventOut): boolean {
  if (event.payload_hash === ERASED_PAYLOAD_HASH) return /^[0-9a-f]{64}$/.test(event.hash);
  try {
    return eventHash({ ...event, ip: event.ip ?? null, user_agent: event.user_agent ?? null }) === event.hash;
  } catch {
    return false;
  }
}

/** Null for values that have no canonical JSON, such as a lone surrogate. */
function hashesOf(event: EventOut): { payload: string; event: string } | null {
  try {
    return {
      payload: payloadHash(event.payload),
      event: eventHash({ ...event, ip: event.ip ?? null, user_agent: event.user_agent ?? null }),
    };
  } catch {
    return null;
  }
}
