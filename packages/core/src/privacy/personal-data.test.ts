/** What an erasure leaves of an audit event: ids, numbers, times, digests and words of a fixed vocabulary, and nothing else. */
import { ERASED_PAYLOAD_HASH } from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { describe, expect, test } from '@jest/globals';
import { remainsOf } from './personal-data.ts';

const uuid = '00000000-0000-7000-8000-000000000001';
const actor = { type: 'system', id: 'expiry' };
const payloadHash = 'a'.repeat(64);

const eventWith = (changes: Partial<EventOut>): EventOut => ({
  ...{ envelope_id: encodeId('doc', uuid), seq: 1, event_type: 'envelope.updated', actor, payload: {} },
  ...{ payload_hash: payloadHash, created_at_iso: '2026-11-27T00:00:00.000Z' },
  ...{ prev_hash: 'b'.repeat(64), hash: 'c'.repeat(64), ip: null, user_agent: null },
  ...changes,
});

describe('of the payload', () => {
  test('ids, digests, times, numbers, truth values and lists of them remain', () => {
    const payload = {
      ...{ id: uuid, document: encodeId('doc', uuid), template: encodeId('tpl', uuid), sha256: payloadHash },
      ...{ at: '2026-11-27T00:00:00.000Z', count: 3, kept: false, none: null },
      ...{ list: [uuid, 1, null], empty: [] },
    };
    expect(remainsOf(eventWith({ payload }))).toBeNull();
    expect(remainsOf(eventWith({}))).toBeNull();
  });

  test.each([
    'role',
    'auth_level',
    'signature_level',
    'delivery',
    'version',
    'changed',
    'consent_version',
    'consent_language',
    'seal_profile',
    'cause',
  ])('a word remains in %s, and no other text', (member) => {
    expect(remainsOf(eventWith({ payload: { [member]: 'signer' } }))).toBeNull();
    expect(remainsOf(eventWith({ payload: { [member]: ['a', 'b-2'] } }))).toBeNull();
    expect(remainsOf(eventWith({ payload: { [member]: 'Ada Lovelace' } }))?.payload).toEqual({
      [member]: 'erased',
    });
  });

  test('words elsewhere, objects, and lists with any other text are erased; the rest and the digest stay', () => {
    const payload = { count: 2, reason: 'no', place: { x: 1 }, people: [1, 'Ada'] };
    expect(remainsOf(eventWith({ payload }))).toEqual({
      actor,
      payload: { count: 2, reason: 'erased', place: 'erased', people: 'erased' },
      payloadHash,
    });
  });
});

test.each<[string, Partial<EventOut>]>([
  ['a name', { actor: { ...actor, name: 'Ada' } }],
  ['an email address', { actor: { ...actor, email: 'ada@example.test' } }],
  ['a network address', { ip: '192.0.2.1' }],
  ['a user agent', { user_agent: 'Browser' }],
])('%s is erased, and the digest of the payload with it', (_what, changes) => {
  expect(remainsOf(eventWith({ payload: { count: 2 }, ...changes }))).toEqual({
    actor,
    payload: { count: 2 },
    payloadHash: ERASED_PAYLOAD_HASH,
  });
});
