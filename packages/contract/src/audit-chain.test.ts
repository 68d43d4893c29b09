import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { verifyChain } from './audit-chain.ts';
import { eventHash, GENESIS_HASH, payloadHash } from './audit-hash.ts';
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

describe('the audit chain', () => {
  test('a sound chain verifies and tells its head', () => {
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

  test('a cut tail is found against the head that was sealed', () => {
    const events = chain(5);
    const expected = { seq: 5, hash: events[4]!.hash };
    expect(verifyChain(events, expected)).toMatchObject({ ok: true });
    expect(verifyChain(events.slice(0, 4), expected)).toMatchObject({ ok: false, brokenAtSeq: 5 });
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
});
