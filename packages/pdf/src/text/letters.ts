/**
 * Text in the common letters of the plain faces, laid without shaping it: what HarfBuzz makes of two neighbours is learnt
 * when they first meet and holds from then on, as in those faces no more than a ligature and the neighbours matter.
 */
import { commonCodes, commonGlyphs } from './common.ts';
import type { FontFile } from './families.ts';
import type { HbFace } from './harfbuzz.ts';
import { BEFORE_ANY, isEscaped, LetterLine, type LetterTable, plainLine } from './letter-line.ts';
import { adjustment } from './show.ts';

/** Beyond the last letter known here, the apostrophe. */
const UNITS = 0x201a;
/** Each letter has an index from 1 on; there are fewer than this. */
const STRIDE = 128;

/** How two neighbours are laid: not known yet, as a ligature, in some other way, or with that much between them. */
const UNKNOWN = -0x8000;
const JOINED = -0x7fff;
const ODD = -0x7ffe;

/** What stands in for each ligature once a text is joined: units that no clean text holds. */
const ligatures: ReadonlyMap<string, string> = new Map(
  ['ffi', 'ffl', 'ff', 'fi', 'fl'].map((text, index) => [text, String.fromCharCode(index + 1)]),
);
/** The longest one that there is at a place. */
const ligature = /ff[il]?|f[il]/g;

/** What hashes, times and addresses are written in: with a digit among them these are set one by one, never joined. */
const alone = '0123456789abcdef :.+·-';
const FIRST_DIGIT = 48;
const LAST_DIGIT = 57;
/** May stand at the end of those, and is then set without its kerning. */
const zone = 'UTC';
const LAST_OF_ZONE = zone.charCodeAt(zone.length - 1);
const setApart = /^(?=.*[0-9])[0-9a-f:.+·-]+$/;

/** A text with a stand-in for each ligature; in words such as hashes there are none. */
const joinedText = (text: string): string =>
  text
    .split(' ')
    .map((word) => (setApart.test(word) ? word : word.replace(ligature, (found) => ligatures.get(found)!)))
    .join(' ');

/** The common letters of one plain face. Everything is in font units but `scale`, which turns those into em. */
export class Letters implements LetterTable {
  readonly file: FontFile;
  readonly scale: number;
  /** The index of each UTF-16 unit; 0 where it is no such letter. */
  readonly indexes = new Uint8Array(UNITS);
  /** The same with what stands in for ligatures. */
  readonly #joinedIndexes: Uint8Array;
  readonly codes = new Uint8Array(STRIDE);
  readonly advances = new Uint16Array(STRIDE);
  readonly glyphs = new Uint16Array(STRIDE);
  readonly texts: string[] = [''];
  /** By UTF-16 unit, of letters that may be set one by one; 0 for all others. */
  readonly #aloneAdvances = new Uint16Array(256);
  readonly codesOfUnits = new Uint8Array(UNITS);
  readonly #adjustments = new Map<number, string>();
  /** By the indexes of both neighbours. */
  readonly #pairs = new Int16Array(STRIDE * STRIDE).fill(UNKNOWN).fill(0, 0, STRIDE);
  readonly #face: HbFace;
  #zoneAdvance = 0;

  /** Letters that the face shows otherwise than with their own advance, or beyond the height of a line, are left out. */
  constructor(face: HbFace, file: FontFile) {
    this.file = file;
    this.scale = 1 / face.metrics.unitsPerEm;
    this.#face = face;
    const codes = commonCodes(face);
    const standIns: Array<[unit: string, index: number]> = [];
    for (const [glyph, text] of commonGlyphs(face)) {
      const [shaped] = face.shape(text, false);
      const { yBearing, height } = face.extents(glyph);
      const isPlain =
        shaped!.dx === 0 &&
        shaped!.dy === 0 &&
        shaped!.advance === face.advance(glyph) &&
        yBearing * this.scale <= plainLine.ascent &&
        -(yBearing + height) * this.scale <= plainLine.descent;
      if (!isPlain) continue;
      const index = this.texts.push(text) - 1;
      this.glyphs[index] = glyph;
      this.codes[index] = codes.get(glyph)!;
      this.advances[index] = shaped!.advance;
      if (alone.includes(text)) this.#aloneAdvances[text.charCodeAt(0)] = shaped!.advance;
      if (text.length === 1) this.indexes[text.charCodeAt(0)] = index;
      else standIns.push([ligatures.get(text)!, index]);
    }
    this.#joinedIndexes = this.indexes.slice();
    for (const [unit, index] of standIns) this.#joinedIndexes[unit.charCodeAt(0)] = index;
    this.#joinedIndexes.forEach((index, unit) => {
      this.codesOfUnits[unit] = this.codes[index]!;
    });
    const ofZone = Array.from(zone, (letter) => this.indexes[letter.charCodeAt(0)]!);
    if (!ofZone.includes(0)) for (const index of ofZone) this.#zoneAdvance += this.advances[index]!;
  }

  /** Lays a text of nothing but such letters; null if it has others, or neighbours that are laid in some other way. */
  lay(text: string): LetterLine | null {
    if (text === '') return null;
    return this.#layAlone(text) ?? this.#layPairs(text, text, this.indexes);
  }

  /** Hashes, times and the like, with UTC at the end or not; null for other texts. */
  #layAlone(text: string): LetterLine | null {
    const advances = this.#aloneAdvances;
    const { length } = text;
    const mayHaveZone = text.charCodeAt(length - 1) === LAST_OF_ZONE && this.#zoneAdvance > 0;
    const hasZone = mayHaveZone && text.endsWith(zone);
    const end = hasZone ? length - zone.length : length;
    let advance = hasZone ? this.#zoneAdvance : 0;
    let digits = false;
    for (let at = 0; at < end; at++) {
      const unit = text.charCodeAt(at);
      const own = unit < advances.length ? advances[unit]! : 0;
      if (own === 0) return null;
      digits ||= unit >= FIRST_DIGIT && unit <= LAST_DIGIT;
      advance += own;
    }
    return digits ? new LetterLine(this, text, text, advance, false, false) : null;
  }

  /** `letters` is the text itself, or with ligatures joined. */
  #layPairs(text: string, letters: string, indexes: Uint8Array): LetterLine | null {
    const { advances } = this;
    const pairs = this.#pairs;
    let advance = 0;
    let kerned = false;
    let joined = false;
    let escaped = false;
    let before = BEFORE_ANY;
    for (let at = 0; at < letters.length; at++) {
      const unit = letters.charCodeAt(at);
      const index = unit < UNITS ? indexes[unit]! : 0;
      if (index === 0) return null;
      let pair = pairs[before * STRIDE + index]!;
      if (pair !== 0) {
        if (pair === UNKNOWN) pair = this.#learn(before, index);
        if (pair === ODD) return null;
        if (pair === JOINED) joined = true;
        else if (pair !== 0) {
          advance += pair;
          kerned = true;
        }
      }
      advance += advances[index]!;
      escaped ||= isEscaped(unit);
      before = index;
    }
    if (joined && indexes === this.indexes)
      return this.#layPairs(text, joinedText(text), this.#joinedIndexes);
    return new LetterLine(this, text, letters, advance, escaped, kerned);
  }

  indexOf(unit: number): number {
    return this.#joinedIndexes[unit]!;
  }

  adjustment(kerning: number): string {
    let written = this.#adjustments.get(kerning);
    if (written === undefined) {
      written = adjustment(kerning, this.scale);
      this.#adjustments.set(kerning, written);
    }
    return written;
  }

  kerning(before: number, index: number): number {
    const pair = this.#pairs[before * STRIDE + index]!;
    return pair > ODD ? pair : 0;
  }

  #learn(before: number, index: number): number {
    const [first, second] = [this.texts[before]!, this.texts[index]!];
    const shaped = this.#face.shape(first + second, false);
    const [a, b] = shaped;
    let pair = ligatures.has(first + second) ? JOINED : ODD;
    if (
      a !== undefined &&
      b !== undefined &&
      shaped.length === 2 &&
      a.glyph === this.glyphs[before] &&
      b.glyph === this.glyphs[index] &&
      b.cluster === first.length &&
      [a.dx, a.dy, b.dx, b.dy].every((shift) => shift === 0) &&
      b.advance === this.advances[index]
    )
      pair = a.advance - this.advances[before]!;
    this.#pairs[before * STRIDE + index] = pair;
    return pair;
  }
}

const tables = new WeakMap<HbFace, Letters>();

/** The letters of an open plain face. */
export function lettersOf(face: HbFace, file: FontFile): Letters {
  let letters = tables.get(face);
  if (letters === undefined) {
    letters = new Letters(face, file);
    tables.set(face, letters);
  }
  return letters;
}
