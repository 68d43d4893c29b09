/** The signing page chooses the font of a typed signature by these lists of letters, and sealing by the fonts themselves. Both must agree. */
import {
  fontOf,
  fontsFor,
  signatureFontLetters,
  signatureFonts,
} from '@countersign/contract/signature-fonts';
import { withFaces } from '@countersign/pdf/text/faces';
import { fileFor } from '@countersign/pdf/text/families';
import { expect, test } from '@jest/globals';

test.each(signatureFonts)('the allowed letters of %s are those of its font', async (font) => {
  const ranges = await withFaces((session) => {
    const found: [number, number][] = [];
    for (let letter = 0x20; letter <= 0x24ff; letter += 1) {
      const face = session.face(fileFor(font, letter, 400)!);
      if (!face?.covers(letter)) continue;
      const last = found.at(-1);
      if (last?.[1] === letter - 1) last[1] = letter;
      else found.push([letter, letter]);
    }
    return found;
  });
  const words = ranges.map((range) => [...new Set(range)].map((letter) => letter.toString(16)).join('-'));
  expect(signatureFontLetters[font]).toBe(words.join(' '));
});

test.each([
  ['Ada Lovelace', null, 'dancing-script'],
  ['Ada Lovelace', 'caveat', 'caveat'],
  ['Łukasz Żo\u0301łć', 'sacramento', 'sacramento'],
  ['Nguyễn Thị Ánh', 'caveat', 'dancing-script'],
  ['Иван Петров', null, 'caveat'],
  ['Иван Петров', 'marck-script', 'marck-script'],
  ['Ελένη', 'caveat', null],
  ['محمد', 'caveat', null],
  ['田中 太郎', null, null],
] as const)('%s with the wish for %s is drawn in %s', (text, chosen, drawn) => {
  expect(fontOf(text, chosen)).toBe(drawn);
  expect(drawn === null || fontsFor(text).includes(drawn)).toBe(true);
});
