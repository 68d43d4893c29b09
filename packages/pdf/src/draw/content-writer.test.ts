import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { num } from '../text/show.ts';
import { ContentWriter } from './content-writer.ts';

const written = (write: (writer: ContentWriter) => void): string => {
  const writer = new ContentWriter();
  write(writer);
  return writer.finish().toString('latin1');
};

describe('content', () => {
  test('has numbers without exponent and to the nearest thousandth', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const text = written((writer) => writer.number(value));
        expect(text).toBe(`${num(value)} `);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.0005 + Math.abs(value) * 1e-12);
      }),
    );
    expect(written((writer) => writer.number(0.05).number(-0.0001).number(120).number(-7.25))).toBe(
      '0.05 0 120 -7.25 ',
    );
  });

  test('has whole numbers', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        expect(Number(written((writer) => writer.whole(value)))).toBe(Math.round(value) + 0);
      }),
    );
  });

  test('is what was written, however long, also when writers follow and overlap each other', () => {
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
    );
    const long = 'x'.repeat(500_000);
    expect(written((writer) => writer.text('a').text(long).byte(98))).toBe(`a${long}b`);
  });
});
