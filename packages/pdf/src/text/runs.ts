/** Runs of shaped text: stretches in one font and one direction, kept where they are likely to come again. */
import { commonCodes, commonGlyphs, isCommonText } from './common.ts';
import type { FaceSession } from './faces.ts';
import { type FontFile, fileFor } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import { Recent } from './recent.ts';
import { byteCode, glyphCode, isOneString, showGlyphs } from './show.ts';

/** A run ready to be drawn. Glyphs are in visual order and in font units; `scale` turns those into em. */
export interface LaidRun {
  file: FontFile;
  text: string;
  glyphs: readonly ShapedGlyph[];
  glyphCount: number;
  scale: number;
  width: number;
  /** How far its ink reaches above and below the baseline, in em. */
  inkAscent: number;
  inkDescent: number;
  /**
   * What a TJ array shows it with, in codes of one byte if it is `common`, else of two; null where it takes more than
   * that (`show.ts`); '' if `letters` is given.
   */
  shown: string | null;
  /** What is shown is one string, without adjustments. */
  isString: boolean;
  /** The codes of its letters one by one, where they need not be joined beforehand. */
  letters: LetterCodes | null;
  /** Left to right, and each of its glyphs is a common one that stands for its share of the text (`common.ts`). */
  common: boolean;
}

const KEPT_RUNS = 2048;
const CACHED_LENGTH = 160;
/** Per face, so that they go when it is closed; a text as it is serves as key, so that no other need be made. */
const shapedRuns = {
  rightToLeft: new WeakMap<HbFace, Recent<LaidRun>>(),
  other: new WeakMap<HbFace, Recent<LaidRun>>(),
};

/** Character codes, which stand in a literal string as they are, by UTF-16 unit below 256. */
export interface LetterCodes {
  codes: Uint8Array;
}

/**
 * What hashes, times and addresses are written in: nothing in those joins or kerns, so that each letter need be shaped
 * but once, for all documents. At their end UTC may stand, which is set without its kerning.
 */
const alone = '0123456789abcdef :.+·-';
const zone = 'UTC';

interface Letters extends LetterCodes {
  /** Em per font unit. */
  scale: number;
  /** In font units; of letters of `alone` only in `widths`, where 0 means that it is none. */
  advances: Float64Array;
  widths: Float64Array;
  zoneWidth: number;
  /** How far the ink of the highest and the lowest of them reaches, in em. */
  inkAscent: number;
  inkDescent: number;
  glyphs: Uint16Array;
}

const lettersOf = new WeakMap<HbFace, Letters>();

/** All of them, unless the font shows one otherwise than with its own advance: then none. */
function readLetters(face: HbFace): Letters {
  const scale = 1 / face.metrics.unitsPerEm;
  const letters: Letters = {
    codes: new Uint8Array(256),
    scale,
    advances: new Float64Array(256),
    widths: new Float64Array(256),
    zoneWidth: 0,
    inkAscent: 0,
    inkDescent: 0,
    glyphs: new Uint16Array(256),
  };
  const common = commonGlyphs(face);
  const codes = commonCodes(face);
  for (const letter of alone + zone) {
    const [shaped, ...more] = face.covers(letter.charCodeAt(0)) ? face.shape(letter, false) : [];
    if (!shaped || more.length > 0) return { ...letters, widths: new Float64Array(256) };
    const { glyph, advance, dx, dy } = shaped;
    const plain = dx === 0 && dy === 0 && advance === face.advance(glyph) && common.get(glyph) === letter;
    if (!plain) return { ...letters, widths: new Float64Array(256) };
    const unit = letter.charCodeAt(0);
    const { yBearing, height } = face.extents(glyph);
    letters.codes[unit] = codes.get(glyph)!;
    letters.advances[unit] = advance;
    if (zone.includes(letter)) letters.zoneWidth += advance;
    else letters.widths[unit] = advance;
    letters.inkAscent = Math.max(letters.inkAscent, yBearing * scale);
    letters.inkDescent = Math.max(letters.inkDescent, -(yBearing + height) * scale);
    letters.glyphs[unit] = glyph;
  }
  return letters;
}

/** A run of a text of those letters; its ink is taken to reach as far as that of any of them. */
class LetterRun implements LaidRun {
  readonly file: FontFile;
  readonly text: string;
  readonly width: number;
  readonly letters: Letters;

  constructor(file: FontFile, text: string, letters: Letters, width: number) {
    this.file = file;
    this.text = text;
    this.letters = letters;
    this.width = width;
  }

  get scale(): number {
    return this.letters.scale;
  }

  get inkAscent(): number {
    return this.letters.inkAscent;
  }

  get inkDescent(): number {
    return this.letters.inkDescent;
  }

  get shown(): string {
    return '';
  }

  get isString(): boolean {
    return true;
  }

  get common(): boolean {
    return true;
  }

  get glyphCount(): number {
    return this.text.length;
  }

  /** Hardly ever asked for. */
  get glyphs(): ShapedGlyph[] {
    const { glyphs, advances } = this.letters;
    return Array.from(this.text, (letter, cluster) => {
      const unit = letter.charCodeAt(0);
      return { glyph: glyphs[unit]!, cluster, advance: advances[unit]!, dx: 0, dy: 0 };
    });
  }
}

const mayBegin = Array.from({ length: 256 }, (_, unit) => (alone + zone).includes(String.fromCharCode(unit)));

/** Tells most other texts by their first letter from those that `layLetters` takes. */
export function mayBeLetters(text: string): boolean {
  const first = text.charCodeAt(0);
  return first < 256 && mayBegin[first]!;
}

const LAST_OF_ZONE = zone.charCodeAt(zone.length - 1);

/** A text of those letters, with a digit among them, as words of a to f might kern; null for every other text. */
export function layLetters(face: HbFace, file: FontFile, text: string): LaidRun | null {
  let letters = lettersOf.get(face);
  if (letters === undefined) {
    letters = readLetters(face);
    lettersOf.set(face, letters);
  }
  const { widths } = letters;
  const { length } = text;
  const withZone = text.charCodeAt(length - 1) === LAST_OF_ZONE && text.endsWith(zone);
  const end = withZone ? length - zone.length : length;
  let width = withZone ? letters.zoneWidth : 0;
  let digits = false;
  for (let index = 0; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 255 || widths[unit] === 0) return null;
    digits ||= unit < 58 && unit > 47;
    width += widths[unit]!;
  }
  return digits ? new LetterRun(file, text, letters, width * letters.scale) : null;
}

/** Text of the plain face whose words can be shaped one by one: in that face nothing kerns or joins across a space. */
const words = /^[\u0020-\u007e\u00a1-\u024f\u0370-\u052f\u2013\u2014\u2018-\u201d]+$/;

const isPlain = (file: FontFile): boolean =>
  file === fileFor('sans', 0x20, 400) || file === fileFor('sans', 0x20, 700);

/** A run put together from its words. */
class WordsRun implements LaidRun {
  readonly file: FontFile;
  readonly text: string;
  readonly scale: number;
  readonly glyphCount: number;
  width = 0;
  inkAscent = 0;
  inkDescent = 0;
  shown: string | null = '';
  isString = true;
  readonly letters = null;
  common = true;
  readonly #parts: readonly LaidRun[];
  #glyphs: readonly ShapedGlyph[] | null = null;

  constructor(file: FontFile, text: string, parts: readonly LaidRun[]) {
    this.file = file;
    this.text = text;
    this.scale = parts[0]!.scale;
    this.#parts = parts;
    let count = 0;
    for (const part of parts) {
      count += part.glyphCount;
      this.width += part.width;
      if (part.inkAscent > this.inkAscent) this.inkAscent = part.inkAscent;
      if (part.inkDescent > this.inkDescent) this.inkDescent = part.inkDescent;
      this.common &&= part.common;
      this.isString &&= part.isString;
    }
    // Codes of one byte and of two do not join: such a run is shown by its glyphs.
    this.shown = this.common ? '' : null;
    for (const part of parts) this.shown = this.shown === null ? null : joinShown(this.shown, shownOf(part));
    this.glyphCount = count;
  }

  /** Only asked for where a line is broken, or shows what is not common. */
  get glyphs(): readonly ShapedGlyph[] {
    if (this.#glyphs !== null) return this.#glyphs;
    const glyphs: ShapedGlyph[] = [];
    let from = 0;
    for (const part of this.#parts) {
      for (const { glyph, cluster, advance, dx, dy } of part.glyphs)
        glyphs.push({ glyph, cluster: cluster + from, advance, dx, dy });
      from += part.text.length;
    }
    this.#glyphs = glyphs;
    return glyphs;
  }
}

/** Most words, other than whole texts, have been seen in an earlier document. */
function shapeByWord(session: FaceSession, file: FontFile, text: string): LaidRun {
  const parts: LaidRun[] = [];
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf(' ', from);
    const to = next === from ? from + 1 : next < 0 ? text.length : next;
    parts.push(shapeRun(session, file, text.slice(from, to), false));
    from = to;
  }
  return new WordsRun(file, text, parts);
}

/** What shows a run, also one whose letters are not joined yet. */
function shownOf({ shown, letters, text }: LaidRun): string | null {
  if (letters === null) return shown;
  let codes = '';
  for (let index = 0; index < text.length; index++)
    codes += String.fromCharCode(letters.codes[text.charCodeAt(index)]!);
  return `(${codes})`;
}

/** Two insides of TJ arrays as one; two strings that meet become one. */
function joinShown(first: string, second: string | null): string | null {
  if (second === null) return null;
  return first.endsWith(')') && second.startsWith('(')
    ? first.slice(0, -1) + second.slice(1)
    : first + second;
}

const noInk = { inkAscent: 0, inkDescent: 0 };

/** Shapes a text in one font and one direction; words and whole texts met lately are not shaped again. */
export function shapeRun(session: FaceSession, file: FontFile, text: string, rightToLeft: boolean): LaidRun {
  const face = session.face(file);
  if (face === null)
    return {
      file,
      text,
      glyphs: [],
      glyphCount: 0,
      scale: 0.001,
      width: 0,
      ...noInk,
      shown: null,
      isString: false,
      letters: null,
      common: false,
    };
  if (!rightToLeft && text.length > 2) {
    const run = layLetters(face, file, text);
    if (run !== null) return run;
  }
  if (!rightToLeft && text.length > 1 && text.includes(' ') && isPlain(file) && words.test(text))
    return shapeByWord(session, file, text);
  if (text.length > CACHED_LENGTH) return measureRun(face, file, text, face.shape(text, rightToLeft));
  const directed = shapedRuns[rightToLeft ? 'rightToLeft' : 'other'];
  let known = directed.get(face);
  if (known === undefined) {
    known = new Recent(KEPT_RUNS);
    directed.set(face, known);
  }
  let run = known.get(text);
  if (run === undefined) {
    run = measureRun(face, file, text, face.shape(text, rightToLeft));
    known.offer(text, run);
  }
  return run;
}

function measureRun(face: HbFace, file: FontFile, text: string, glyphs: ShapedGlyph[]): LaidRun {
  const scale = 1 / face.metrics.unitsPerEm;
  let width = 0;
  let top = 0;
  let bottom = 0;
  for (const { glyph, advance, dy } of glyphs) {
    const { yBearing, height } = face.extents(glyph);
    width += advance;
    top = Math.max(top, yBearing + dy);
    bottom = Math.min(bottom, yBearing + height + dy);
  }
  const common = isCommonText(face, glyphs, text);
  const codes = commonCodes(face);
  const codeOf = common ? (glyph: number) => byteCode(codes.get(glyph)!) : glyphCode;
  const shown = showGlyphs(glyphs, scale, (glyph) => face.advance(glyph), codeOf);
  return {
    file,
    text,
    glyphs,
    glyphCount: glyphs.length,
    scale,
    width: width * scale,
    inkAscent: top * scale,
    inkDescent: -bottom * scale,
    shown,
    isString: shown !== null && isOneString(shown),
    letters: null,
    common,
  };
}
