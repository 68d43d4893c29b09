import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import { expect, test } from '@jest/globals';
import { english } from '../words.ts';
import { labelsOf } from './field-label.ts';

test('fields that would have the same label are numbered in their order', () => {
  const field = (id: string, type: FieldType, name: string | null = null) => ({ id, type, name }) as FieldOut;
  const fields = [field('a', 'signature'), field('b', 'text', 'zip'), field('c', 'signature')];
  expect(labelsOf(fields, english.types)).toEqual({ a: 'Signature 1', b: 'Zip', c: 'Signature 2' });
});
