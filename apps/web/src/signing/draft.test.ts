import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { dropOldDrafts, packValues, readUnsent, storeUnsent, unpackValues } from './draft.ts';

/** The interface of the browser's storage on a Map, with a limit of characters. */
function memory(limit = 1_000_000): Storage {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > limit) throw new Error('QuotaExceededError');
      items.set(key, text);
      Object.defineProperty(storage, key, { value: text, enumerable: true, configurable: true });
    },
    removeItem: (key: string) => {
      items.delete(key);
      delete (storage as Record<string, unknown>)[key];
    },
  };
  for (const name of ['getItem', 'setItem', 'removeItem'])
    Object.defineProperty(storage, name, { enumerable: false });
  return storage as unknown as Storage;
}

const field = (id: string, type: FieldOut['type'], more: Partial<FieldOut> = {}) =>
  ({ id, type, read_only: false, settings: {}, ...more }) as FieldOut;
const now = new Date('2026-11-21T10:00:00Z');
const owner = { recipientId: 'r', name: 'Ada', email: 'ada@example.test' };
const signed: SignatureInput = { mode: 'upload', image_base64: 'A'.repeat(400) };

test('values are restored unchanged, and a signature of several fields is stored once', () => {
  const storage = memory(900);
  const values = { city: 'Berlin', empty: '', none: null, s1: signed, s2: signed };
  expect(storeUnsent(storage, owner, values, now)).toBe(true);
  const fields = [
    field('city', 'text'),
    field('empty', 'text'),
    field('none', 'signature'),
    field('s1', 'signature'),
    field('s2', 'initials'),
  ];
  expect(readUnsent(storage, owner, fields)).toEqual(values);
});

test('only values that fit an editable field are restored', () => {
  const storage = memory();
  storeUnsent(storage, owner, { a: 'x', b: 'y', c: signed, d: 'z', e: null }, now);
  const fields = [
    field('a', 'text', { read_only: true }),
    field('b', 'signature'),
    field('c', 'text'),
    field('e', 'signature', { read_only: true }),
  ];
  expect(readUnsent(storage, owner, fields)).toEqual({});
  expect(readUnsent(storage, { ...owner, recipientId: 'other' }, [field('d', 'text')])).toEqual({});
  expect(
    unpackValues({ values: { s: { signature: 'gone' } }, signatures: {} }, [field('s', 'signature')]),
  ).toEqual({});
});

test('what one person entered is not restored for another who took their place, and is deleted', () => {
  for (const successor of [
    { ...owner, name: 'Bob', email: 'bob@example.test' },
    { ...owner, email: 'bob@example.test' },
    { ...owner, name: 'Bob' },
  ]) {
    const storage = memory();
    storeUnsent(storage, owner, { a: 'x' }, now);
    expect(readUnsent(storage, owner, [field('a', 'text')])).toEqual({ a: 'x' });
    expect(readUnsent(storage, successor, [field('a', 'text')])).toEqual({});
    expect(Object.keys(storage)).toEqual([]);
  }
});

test('a signature keeps its name when it is sent again, and two signatures never share one', () => {
  const received = { values: { s1: { signature: 'ab' } }, signatures: { ab: signed } };
  const values = unpackValues(received, [field('s1', 'signature')]);
  expect(packValues(values)).toEqual(received);
  const other: SignatureInput = { mode: 'type', text: 'Ada' };
  const packed = packValues({ s1: values.s1!, s2: other });
  expect(Object.keys(packed.signatures)).toHaveLength(2);
  expect(packValues({ s3: other }).values.s3).toEqual(packed.values.s2);
});

test('a full or missing storage is reported, and invalid content is ignored', () => {
  const storage = memory(100);
  expect(storeUnsent(storage, owner, { s: signed }, now)).toBe(false);
  expect(storeUnsent(null, owner, { s: 'x' }, now)).toBe(false);
  expect(storeUnsent(null, owner, {}, now)).toBe(true);
  storage.setItem('countersign-draft-r', '{"values":3');
  expect(readUnsent(storage, owner, [field('a', 'text')])).toEqual({});
});

test('sent and old values are deleted, and nothing else', () => {
  const storage = memory();
  storeUnsent(storage, { ...owner, recipientId: 'done' }, { a: 'x' }, now);
  storeUnsent(
    storage,
    { ...owner, recipientId: 'old' },
    { a: 'x' },
    new Date(now.getTime() - 61 * 86_400_000),
  );
  storeUnsent(storage, { ...owner, recipientId: 'new' }, { a: 'x' }, now);
  storage.setItem('countersign-draft-bad', 'x');
  storage.setItem('something', 'else');
  storeUnsent(storage, { ...owner, recipientId: 'done' }, {}, now);
  dropOldDrafts(storage, now);
  expect(Object.keys(storage).sort()).toEqual(['countersign-draft-new', 'something']);
});
