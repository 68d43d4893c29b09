import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { commonCodes } from './common.ts';
import { type FaceSession, withFaces } from './faces.ts';
import { fileFor, type Weight } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import type { LetterLine } from './letter-line.ts';
import { lettersOf } from './letters.ts';
import { byteCode, isOneString, showGlyphs } from './show.ts';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const alphabet = [...ascii, '·', '–', '—', '’'];
const weights: Weight[] = [400, 700];

interface Plain {
  face: HbFace;
  lay(text: string): LetterLine | null;
}

/** Calls `use` with the open plain face of a weight. */
async function withPlain(weight: Weight, use: (plain: Plain) => void): Promise<void> {
  await withFaces((session: FaceSession) => {
    const file = fileFor('sans', 0x20, weight)!;
    const face = session.face(file);
    if (face !== null) use({ face, lay: (text) => lettersOf(face, file).lay(text) });
  });
}

const spelled = (line: LetterLine): string => {
  const bytes = Buffer.alloc(line.mostBytes);
  return bytes.toString('latin1', 0, line.spell(bytes, 0));
};

/** The operators for glyphs of common text, created like those of any other run. */
function shownByGlyphs(face: HbFace, glyphs: readonly ShapedGlyph[]): string {
  const codes = commonCodes(face);
  const shown = showGlyphs(
    glyphs,
    1 / face.metrics.unitsPerEm,
    (glyph) => face.advance(glyph),
    (glyph) => byteCode(codes.get(glyph)!),
  )!;
  return isOneString(shown) ? `${shown}Tj\n` : `[${shown}] TJ\n`;
}

/** Whether a word of a text is set letter by letter although its letters would join or kern. */
const holdsHash = (text: string): boolean =>
  text.split(' ').some((word) => /[0-9]/.test(word) && /^[0-9a-f:.+·-]*(UTC)?$/.test(word)) &&
  /ff|f\.|UTC/.test(text);

function expectAsShaped({ face, lay }: Plain, text: string): void {
  const line = lay(text);
  const shaped = face.shape(text, false);
  expect(line).not.toBeNull();
  expect(line!.glyphs).toEqual(shaped);
  const width = shaped.reduce((sum, { advance }) => sum + advance, 0) / face.metrics.unitsPerEm;
  expect(line!.width).toBeCloseTo(width, 9);
  expect(spelled(line!)).toBe(shownByGlyphs(face, shaped));
}

/** A text that contains every sequence of three letters of the alphabet (a de Bruijn sequence, by Lyndon words). */
function everyThree(letters: readonly string[]): string {
  const word = [0, 0, 0, 0];
  let text = '';
  const extend = (at: number, period: number): void => {
    if (at > 3) {
      if (3 % period === 0) for (let index = 1; index <= period; index++) text += letters[word[index]!]!;
      return;
    }
    word[at] = word[at - period]!;
    extend(at + 1, period);
    for (let next = word[at - period]! + 1; next < letters.length; next++) {
      word[at] = next;
      extend(at + 1, at);
    }
  };
  extend(1, 1);
  return text + text.slice(0, 2);
}

describe.each(weights)('common letters of weight %d', (weight) => {
  test('are laid out as HarfBuzz shapes them, for any three in a row', async () => {
    const text = everyThree(alphabet);
    expect(text).toHaveLength(alphabet.length ** 3 + 2);
    await withPlain(weight, ({ face, lay }) => {
      const piece = 20_000;
      for (let from = 0; from < text.length - 2; from += piece) {
        const part = text.slice(from, from + piece + 2);
        const shaped = face.shape(part, false);
        const laid = lay(part)!.glyphs;
        const differs = laid.findIndex((glyph, index) => {
          const other = shaped[index];
          return (
            glyph.glyph !== other?.glyph ||
            glyph.cluster !== other.cluster ||
            glyph.advance !== other.advance ||
            other.dx !== 0 ||
            other.dy !== 0
          );
        });
        const around = differs < 0 ? '' : part.slice(laid[differs]!.cluster - 3, laid[differs]!.cluster + 3);
        expect({ around, count: laid.length }).toEqual({ around: '', count: shaped.length });
      }
    });
  });

  test('are laid out and written as HarfBuzz shapes them in any text', async () => {
    const any = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 });
    const signs = fc.string({
      unit: fc.constantFrom(...'0123456789.,:-/%()$+# '),
      minLength: 1,
      maxLength: 20,
    });
    const joining = fc.string({ unit: fc.constantFrom(...'fffilrTVA. o1'), minLength: 1, maxLength: 20 });
    await withPlain(weight, (plain) => {
      fc.assert(
        fc.property(fc.oneof(any, signs, joining), (text) => {
          fc.pre(!holdsHash(text));
          expectAsShaped(plain, text);
        }),
        runs(1500),
      );
    });
  });

  test('are laid out and written as HarfBuzz shapes them in names, titles and addresses', async () => {
    await withPlain(weight, (plain) => {
      for (const text of [
        ...[
          'Ada Lovelace',
          'Tavares, W. V.',
          'Wolff & Affleck (Office)',
          'O’Brien – AVATAR',
          'LT. Yvonne To',
        ],
        ...[
          'Order 10234 of 2026-11-20',
          'doc_01k9bench00000042',
          'a\\b(c)d',
          'Certificate of Completion  ·  x',
        ],
        ...[
          'efficient.waffle@offer.example',
          'fff ffff fffi ffffl fi fl',
          'https://sign.example.com/verify?f=i',
        ],
      ])
        expectAsShaped(plain, text);
    });
  });

  test('are set letter by letter in hashes, times, addresses and similar words', async () => {
    await withPlain(weight, ({ face, lay }) => {
      const apart = (text: string): void => {
        const line = lay(text)!;
        const advances = Array.from(text, (letter) => face.shape(letter, false)[0]!.advance);
        expect(line.glyphs.map(({ advance }) => advance)).toEqual(advances);
        expect(line.width).toBeCloseTo(advances.reduce((sum, one) => sum + one) / face.metrics.unitsPerEm, 9);
        expect(spelled(line)).toBe(`(${text.replaceAll('·', '\x80')})Tj\n`);
      };
      for (const text of [
        '0ff1abff',
        'ff.1',
        '12:00 UTC',
        '2026-11-20 10:00:00 +01:00  ·  2026-11-20 09:00:00 UTC',
      ])
        apart(text);
      expect(spelled(lay('of 0ff1 off')!)).toMatch(/0ff1 o[^f]+$/);
      expect(lay('effaced')!.glyphs).toHaveLength('effaced'.length - 1);
      expect(lay('12 UTC 12')!.glyphs).toEqual(face.shape('12 UTC 12', false));
    });
  });

  test('are not used for a text with any other character', async () => {
    await withPlain(weight, ({ lay }) => {
      for (const text of [
        '',
        'Müller',
        'a\u0301 1',
        '12 €',
        '1\n2',
        '\u0001',
        'o\u0003ce',
        '\u2018a',
        '東京',
        '1\u200b2',
      ])
        expect(lay(text)).toBeNull();
    });
  });
});

test('a cached line is written the same way', async () => {
  await withPlain(400, ({ lay }) => {
    const line = lay('To: Wolff (Office)')!;
    const before = spelled(line);
    line.keep();
    expect(spelled(line)).toBe(before);
  });
});

test('a long word of ligatures is laid out in time linear in its length', async () => {
  await withPlain(400, ({ lay }) => {
    const pairs = 200_000;
    expect(lay(`${'ff'.repeat(pairs)}x0`)!.glyphs).toHaveLength(pairs + 2);
  });
});
