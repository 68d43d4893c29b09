import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { dropDraft, dropOldDrafts, readDraft, saveDraft } from './draft.ts';

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
const signed: SignatureInput = { mode: 'upload', image_base64: 'A'.repeat(400) };

test('values are restored unchanged, and a signature of several fields is stored once', () => {
  const storage = memory(800);
  const values = { city: 'Berlin', empty: '', none: null, s1: signed, s2: signed };
  expect(saveDraft(storage, 'r', values, now)).toBe(true);
  const fields = [
    field('city', 'text'),
    field('empty', 'text'),
    field('none', 'signature'),
    field('s1', 'signature'),
    field('s2', 'initials'),
  ];
  expect(readDraft(storage, 'r', fields)).toEqual({ city: 'Berlin', empty: '', s1: signed, s2: signed });
});

test('only values that fit an editable field are restored', () => {
  const storage = memory();
  saveDraft(storage, 'r', { a: 'x', b: 'y', c: signed, d: 'z' }, now);
  const fields = [field('a', 'text', { read_only: true }), field('b', 'signature'), field('c', 'text')];
  expect(readDraft(storage, 'r', fields)).toBeNull();
  expect(readDraft(storage, 'other', [field('d', 'text')])).toBeNull();
});

test('a full storage is reported, and invalid content is ignored', () => {
  const storage = memory(100);
  expect(saveDraft(storage, 'r', { s: signed }, now)).toBe(false);
  storage.setItem('countersign-draft-r', '{"values":3');
  expect(readDraft(storage, 'r', [field('a', 'text')])).toBeNull();
});

test('finished and old drafts are deleted, and nothing else', () => {
  const storage = memory();
  saveDraft(storage, 'done', { a: 'x' }, now);
  saveDraft(storage, 'old', { a: 'x' }, new Date(now.getTime() - 61 * 86_400_000));
  saveDraft(storage, 'new', { a: 'x' }, now);
  storage.setItem('countersign-draft-bad', 'x');
  storage.setItem('something', 'else');
  dropDraft(storage, 'done');
  dropOldDrafts(storage, now);
  expect(Object.keys(storage).sort()).toEqual(['countersign-draft-new', 'something']);
});
