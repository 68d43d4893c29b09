/**
 * Lays out text in the common letters of the plain faces without shaping it. How HarfBuzz sets two neighbours is
 * looked up once and cached; in these faces only ligatures and direct neighbours matter.
 */
import { commonCodes, commonGlyphs } from './common.ts';
import type { FontFile } from './families.ts';
import type { HbFace } from './harfbuzz.ts';
import { BEFORE_ANY, isEscaped, LetterLine, type LetterTable, plainLine } from './letter-line.ts';
import { adjustment } from './show.ts';

/** One more than the highest supported letter, the apostrophe. */
const UNITS = 0x201a;
/** Letter indexes start at 1; there are fewer than this. */
const STRIDE = 128;

/** How two neighbours are set: unknown so far, as a ligature, in another way, or with this kerning. */
const UNKNOWN = -0x8000;
const JOINED = -0x7fff;
const ODD = -0x7ffe;

/** Placeholders for ligatures in joined text: code units that clean text never contains. */
const ligatures: ReadonlyMap<string, string> = new Map(
  ['ffi', 'ffl', 'ff', 'fi', 'fl'].map((text, index) => [text, String.fromCharCode(index + 1)]),
);
/** Matches the longest ligature at each position. */
const ligature = /ff[il]?|f[il]/g;

/**
 * The characters of hashes, times and addresses. Words of these with a digit are set letter by letter and never
 * joined.
 */
const alone = '0123456789abcdef :.+·-';
const FIRST_DIGIT = 48;
const LAST_DIGIT = 57;
/** Such a text may end with this, set without kerning. */
const zone = 'UTC';
const LAST_OF_ZONE = zone.charCodeAt(zone.length - 1);
const setApart = /^(?=.*[0-9])[0-9a-f:.+·-]+$/;

/** A text with placeholders for ligatures. Words such as hashes have none. */
const joinedText = (text: string): string =>
  text
    .split(' ')
    .map((word) => (setApart.test(word) ? word : word.replace(ligature, (found) => ligatures.get(found)!)))
    .join(' ');

/** The common letters of one plain face. Everything is in font units except `scale`, which converts them to em. */
export class Letters implements LetterTable {
  readonly file: FontFile;
  readonly scale: number;
  /** The index of each UTF-16 unit; 0 if it is not a common letter. */
  readonly indexes = new Uint8Array(UNITS);
  /** The same including placeholders for ligatures. */
  readonly #joinedIndexes: Uint8Array;
  readonly codes = new Uint8Array(STRIDE);
  readonly advances = new Uint16Array(STRIDE);
  readonly glyphs = new Uint16Array(STRIDE);
  readonly texts: string[] = [''];
  /** By UTF-16 unit: advances of letters that may be set letter by letter; 0 for others. */
  readonly #aloneAdvances = new Uint16Array(256);
  readonly codesOfUnits = new Uint8Array(UNITS);
  readonly #adjustments = new Map<number, string>();
  /** Kerning by the indexes of both neighbours. */
  readonly #pairs = new Int16Array(STRIDE * STRIDE).fill(UNKNOWN).fill(0, 0, STRIDE);
  readonly #face: HbFace;
  #zoneAdvance = 0;

  /** Excludes letters that the face does not draw with their own advance, or that exceed the height of a line. */
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

  /** Lays out a text of common letters; null if it has other characters, or neighbours set in another way. */
  lay(text: string): LetterLine | null {
    if (text === '') return null;
    return this.#layAlone(text) ?? this.#layPairs(text, text, this.indexes);
  }

  /** Lays out hashes, times and similar texts, optionally ending in UTC; null for other texts. */
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

  /** `letters` is the text itself, or the text with placeholders for ligatures. */
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
