/** Checks a document's audit chain offline (docs/spec/decisions.md, section 4; docs/AUDIT.md). Pure: needs the events alone. */

import { ERASED_PAYLOAD_HASH, eventHash, GENESIS_HASH, payloadHash, TrailHash } from './audit-hash.ts';
import type { EventOut } from './event.ts';

/** What a sound chain says of the personal data that were erased from it. */
export interface ChainErasure {
  /** Events of which something was erased. */
  events: number;
  /** Of those, how many hashes could not be recomputed any more: their place in the chain is all that was checked. */
  unchecked: number;
  /** When the last erasure was recorded, and by whom. */
  at: string;
  by: Record<string, unknown>;
}

export type ChainVerdict =
  | { ok: true; count: number; head: string; erasure?: ChainErasure }
  | { ok: false; count: number; brokenAtSeq: number; reason: string };

/**
 * Recomputes every hash in `seq` order. A chain is sound when seq runs 1, 2, 3 …, every event names its predecessor's hash,
 * all belong to one document, and each payload and event hash is right. With `expected`, the event of that number must
 * carry that hash, so that a cut tail is found too. Erased events are sound when a later `envelope.erased` commits to what is
 * left of them.
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

/** The hashes of a chain, an event at a time: all that verifyChain asks, but for whether an erasure is on record. */
export class ChainLinks {
  /** The hash of the last event. */
  head = GENESIS_HASH;
  /** Whether anything was erased: then what is left has to be held against the record of that, too. */
  erased = false;
  readonly #expected: { seq: number; hash: string } | undefined;
  #anchor: string | null = null;
  #count = 0;
  #document: string | null = null;

  constructor(expected?: { seq: number; hash: string }) {
    this.#expected = expected;
  }

  /** Takes the next event; tells what is wrong with it, after which the chain is broken. */
  add(event: EventOut): ChainFault | null {
    this.#count += 1;
    const seq = this.#count;
    this.#document ??= event.envelope_id;
    const reason = this.#faultOf(event, seq);
    if (reason !== null) return { seq, reason };
    this.erased ||= Boolean(event.erased_at);
    this.head = event.hash;
    if (seq === this.#expected?.seq) this.#anchor = event.hash;
    return null;
  }

  /** What is wrong with a chain that ends here. */
  end(): ChainFault | null {
    if (!this.#expected) return null;
    const { seq, hash } = this.#expected;
    if (this.#anchor === null) return { seq, reason: `the chain ends before seq ${seq}` };
    return this.#anchor === hash ? null : { seq, reason: 'the hash differs from the one sealed in the PDF' };
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
 * What an erasure left of a chain, held against the record of it, an event at a time: with ChainLinks all that verifyChain asks.
 * Of several erasures the last one commits to all before it.
 */
export class ErasedRemains {
  readonly #hash = new TrailHash();
  #hashable = true;
  #lastSeq = 0;
  #events = 0;
  #unchecked = 0;
  #record: { event: EventOut; fits: boolean } | null = null;

  /** Takes the next event of a chain whose links hold. */
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

  /** What is wrong with what is left, if the chain ends here. */
  end(): ChainFault | null {
    if (this.#lastSeq === 0) return null;
    const record = this.#record;
    if (!record || record.event.seq < this.#lastSeq) {
      return { seq: this.#lastSeq, reason: 'its data are gone, and no later event records their erasure' };
    }
    if (record.fits) return null;
    const reason = 'the events before it are not what the erasure that it records left of them';
    return { seq: record.event.seq, reason };
  }

  /** What the record says, where there is one. */
  get erasure(): ChainErasure {
    const { created_at_iso, actor } = this.#record!.event;
    return { events: this.#events, unchecked: this.#unchecked, at: created_at_iso, by: actor };
  }
}

/** While only the payload was erased its hash stands for it; else the event's hash is all that is left to link to. */
function isHashOfErased(event: EventOut): boolean {
  if (event.payload_hash === ERASED_PAYLOAD_HASH) return /^[0-9a-f]{64}$/.test(event.hash);
  try {
    return eventHash({ ...event, ip: event.ip ?? null, user_agent: event.user_agent ?? null }) === event.hash;
  } catch {
    return false;
  }
}

/** Null for what canonical JSON cannot hold, such as half a character. */
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
