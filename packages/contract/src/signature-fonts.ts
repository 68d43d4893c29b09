/**
 * The handwriting fonts for typed signatures, which the signing page and the sealed file share: their names, and which letters each
 * has. Pure and browser-safe; a test compares the letters with those of the font files.
 */

export const signatureFonts = [
  'dancing-script',
  'caveat',
  'great-vibes',
  'marck-script',
  'sacramento',
] as const;
export type SignatureFont = (typeof signatureFonts)[number];

/** The default font. */
export const defaultSignatureFont: SignatureFont = 'dancing-script';

/** Code points from U+0020 to U+24FF that each font has, in hexadecimal, as single ones and first-last. */
export const signatureFontLetters: Readonly<Record<SignatureFont, string>> = {
  'dancing-script':
    '20-7e a0-17e 18f 192 1a0-1a1 1af-1b0 1c4-1cc 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233 237 259 2bc 2c6-2c7 2c9 2d8-2dd 300-304 306-30c 30f 311-312 31b 323-324 326-328 32e 331 335 1e80-1e85 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2020-2022 2026 2030 2039-203a 2044 2074 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ad 20b1-20b2 20b5 20b9-20ba 20bc-20bd 2116 2122 2205 2212 2215 2219 2248 2260 2264-2265',
  caveat:
    '20-7e a0-17e 18f 192 1c4-1cc 1d4 1e5 1e7 1e9-1eb 1ef 1f1-1f5 1fa-21b 21f 237 259 292 2bc 2c6-2c7 2c9 2d8-2dd 300-304 306-308 30a-30c 30f 311 323 326-328 335 3bc 400-45f 462-463 46a-46b 472-475 48a-4a5 4a8-4ff 510-513 51a-51d 524-529 52e-52f 1e0c-1e0d 1e24-1e25 1e44-1e45 1e5a-1e5b 1e62-1e63 1e6c-1e6d 1e80-1e85 1e92-1e93 1eb8-1eb9 1ebc-1ebd 1eca-1ecd 1ee4-1ee5 1ef2-1ef3 1ef8-1ef9 2010 2013-2014 2018-201a 201c-201e 2020-2022 2026 2030 2032-2033 2039-203a 2044 2052 2070 2074-2079 2080-2089 20a1 20a3-20a4 20a6 20a9 20ac 20ae 20b4 20b8-20ba 20bd 2116 2120 2122 2153-2154 215b-215e 2212 2215 2219 2248 2260 2264-2265',
  'great-vibes':
    '20-7e a0-ac ae-148 14a-17e 180-181 186-18a 18e-194 196-1a1 1a4-1a5 1a9 1ac-1b9 1c0-1c7 1c9-1ca 1cc-1f0 1f4-1f5 1f8-21b 21e-220 222-223 226-233 237 23a-23e 241-24f 251 253-254 256-257 259 25b 25f-260 263-266 268-26c 26f 272 275 27d 283 288-28c 292 294-295 298 29d 2b0 2b7 2b9-2bc 2be-2c0 2c6-2c8 2ca-2cb 2d7-2dd 2ee 300-304 306-30d 30f-313 315 31b 320 323-329 32d-332 334-336 358 35f 39b 3a9 3bb 3c0 400-45f 462-463 490-491 e3f 1d58 1d5b 1d7d 1da4 1dbb 1dc4-1dc8 1dca 1e00-1e95 1e9e 1ea0-1ef9 2000-200b 2010-2011 2013-2015 2018-201a 201c-201e 2020-2022 2026 202f-2030 2032-2033 2039-203a 2044 2052 205f 2070-2071 2074-2079 207f-2089 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bc-20bd 2116 2122 2126 2150-2154 2159-215e 2202 2206 220f 2211-2212 2215 2219-221a 221e 222b 2248 2260 2264-2265',
  'marck-script':
    '20-7e a1-a3 a5-a9 ab ae-b1 b4-b5 b7-b8 bb bf-131 133-149 14c-17e 192 1fc-1ff 218-219 2c6-2c7 2d8-2dd 401-40c 40e-44f 451-45c 45e-45f 490-491 1e80-1e85 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2020-2022 2026 2030 2039-203a 2044 20ac 2116 2248 2264-2265',
  sacramento:
    '20-7e a0-129 12b-17e 192 1fc-1ff 237 2c6-2c7 2d8-2dd 315 3bc 1e80-1e85 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2020-2022 2026 2030 2039-203a 2044 20ac 2122 2202 2212 2215 221a 221e 2248 2260 2264-2265',
};

const parsed = new Map<SignatureFont, ReadonlySet<number>>();

function lettersOf(font: SignatureFont): ReadonlySet<number> {
  const known = parsed.get(font);
  if (known) return known;
  const letters = new Set<number>();
  for (const range of signatureFontLetters[font].split(' ')) {
    const [first = 0, last = first] = range.split('-').map((part) => Number.parseInt(part, 16));
    for (let letter = first; letter <= last; letter += 1) letters.add(letter);
  }
  parsed.set(font, letters);
  return letters;
}

/** The fonts that have every letter of a text, in the order of `signatureFonts`; none for scripts without handwriting here. */
export function fontsFor(text: string): SignatureFont[] {
  const letters = [...new Set(text.normalize('NFC').replace(/\s+/g, ' '))].map(
    (letter) => letter.codePointAt(0)!,
  );
  return signatureFonts.filter((font) => letters.every((letter) => lettersOf(font).has(letter)));
}

/** The font of a typed signature: the chosen one if it has every letter, otherwise the first that has; null for plain print. */
export function fontOf(text: string, chosen: SignatureFont | null | undefined): SignatureFont | null {
  const able = fontsFor(text);
  const wanted = chosen ?? defaultSignatureFont;
  return able.includes(wanted) ? wanted : (able[0] ?? null);
}
