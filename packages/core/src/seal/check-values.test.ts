import { eventHash, GENESIS_HASH, payloadHash } from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';
import { TrailValues, valuesSha256 } from '@countersign/contract/values-digest';
import { expect, test } from '@jest/globals';
import type { FullDocument } from '../document/lock.ts';
import { fieldsSettledBy, signedField } from '../field/settle.ts';
import { checkValues } from './check-values.ts';

const text = (value: string) => ({ kind: 'text', text: value });

type StoredField = FullDocument['fields'][number];

const field = (id: string, recipientId: string | null, printed: object | null, given: object = {}) =>
  ({
    id,
    recipientId,
    name: null,
    type: 'text',
    page: 1,
    x: 0.1,
    y: 0.1,
    w: 0.1,
    h: 0.1,
    readOnly: false,
    visibleIf: null,
    settings: {},
    printed,
    signature: null,
    ...given,
  }) as unknown as StoredField;

type Fields = StoredField[];

const documentOf = (fields: Fields) =>
  ({
    fields,
    recipients: ['ada', 'bob'].map((id) => ({ id, role: 'signer' })),
  }) as unknown as FullDocument;

/** The trail of a document in which the recipients completed one after the other with these fields. */
function trailOf(fields: Fields, completed = ['ada', 'bob']): EventOut[] {
  const document = documentOf(fields);
  let prev = GENESIS_HASH;
  const types = ['envelope.created', ...completed.map(() => 'recipient.completed'), 'envelope.completed'];
  return types.map((event_type, at) => {
    const id = event_type === 'recipient.completed' ? completed[at - 1]! : null;
    const settled = id ? fieldsSettledBy(document, id, at === 1) : [];
    const signed = settled.map((one) => signedField(one, one.field.printed as never));
    const payload = id && { recipient_id: id, values_salt: 's', values_sha256: valuesSha256('s', signed) };
    const event = {
      envelope_id: 'doc_1',
      seq: at + 1,
      event_type,
      actor: { type: 'system', id: 'x' },
      payload: payload ?? {},
      payload_hash: payloadHash(payload ?? {}),
      created_at_iso: '2026-11-01T12:00:00.000Z',
      ip: null,
      user_agent: null,
      prev_hash: prev,
    };
    prev = eventHash(event);
    return { ...event, hash: prev } as unknown as EventOut;
  });
}

const signature = { kind: 'signature', mode: 'type', text: 'Ada', font: 'caveat' };
const stored = { mode: 'type', text: 'Ada', font: 'caveat' };
const fields = [
  field('fixed', 'bob', text('of the sender'), { readOnly: true }),
  field('a', 'ada', text('Paris')),
  field('b', 'bob', text('Rome')),
  field('sign', 'ada', signature, { type: 'signature', signature: stored }),
];

test('fields as they were signed give the digest over all completions', () => {
  const trail = trailOf(fields);
  const values = new TrailValues(trail.length);
  for (const event of trail) values.add(event);
  expect(checkValues(documentOf(fields), trail)).toBe(values.digest());
});

test.each([
  ['the value of the first to sign', 1, { printed: text('London') }, 'ada signed at event 2'],
  ['the value of the second to sign', 2, { printed: text('London') }, 'bob signed at event 3'],
  ['a value that nobody can change', 0, { printed: text('London') }, 'ada signed at event 2'],
  ['a value without a stored print', 1, { printed: null }, 'field a has no stored print'],
  ['a signature in another way', 3, { signature: { ...stored, mode: 'draw' } }, 'signature of field sign'],
  ['the text of a signature', 3, { signature: { ...stored, text: 'Eve' } }, 'signature of field sign'],
  ['the font of a signature', 3, { signature: { ...stored, font: 'other' } }, 'signature of field sign'],
  ['a removed signature', 3, { signature: null }, 'signature of field sign'],
  ['a signature in a field of text', 1, { signature: stored }, 'signature of field a'],
])('%s that differs from the signed one is an error', (_, at, change, message) => {
  const changed = fields.map((one, index) => (index === at ? { ...one, ...change } : one));
  expect(() => checkValues(documentOf(changed), trailOf(fields))).toThrow(message);
});

test('an image other than the signed one is an error', () => {
  const image = (sha256: string) =>
    field(
      'i',
      'ada',
      { kind: 'signature', mode: 'upload', sha256: 'a' },
      {
        type: 'signature',
        signature: { mode: 'upload', image_sha256: sha256 },
      },
    );
  const trail = trailOf([image('a')]);
  expect(checkValues(documentOf([image('a')]), trail)).toMatch(/^[0-9a-f]{64}$/);
  expect(() => checkValues(documentOf([image('b')]), trail)).toThrow('signature of field i');
});

test('a field that no completion covers, and a broken trail, are errors', () => {
  expect(() => checkValues(documentOf(fields), trailOf(fields, ['ada']))).toThrow('field b was not signed');
  const [first, ...others] = trailOf(fields);
  const broken = [{ ...first!, actor: { type: 'user', id: 'eve' } } as EventOut, ...others];
  expect(() => checkValues(documentOf(fields), broken)).toThrow('the audit trail is broken at event 1');
});
