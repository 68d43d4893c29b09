/** A seal that a later revision takes out of the form is found, whatever else the file contains. */
import { describe, expect, test } from '@jest/globals';
import { revise } from '../../../../test/attacks/edit.ts';
import { signedPdf } from '../../../../test/support/signed-pdf.ts';
import { openPdf } from '../reader/open.ts';
import { type FileSignature, signaturesOf } from '../reader/signatures.ts';
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

test('a removed seal is found if a field of the form has its byte range', async () => {
  const { bytes } = await sampleSeal(samplePdf());
  const [{ range, container }] = signaturesOf(openPdf(bytes)) as [FileSignature];
  const copy = `/Type /Sig /ByteRange [${range!.join(' ')}] /Contents <00>`;
  const forged = revise(bytes, {
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [100 0 R]>>>>',
    100: `<</FT /Sig /T (Copy) /V <<${copy}>>>>`,
  });
  expect(coveredSignatures(openPdf(forged))).toMatchObject([
    { isRemoved: false, problem: 'the signature repeats the byte range of another one' },
    { isRemoved: true, problem: null, signature: { container } },
  ]);
});

describe('a signature belongs to its byte range only if the gap is its own value', () => {
  const value = `<${'ab'.repeat(300)}>`;
  const sign = (contents: string) => `<</Type /Sig /ByteRange [0 AAAAAA BBBBBB CCCCCC] ${contents}>>`;
  /** Why the signatures of the file do not belong to the byte range around the value in object 103. */
  const problemsOf = (dictionaries: Record<number, string>) => {
    const numbers = Object.keys(dictionaries).map(Number);
    const fields = numbers.map((num) => [num + 100, `<</FT /Sig /T (${num}) /V ${num} 0 R>>`] as const);
    const text = samplePdf({
      catalogEntries: `/AcroForm <</Fields [${numbers.map((num) => `${num + 100} 0 R`).join(' ')}]>>`,
      objects: { ...dictionaries, ...Object.fromEntries(fields) },
    }).toString('latin1');
    const start = text.indexOf(value, text.indexOf('103 0 obj'));
    const end = start + value.length;
    const range = [start, end, text.length - end].map((number) => String(number).padStart(6));
    const bytes = text
      .replaceAll('AAAAAA', range[0]!)
      .replaceAll('BBBBBB', range[1]!)
      .replaceAll('CCCCCC', range[2]!);
    const found = coveredSignatures(openPdf(Buffer.from(bytes, 'latin1')));
    return Object.fromEntries(found.map(({ signature, problem }) => [signature.container, problem]));
  };
  const repeated = 'the signature repeats the byte range of another one';

  test('not if it is before or behind another value, even the same', () => {
    const own = sign(`/Contents ${value}`);
    expect(problemsOf({ 103: own })).toEqual({ 103: null });
    expect(problemsOf({ 101: own, 103: own, 105: own })).toEqual({ 101: repeated, 103: null, 105: repeated });
    expect(problemsOf({ 103: own, 105: sign('/Contents <ab>') })).toEqual({ 103: null, 105: repeated });
  });

  test('not if the value is another member of its dictionary', () => {
    const problem = 'the signature is not part of the revision that it covers';
    expect(problemsOf({ 103: sign(`/Contents <ab> /Other ${value}`) })).toEqual({ 103: problem });
    expect(problemsOf({ 103: sign(`/Contents /None /Other ${value}`) })).toEqual({ 103: problem });
    expect(problemsOf({ 103: sign(`/Contents <ab> /V <</Contents ${value}>>`) })).toEqual({ 103: problem });
  });
});

test('only seals are found if a later revision takes them out of the form', () => {
  const signed = signedPdf({ sign: () => Buffer.of(1) });
  expect(coveredSignatures(openPdf(signed))).toMatchObject([{ isRemoved: false, problem: null }]);
  expect(coveredSignatures(openPdf(revise(signed, { 1: '<</Type /Catalog /Pages 2 0 R>>' })))).toEqual([]);
});

test('a file with many byte ranges around a signature value is refused', async () => {
  const value = `<${'00'.repeat(256)}>`;
  const start = samplePdf({ objects: { 100: value } }).indexOf(value);
  const forged = (count: number) =>
    samplePdf({ objects: { 100: value, 101: `(${ranges(count, start, start + value.length)})` } });
  expect(coveredSignatures(openPdf(forged(16)))).toEqual([]);
  // The same range counts once.
  const repeated = ranges(1, start, start + value.length)
    .concat(' ')
    .repeat(17);
  expect(coveredSignatures(openPdf(samplePdf({ objects: { 100: value, 101: `(${repeated})` } })))).toEqual(
    [],
  );
  expect(() => coveredSignatures(openPdf(forged(17)))).toThrow(
    'more than 16 signatures that are not in its form',
  );
});
