import type { Field } from '@countersign/db/models';
import { expect, test } from '@jest/globals';
import { imagesOf, markLabelOf, markOf, signatureOf } from './mark-of.ts';

const typed = { mode: 'type', text: 'Ada', font: 'caveat' };
const uploaded = (image_sha256: string) => ({ mode: 'upload', image_sha256 });
const prepared = new Uint8Array([1]);
const images = new Map([['a1', prepared]]);

test.each<[Field['printed'], Field['signature'], unknown]>([
  [null, null, null],
  [{ kind: 'nothing' }, null, null],
  [{ kind: 'text', text: 'Porto' }, null, { kind: 'text', text: 'Porto' }],
  [{ kind: 'check' }, null, { kind: 'check' }],
  [{ kind: 'radio' }, null, { kind: 'radio' }],
  [{ kind: 'signature', mode: 'type', text: 'Ada' }, typed, { kind: 'signature', value: typed }],
  [{ kind: 'signature' }, uploaded('a1'), { kind: 'signature', value: { mode: 'upload', prepared } }],
  [{ kind: 'signature' }, null, null],
])('what was printed is drawn: %j', (printed, signature, mark) => {
  expect(markOf({ printed, signature }, images)).toEqual(mark);
});

test('an uploaded signature whose image is missing is an error, not an empty field', () => {
  expect(() => signatureOf({ signature: uploaded('b2') }, images)).toThrow('b2');
});

test('the images of uploaded signatures are named once each', () => {
  const signatures = [typed, null, uploaded('a1'), uploaded('b2'), uploaded('a1')];
  expect(imagesOf(signatures.map((signature) => ({ signature })))).toEqual(['a1', 'b2']);
});

test.each([
  ['radio', 'plan', ['Yes'], 'Yes'],
  ['radio', 'plan', ['Yes', 'No'], null],
  ['radio', 'plan', undefined, null],
  ['checkbox', 'smokes_cigars', undefined, 'Smokes cigars'],
  ['checkbox', null, undefined, null],
  ['text', 'city', ['Yes'], null],
] as const)('in words a %s named %s with the options %j is %s', (type, name, options, label) => {
  expect(markLabelOf({ type, name, settings: { options: options && [...options] } })).toBe(label);
});
