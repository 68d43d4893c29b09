import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import canonicalize from 'canonicalize';
import { ErasedRemains, verifyChain } from './audit-chain.ts';
import { ERASED_PAYLOAD_HASH, eventHash, GENESIS_HASH, payloadHash, TrailHash } from './audit-hash.ts';
import type { EventOut } from './event.ts';

function chain(length: number): EventOut[] {
  const events: EventOut[] = [];
  let previous = GENESIS_HASH;
  for (let seq = 1; seq <= length; seq += 1) {
    const payload = { recipient_id: `r${seq}`, note: 'Łukasz – Ιωάννης – 山田' };
    const unhashed = {
      envelope_id: 'doc_0000000000000000000000000a',
      seq,
      event_type: 'envelope.updated',
      actor: { type: 'system', id: 'test' },
      payload_hash: payloadHash(payload),
      created_at_iso: `2026-01-01T00:00:0${seq % 10}.000Z`,
      ip: seq % 2 ? '192.0.2.1' : null,
      user_agent: null,
      prev_hash: previous,
    };
    previous = eventHash(unhashed);
    events.push({ ...unhashed, payload, hash: previous });
  }
  return events;
}

/** The event with the hash that fits all its other members, as a forger would compute it. */
function rehashed(event: EventOut, changes: Partial<EventOut>): EventOut {
  const changed = { ...event, ...changes };
  return {
    ...changed,
    hash: eventHash({ ...changed, ip: changed.ip ?? null, user_agent: changed.user_agent ?? null }),
  };
}

describe('the audit chain', () => {
  test('a valid chain verifies, and the result has its head', () => {
    const events = chain(5);
    expect(verifyChain(events)).toEqual({ ok: true, count: 5, head: events[4]!.hash });
    expect(verifyChain([])).toEqual({ ok: true, count: 0, head: GENESIS_HASH });
  });

  const tamperings: Array<[string, (events: EventOut[]) => void, number]> = [
    ['a changed payload', (events) => void Object.assign(events[2]!.payload, { note: 'x' }), 3],
    [
      'a changed actor',
      (events) => void Object.assign(events[1]!, { actor: { type: 'system', id: 'other' } }),
      2,
    ],
    [
      'a changed time',
      (events) => void Object.assign(events[3]!, { created_at_iso: '2026-01-02T00:00:00.000Z' }),
      4,
    ],
    ['a changed address', (events) => void Object.assign(events[0]!, { ip: '192.0.2.9' }), 1],
    ['half a character', (events) => void Object.assign(events[3]!, { payload: { text: '\ud800' } }), 4],
    ['a removed event', (events) => void events.splice(2, 1), 3],
    ['swapped events', (events) => void events.splice(1, 2, events[2]!, events[1]!), 2],
    ['a removed first event', (events) => void events.shift(), 1],
    ['another document', (events) => void Object.assign(events[4]!, { envelope_id: 'doc_1' }), 5],
  ];
  test.each(tamperings)('%s is found at its place', (_what, tamper, seq) => {
    const events = structuredClone(chain(5));
    tamper(events);
    expect(verifyChain(events)).toMatchObject({ ok: false, brokenAtSeq: seq });
  });

  test('missing events at the end are found by the head that was sealed', () => {
    const events = chain(5);
    const expected = { seq: 5, hash: events[4]!.hash };
    expect(verifyChain(events, expected)).toMatchObject({ ok: true });
    expect(verifyChain(events.slice(0, 4), expected)).toMatchObject({
      ok: false,
      brokenAtSeq: 5,
      reason: 'the chain ends before seq 5',
    });
  });

  test('the published test vectors of docs/audit-vectors.json hold', () => {
    const vectors = JSON.parse(
      readFileSync(new URL('../../../docs/audit-vectors.json', import.meta.url), 'utf8'),
    ) as {
      events: EventOut[];
      head: string;
    };
    expect(verifyChain(vectors.events)).toEqual({
      ok: true,
      count: vectors.events.length,
      head: vectors.head,
    });
    for (const event of vectors.events) expect(payloadHash(event.payload)).toBe(event.payload_hash);
  });

  test.each<[string, Partial<EventOut>, RegExp]>([
    ['a number that is not the next', { seq: 6 }, /expected seq 5, found 6/],
    ['another document', { envelope_id: 'doc_1' }, /another document/],
    ['another predecessor', { prev_hash: 'a'.repeat(64) }, /prev_hash/],
    ['the hash of another payload', { payload_hash: payloadHash({}) }, /payload_hash/],
  ])('an event with %s is found, although its own hash is right', (_what, changes, reason) => {
    const events = chain(5);
    events[4] = rehashed(events[4]!, changes);
    expect(verifyChain(events)).toMatchObject({
      ok: false,
      count: 5,
      brokenAtSeq: 5,
      reason: expect.stringMatching(reason),
    });
  });

  test('events may follow the head that was sealed, but that head must be the same', () => {
    const events = chain(5);
    expect(verifyChain(events, { seq: 3, hash: events[2]!.hash })).toMatchObject({ ok: true });
    expect(verifyChain(events, { seq: 3, hash: events[3]!.hash })).toMatchObject({
      ok: false,
      brokenAtSeq: 3,
      reason: expect.stringContaining('sealed in the PDF'),
    });
  });
});

const erasedAt = '2026-02-01T00:00:00.000Z';
const eraser = { type: 'user', id: 'eraser' };

/** Erases the payloads of these events of the chain; the last event records that. */
function erased(
  events: EventOut[],
  seqs: readonly number[],
  changes: Partial<EventOut> = {},
  withoutErased = false,
): EventOut[] {
  const left = events.map((event) =>
    seqs.includes(event.seq) ? { ...event, payload: {}, erased_at: erasedAt, ...changes } : event,
  );
  return recorded(left, withoutErased);
}

/** The events and the record of what an erasure left of them, or a forged one that leaves out the erased events. */
function recorded(left: EventOut[], withoutErased = false): EventOut[] {
  const trail = new TrailHash();
  for (const event of left) if (!withoutErased || !event.erased_at) trail.add(event);
  const payload = { trail_sha256: trail.soFar() };
  const last = left.at(-1)!;
  const record = rehashed(last, {
    seq: last.seq + 1,
    prev_hash: last.hash,
    event_type: 'envelope.erased',
    actor: eraser,
    payload,
    payload_hash: payloadHash(payload),
    created_at_iso: erasedAt,
  });
  const { erased_at: _, ...unerased } = record;
  return [...left, unerased];
}

describe('the hash of a trail', () => {
  test('is the digest of the canonical JSON of all events; absent members are null', () => {
    const events = chain(3);
    const trail = new TrailHash();
    const soFar = [trail.soFar()];
    for (const event of events) {
      trail.add(event);
      soFar.push(trail.soFar());
    }
    const whole = events.map((event) => ({ ...event, erased_at: null }));
    expect(soFar).toEqual(
      [0, 1, 2, 3].map((count) => hash('sha256', canonicalize(whole.slice(0, count)) as string)),
    );
    expect([GENESIS_HASH, ERASED_PAYLOAD_HASH]).toEqual(Array(2).fill(Buffer.alloc(32).toString('hex')));
  });
});

describe('a chain of which something was erased', () => {
  test('is sound with the record of the erasure, and says how many events it covers', () => {
    expect(verifyChain(erased(chain(5), [2, 4]))).toMatchObject({
      ok: true,
      count: 6,
      erasure: { events: 2, unchecked: 0, at: erasedAt, by: eraser },
    });
    const unchecked = erased(chain(5), [3], { payload_hash: ERASED_PAYLOAD_HASH, user_agent: null });
    expect(verifyChain(unchecked)).toMatchObject({ ok: true, erasure: { events: 1, unchecked: 1 } });
  });

  test('is broken without a record of the erasure, or with one from before it', () => {
    const events = erased(chain(5), [2]);
    const reason = expect.stringContaining('no later event records their erasure');
    expect(verifyChain(events.slice(0, 5))).toMatchObject({ ok: false, brokenAtSeq: 2, reason });
    const later = rehashed(events[5]!, { ...chain(1)[0]!, seq: 7, prev_hash: events[5]!.hash });
    expect(verifyChain([...events, later])).toMatchObject({ ok: true });
    expect(verifyChain([...events, { ...later, payload: {}, erased_at: erasedAt }])).toMatchObject({
      ok: false,
      brokenAtSeq: 7,
      reason,
    });
  });

  test('needs no record while nothing of it is erased, and one from the first event on', () => {
    const remains = new ErasedRemains();
    for (const event of chain(3)) remains.add(event);
    expect(remains.end()).toBeNull();
    expect(verifyChain(erased(chain(2), [1]).slice(0, 2))).toMatchObject({ ok: false, brokenAtSeq: 1 });
  });

  test('is broken when what the erasure left was changed afterwards', () => {
    const events = erased(chain(5), [2]);
    const changed = events.with(1, { ...events[1]!, payload: { text: 'never said' } });
    expect(verifyChain(changed)).toMatchObject({
      ok: false,
      brokenAtSeq: 6,
      reason: expect.stringContaining('do not match the erasure'),
    });
  });

  test('is broken where an event without a canonical form hides from the record of the erasure', () => {
    const left = erased(
      chain(5),
      [3],
      { payload_hash: ERASED_PAYLOAD_HASH, actor: { name: '\ud800' } },
      true,
    );
    expect(verifyChain(left)).toMatchObject({ ok: false, brokenAtSeq: 6 });
  });

  test('is broken where the hash of an erased event has another form, or does not match its members', () => {
    const events = erased(chain(5), [2]);
    const reason = expect.stringContaining('what is left of the event');
    const moved = events.with(1, { ...events[1]!, created_at_iso: erasedAt });
    expect(verifyChain(moved)).toMatchObject({ ok: false, brokenAtSeq: 2, reason });
    const unhashable = events.with(1, { ...events[1]!, actor: { name: '\ud800' } });
    expect(verifyChain(unhashable)).toMatchObject({ ok: false, brokenAtSeq: 2, reason });
    for (const hash of ['', 'f'.repeat(63), `${'f'.repeat(64)}0`, 'G'.repeat(64)]) {
      const none = events.with(1, { ...events[1]!, payload_hash: ERASED_PAYLOAD_HASH, hash });
      expect(verifyChain(none)).toMatchObject({ ok: false, brokenAtSeq: 2, reason });
    }
  });

  test('the last of several erasures commits to what all of them left', () => {
    const once = erased(chain(3), [1]);
    const twice = recorded(
      once.map((event) => (event.seq === 2 ? { ...event, payload: {}, erased_at: erasedAt } : event)),
    );
    expect(verifyChain(twice)).toMatchObject({ ok: true, count: 5, erasure: { events: 2 } });
    const { payload } = twice[4]!;
    expect(verifyChain(twice.with(4, { ...twice[4]!, payload: { ...payload, note: 'x' } }))).toMatchObject({
      ok: false,
    });
  });
});
