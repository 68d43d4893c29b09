/** A seal that a later revision takes out of the form is found, whatever else the file contains. */
import { expect, test } from '@jest/globals';
import { revise } from '../../../../test/attacks/edit.ts';
import { openPdf } from '../reader/open.ts';
import { samplePdf } from '../testing/sample-files.ts';
import { sampleSeal } from '../testing/sample-seal.ts';
import { coveredSignatures } from './covered.ts';

const ranges = (count: number, start: number, end: number) =>
  Array.from({ length: count }, (_, index) => `/ByteRange [0 ${start} ${end} ${index + 1}]`).join(' ');

async function withoutSeal(text: string): Promise<Buffer> {
  const { bytes } = await sampleSeal(samplePdf({ objects: { 100: `(${text})` } }));
  return revise(bytes, { 1: '<</Type /Catalog /Pages 2 0 R>>' });
}

test.each([
  ['nothing else', ''],
  ['text that looks like byte ranges', ranges(100, 10, 20)],
])('a removed seal is found next to %s', async (_, text) => {
  const found = coveredSignatures(openPdf(await withoutSeal(text)));
  expect(found).toMatchObject([{ isRemoved: true, problem: null }]);
});

test('a file with many byte ranges around a signature value is refused', async () => {
  const value = `<${'00'.repeat(256)}>`;
  const start = samplePdf({ objects: { 100: value } }).indexOf(value);
  const forged = (count: number) =>
    samplePdf({ objects: { 100: value, 101: `(${ranges(count, start, start + value.length)})` } });
  expect(coveredSignatures(openPdf(forged(16)))).toEqual([]);
  expect(() => coveredSignatures(openPdf(forged(17)))).toThrow(
    'more than 16 signatures that are not in its form',
  );
});
