import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { dict, name, type PdfObject, PdfRef, PdfTemplate } from '../model/objects.ts';
import { ByteWriter, piecesOf, referenceGap } from './serialize.ts';

const written = (object: PdfObject): string => {
  const writer = new ByteWriter();
  writer.object(object, 0, 0, 0);
  return writer.finish().toString('latin1');
};

describe('a template', () => {
  test('with references is written like the original object', () => {
    const given = fc.tuple(fc.integer({ min: 1, max: 8_388_607 }), fc.nat(65_535));
    fc.assert(
      fc.property(fc.tuple(given, given), fc.nat(1000), (numbers, width) => {
        const [a, b] = numbers.map(([num, gen]) => new PdfRef(num, gen)) as [PdfRef, PdfRef];
        const made = (first: PdfRef, second: PdfRef) =>
          dict({ A: first, W: [width, 0, 0], N: name('R'), B: [second], C: first, Z: 0 });
        const pieces = piecesOf(made(referenceGap, referenceGap));
        expect(written(new PdfTemplate(pieces, [a, b, a]))).toBe(written(made(a, b)));
      }),
      runs(100),
    );
  });

  test('without references is written like the original object', () => {
    const object = dict({ Type: name('Font'), DW: 1000 });
    expect(written(new PdfTemplate(piecesOf(object), []))).toBe(written(object));
  });
});

test('a reference to an impossible object number is written unchanged', () => {
  for (const num of [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 999_999_999_999_999])
    expect(written([new PdfRef(num), new PdfRef(num, 7)])).toBe(`[${num} 0 R ${num} 7 R]`);
});
