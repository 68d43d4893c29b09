/**
 * The glyphs that most documents in Latin script share. One fixed set per font means that its subset is created once,
 * and text within the set needs no tracking. The set reveals nothing about a document.
 */
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';

/** Printable ASCII, some punctuation, and ligatures. */
const texts = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['·', '–', '—', '’', 'ff', 'fi', 'fl', 'ffi', 'ffl'],
];

const known = new WeakMap<HbFace, ReadonlyMap<number, string>>();

/** The first code for common texts other than ASCII. */
const FIRST_OTHER = 0x80;

const knownCodes = new WeakMap<HbFace, ReadonlyMap<number, number>>();

/** The one-byte code of each common glyph: its ASCII code if it has one. */
export function commonCodes(face: HbFace): ReadonlyMap<number, number> {
  let codes = knownCodes.get(face);
  if (codes === undefined) {
    const given = new Map<number, number>();
    let other = FIRST_OTHER;
    for (const [glyph, text] of commonGlyphs(face)) {
      const unit = text.charCodeAt(0);
      given.set(glyph, text.length === 1 && unit < FIRST_OTHER ? unit : other++);
    }
    knownCodes.set(face, given);
    codes = given;
  }
  return codes;
}

/** The common glyphs of a font, each with the text that it represents. */
export function commonGlyphs(face: HbFace): ReadonlyMap<number, string> {
  let glyphs = known.get(face);
  if (glyphs === undefined) {
    const found = new Map<number, string>();
    for (const text of texts) {
      const shaped = face.covers(text.charCodeAt(0)) ? face.shape(text, false) : [];
      if (shaped.length === 1) found.set(shaped[0]!.glyph, text);
    }
    known.set(face, found);
    glyphs = found;
  }
  return glyphs;
}

/** True if every glyph, left to right, is a common one that represents its part of the text. */
export function isCommonText(face: HbFace, glyphs: readonly ShapedGlyph[], text: string): boolean {
  const common = commonGlyphs(face);
  return (
    (glyphs[0]?.cluster ?? text.length) === 0 &&
    glyphs.every(({ glyph, cluster }, index) => {
      const end = glyphs[index + 1]?.cluster ?? text.length;
      return end > cluster && common.get(glyph) === text.slice(cluster, end);
    })
  );
}
