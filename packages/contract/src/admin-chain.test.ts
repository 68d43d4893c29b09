/** The hash chain of the admin log. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { AdminChainLinks, adminEventHash } from './admin-chain.ts';

const workspace_id = '0192a1b2-0000-7000-8000-000000000001';

/** Events 1 to `count`, as the service writes them. */
function chainOf(count: number) {
  const events = [];
  let prev_hash = '0'.repeat(64);
  for (let seq = 1; seq <= count; seq += 1) {
    const event = {
      ...{ workspace_id, seq, type: 'key.created', created_at: '2026-11-29T12:00:00.000Z', prev_hash },
      ...{
        actor: { type: 'user', id: 'u' },
        target: { type: 'api_key', id: 'k' },
        details: { mode: 'live' },
      },
    };
    prev_hash = adminEventHash(event);
    events.push({ ...event, hash: prev_hash });
  }
  return events;
}

test('the hash is the SHA-256 of the canonical JSON of the documented members, and of no others', () => {
  const [event] = chainOf(1);
  const text =
    '{"actor":{"id":"u","type":"user"},"created_at":"2026-11-29T12:00:00.000Z","details":{"mode":"live"},' +
    `"prev_hash":"${'0'.repeat(64)}","seq":1,"target":{"id":"k","type":"api_key"},"type":"key.created","workspace_id":"${workspace_id}"}`;
  expect(event!.hash).toBe(createHash('sha256').update(text).digest('hex'));
  const withMore = { ...event!, ip: '192.0.2.1' };
  expect(adminEventHash(withMore)).toBe(event!.hash);
});

test('a chain is followed from its beginning, or from any event', () => {
  const events = chainOf(4);
  for (const from of [0, 2]) {
    const before = events[from - 1];
    const links = before
      ? new AdminChainLinks({ seq: before.seq, hash: before.hash })
      : new AdminChainLinks();
    expect(links).toMatchObject({ count: 0, firstSeq: null });
    for (const event of events.slice(from)) expect(links.add(event)).toBeNull();
    expect(links).toMatchObject({
      count: 4 - from,
      firstSeq: from + 1,
      end: { seq: 4, hash: events[3]!.hash },
    });
  }
});

test.each<[string, (events: ReturnType<typeof chainOf>) => object, object]>([
  ['a gap', (events) => events[3]!, { seq: 3, reason: 'the event is missing' }],
  ['a repeated event', (events) => events[1]!, { seq: 2, reason: 'event 3 should follow instead' }],
  [
    'an event of another chain',
    (events) => ({ ...events[2]!, prev_hash: '1'.repeat(64) }),
    { seq: 3, reason: 'prev_hash is not the hash of the event before' },
  ],
  [
    'a changed event',
    (events) => ({ ...events[2]!, type: 'key.revoked' }),
    { seq: 3, reason: 'hash does not match the event' },
  ],
  [
    'an event without canonical JSON',
    (events) => ({ ...events[2]!, details: { text: '\ud800' } }),
    { seq: 3, reason: 'hash does not match the event' },
  ],
])('%s is a fault, and the chain ends before it', (_what, next, fault) => {
  const events = chainOf(4);
  const links = new AdminChainLinks();
  for (const event of events.slice(0, 2)) links.add(event);
  expect(links.add(next(events) as never)).toEqual(fault);
  expect(links).toMatchObject({ count: 2, end: { seq: 2, hash: events[1]!.hash } });
});
