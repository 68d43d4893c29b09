/** Checks a document's audit chain offline (decisions.md, section 4). Pure: needs the events alone. */

import { eventHash, GENESIS_HASH, payloadHash } from './audit-hash.ts';
import type { EventOut } from './event.ts';

export type ChainVerdict =
  | { ok: true; count: number; head: string }
  | { ok: false; count: number; brokenAtSeq: number; reason: string };

/**
 * Recomputes every hash in `seq` order. A chain is sound when seq runs 1, 2, 3 …, every event names its predecessor's hash,
 * all belong to one document, and each payload and event hash is right. With `expected`, the event of that number must
 * carry that hash, so that a cut tail is found too.
 */
export function verifyChain(
  events: readonly EventOut[],
  expected?: { seq: number; hash: string },
): ChainVerdict {
  let previous = GENESIS_HASH;
  const broken = (seq: number, reason: string): ChainVerdict => ({
    ok: false,
    count: events.length,
    brokenAtSeq: seq,
    reason,
  });
  for (const [index, event] of events.entries()) {
    const seq = index + 1;
    if (event.seq !== seq) return broken(seq, `expected seq ${seq}, found ${event.seq}`);
    if (event.envelope_id !== events[0]?.envelope_id) return broken(seq, 'belongs to another document');
    if (event.prev_hash !== previous) return broken(seq, 'prev_hash is not the hash of the event before');
    const computed = hashesOf(event);
    if (!computed) return broken(seq, 'it has no canonical form (RFC 8785), so it was never hashed');
    if (event.payload_hash !== computed.payload)
      return broken(seq, 'payload_hash does not match the payload');
    if (event.hash !== computed.event) return broken(seq, 'hash does not match the event');
    previous = computed.event;
  }
  if (expected) {
    const anchored = events[expected.seq - 1];
    if (!anchored) return broken(expected.seq, `the chain ends before seq ${expected.seq}`);
    if (anchored.hash !== expected.hash)
      return broken(expected.seq, 'the hash differs from the one sealed in the PDF');
  }
  return { ok: true, count: events.length, head: previous };
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
