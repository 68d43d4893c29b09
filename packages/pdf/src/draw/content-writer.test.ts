import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { num } from '../text/show.ts';
import { ContentWriter } from './content-writer.ts';

const written = (write: (writer: ContentWriter) => void): string => {
  const writer = new ContentWriter();
  write(writer);
  return writer.finish().toString('latin1');
};

describe('content', () => {
  test('writes numbers without exponent, rounded to thousandths', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const text = written((writer) => writer.number(value));
        expect(text).toBe(`${num(value)} `);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.0005 + Math.abs(value) * 1e-12);
      }),
      runs(100),
    );
    expect(written((writer) => writer.number(0.05).number(-0.0001).number(120).number(-7.25))).toBe(
      '0.05 0 120 -7.25 ',
    );
  });

  test('writes the numbers of matrices rounded to millionths, without exponent and trailing zeros', () => {
    const sizes = [1, 1e-3, 1e-7, 5000, 1e9];
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(...sizes), (share, size) => {
        const value = share * size;
        expect(written((writer) => writer.precise(value))).toBe(`${Math.round(value * 1e6) / 1e6 + 0} `);
      }),
      runs(100),
    );
    expect(written((writer) => writer.precise(0.000001).precise(-0.5).precise(-1e-9).precise(595.28))).toBe(
      '0.000001 -0.5 0 595.28 ',
    );
  });

  test('writes no exponent, however large a number is', () => {
    const large = [1e22, -1e30, Number.POSITIVE_INFINITY, Number.NaN];
    for (const value of large)
      expect(written((writer) => writer.number(value).precise(value).whole(value)) + num(value)).toBe(
        '0 0 0 0',
      );
    expect(num(1e10)).toBe('10000000000');
  });

  test('writes curves with integers', () => {
    expect(written((writer) => writer.curve(1.4, -2.6, 0, -0.2, 12345.5, 3e9))).toBe(
      '1 -3 0 0 12346 3000000000 c\n',
    );
  });

  test('writes integers', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        expect(Number(written((writer) => writer.whole(value)))).toBe(Math.round(value) + 0);
      }),
      runs(100),
    );
  });

  test('contains everything written, whatever its length, also with consecutive and overlapping writers', () => {
    const texts = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 60 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (documents) => {
        const writers = documents.map(() => new ContentWriter());
        documents.forEach((pieces, index) => {
          for (const piece of pieces) writers[index]!.text(piece);
        });
        const contents = writers.map((writer) => writer.finish().toString('latin1'));
        expect(contents).toEqual(documents.map((pieces) => pieces.join('')));
      }),
      runs(100),
    );
    const long = 'x'.repeat(500_000);
    expect(written((writer) => writer.text('a').text(long).byte(98))).toBe(`a${long}b`);
  });
});
