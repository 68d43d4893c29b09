import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { type FaceSession, withFaces } from '../text/faces.ts';
import { type FittedText, fitText } from './fit-text.ts';

const sans = { family: 'sans', weight: 400 } as const;
const fit = (text: string, width: number, height: number): Promise<FittedText> =>
  withFaces((session) => fitText(session, text, sans, width, height));

/** The bounds of the ink of all lines, in points. */
function inkOf(session: FaceSession, fitted: FittedText): { right: number; bottom: number; top: number } {
  const ink = { right: 0, bottom: Number.POSITIVE_INFINITY, top: 0 };
  fitted.lines.forEach((line, index) => {
    const baseline = fitted.baselines[index]!;
    ink.right = Math.max(ink.right, line.width * fitted.size);
    for (const run of line.runs) {
      const face = session.face(run.file);
      for (const { glyph, dy } of run.glyphs) {
        const { yBearing, height } = face!.extents(glyph);
        const unit = run.scale * fitted.size;
        ink.top = Math.max(ink.top, baseline + (yBearing + dy) * unit);
        ink.bottom = Math.min(ink.bottom, baseline + (yBearing + height + dy) * unit);
      }
    }
  });
  return ink;
}

describe('text in a box', () => {
  test('is set in 12 points if there is room', async () => {
    expect((await fit('Anna Example', 200, 24)).size).toBe(12);
  });

  test('is broken into several lines before it becomes small', async () => {
    const fitted = await fit('Anna Example lives in a long street', 90, 40);
    expect(fitted.lines.length).toBeGreaterThan(1);
    expect(fitted.size).toBeGreaterThanOrEqual(9);
  });

  test('becomes smaller instead of breaking a word', async () => {
    const fitted = await fit('Donaudampfschifffahrtsgesellschaft', 120, 40);
    expect(fitted.lines).toHaveLength(1);
    expect(fitted.size).toBeLessThan(12);
  });

  test('becomes smaller than 5 points instead of losing anything', async () => {
    const text = 'word '.repeat(400).trim();
    const fitted = await fit(text, 60, 20);
    expect(fitted.size).toBeLessThan(5);
    const shown = fitted.lines.flatMap((line) => line.runs.map((run) => run.text)).join('');
    expect(shown.replace(/ /g, '')).toBe(text.replace(/ /g, ''));
  });

  test('stays on one line of any size with oneLine', async () => {
    const name = 'Augusta Ada King, Countess of Lovelace';
    for (const width of [300, 60, 12, 1]) {
      const fitted = await withFaces((session) =>
        fitText(session, name, sans, width, 40, { largest: 40, oneLine: true }),
      );
      expect(fitted.lines).toHaveLength(1);
      const used = fitted.lines[0]!.width * fitted.size;
      expect([used <= width + 1e-9, used > width * 0.99]).toEqual([true, true]);
    }
  });

  test('is centred vertically if it is one line', async () => {
    const fitted = await fit('HHH', 200, 60);
    const ink = await withFaces((session) => inkOf(session, fitted));
    expect(Math.abs((ink.top + ink.bottom) / 2 - 30)).toBeLessThan(1);
  });

  test('draws nothing outside the box in any script', async () => {
    const texts = fc.constantFrom(
      'Ångström Ảnh ỹ fjord',
      'مرحبا بالعالم 2026',
      'שָׁלוֹם',
      '東京都千代田区',
      'น้ำที่นี่ ผู้',
      'क्षत्रिय र्की',
      'Mixed עברית 🙂',
      'မြန်မာ ကျော်',
      'ភាសាខ្មែរ ស្រី',
      `z${'\u0301\u0323'.repeat(9)}algo`,
    );
    const sides = fc.double({ min: 8, max: 300, noNaN: true });
    await fc.assert(
      fc.asyncProperty(texts, sides, sides, async (text, width, height) => {
        const fitted = await fit(text, width, height);
        const ink = await withFaces((session) => inkOf(session, fitted));
        expect(ink.right).toBeLessThanOrEqual(width + 1e-6);
        expect(ink.top).toBeLessThanOrEqual(height + 1e-6);
        expect(ink.bottom).toBeGreaterThanOrEqual(-1e-6);
      }),
      runs(150),
    );
  });
});
