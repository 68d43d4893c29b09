/** Lines of shaped text. Lengths are in em, so that one shaping serves every size that is tried. */
import { cleanText } from './clean.ts';
import { commonGlyphs, isCommonText } from './common.ts';
import type { FaceSession } from './faces.ts';
import { type FontFile, fileFor, type Weight } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import {
  breakOpportunities,
  graphemeStarts,
  type ResolvedText,
  reorderRuns,
  resolveText,
  type TextRun,
  type TextStyle,
} from './segment.ts';
import { glyphCode, isOneString, showGlyphs } from './show.ts';

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
  /** What a TJ array shows it with, null where it takes more than that (`show.ts`); '' if `letters` is given. */
  shown: string | null;
  /** What is shown is one string, without adjustments. */
  isString: boolean;
  /** The codes of its letters one by one, where they need not be joined beforehand. */
  letters: LetterCodes | null;
  /** Left to right, and each of its glyphs is a common one that stands for its share of the text (`common.ts`). */
  common: boolean;
}

export interface LaidLine {
  /** In visual order, left to right. */
  runs: LaidRun[];
  width: number;
  /** At least those of plain letters, so that lines of one size have even distances; in em. */
  ascent: number;
  descent: number;
  rightToLeft: boolean;
}

/** What a line of plain letters takes above and below its baseline, in em; a line with taller ink takes more. */
const PLAIN_ASCENT = 0.9;
const PLAIN_DESCENT = 0.25;
const PLAIN_LEADING = 1.2;
const LEAST_GAP = 0.04;

type Heights = Pick<LaidLine, 'ascent' | 'descent'>;

/** What every line takes at least. */
export const plainLine: Heights = { ascent: PLAIN_ASCENT, descent: PLAIN_DESCENT };

/** Distance between the baselines of two lines that follow each other, in em. */
export const leadingOf = (above: Heights, line: Heights): number =>
  Math.max(PLAIN_LEADING, above.descent + line.ascent + LEAST_GAP);

/** A paragraph: resolved and measured, to be broken to any width. */
export class Paragraph {
  readonly resolved: ResolvedText;
  /** The runs of `resolved`, each shaped as a whole. */
  readonly shaped: readonly LaidRun[];
  readonly width: number;
  #advances: Float64Array | null = null;

  constructor(resolved: ResolvedText, shaped: readonly LaidRun[]) {
    this.resolved = resolved;
    this.shaped = shaped;
    let width = 0;
    for (const run of shaped) width += run.width;
    this.width = width;
  }

  /** Advance at each cluster's first UTF-16 unit, in em; a text on one line is set without. */
  get advances(): Float64Array {
    if (this.#advances !== null) return this.#advances;
    const advances = new Float64Array(this.resolved.text.length);
    this.shaped.forEach(({ glyphs, scale }, index) => {
      const { start } = this.resolved.runs[index]!;
      for (const { cluster, advance } of glyphs) advances[start + cluster]! += advance * scale;
    });
    this.#advances = advances;
    return advances;
  }
}

const CACHED_RUNS = 2048;
const CACHED_LENGTH = 160;
/** Per face, so that they go when it is closed. Keys begin with the direction. */
const shapedRuns = new WeakMap<HbFace, Map<string, LaidRun>>();

/** Character codes as they stand in a literal string, by UTF-16 unit below 256: up to four bytes, the first one lowest. */
export interface LetterCodes {
  packed: Uint32Array;
  lengths: Uint8Array;
}

/**
 * What hashes, times and addresses are written in: nothing in those joins or kerns, so that each letter need be shaped
 * but once, for all documents. At their end UTC may stand, which is set without its kerning.
 */
const alone = '0123456789abcdef :.+·-';
const zone = 'UTC';

interface Letters extends LetterCodes {
  /** Which there are; every letter of `alone` and `zone`, or none. */
  present: Uint8Array;
  advances: Float64Array;
  tops: Float64Array;
  bottoms: Float64Array;
  glyphs: Uint16Array;
}

const lettersOf = new WeakMap<HbFace, Letters>();

/** All of them, unless the font shows one otherwise than with its own advance: then none. */
function readLetters(face: HbFace): Letters {
  const letters: Letters = {
    packed: new Uint32Array(256),
    lengths: new Uint8Array(256),
    present: new Uint8Array(256),
    advances: new Float64Array(256),
    tops: new Float64Array(256),
    bottoms: new Float64Array(256),
    glyphs: new Uint16Array(256),
  };
  const common = commonGlyphs(face);
  for (const letter of alone + zone) {
    const [shaped, ...more] = face.covers(letter.charCodeAt(0)) ? face.shape(letter, false) : [];
    if (!shaped || more.length > 0) return { ...letters, present: new Uint8Array(256) };
    const { glyph, advance, dx, dy } = shaped;
    const plain = dx === 0 && dy === 0 && advance === face.advance(glyph) && common.get(glyph) === letter;
    if (!plain) return { ...letters, present: new Uint8Array(256) };
    const unit = letter.charCodeAt(0);
    const { yBearing, height } = face.extents(glyph);
    const code = glyphCode(glyph);
    for (let index = code.length - 1; index >= 0; index--)
      letters.packed[unit] = (letters.packed[unit]! << 8) | code.charCodeAt(index);
    letters.lengths[unit] = code.length;
    letters.present[unit] = zone.includes(letter) ? 2 : 1;
    letters.advances[unit] = advance;
    letters.tops[unit] = Math.max(0, yBearing);
    letters.bottoms[unit] = Math.min(0, yBearing + height);
    letters.glyphs[unit] = glyph;
  }
  return letters;
}

/** A run of a text of those letters. */
class LetterRun implements LaidRun {
  readonly file: FontFile;
  readonly text: string;
  readonly scale: number;
  readonly width: number;
  readonly inkAscent: number;
  readonly inkDescent: number;
  readonly letters: Letters;

  /** Width and ink in font units. */
  constructor(
    file: FontFile,
    text: string,
    letters: Letters,
    { scale, width, top, bottom }: { scale: number; width: number; top: number; bottom: number },
  ) {
    this.file = file;
    this.text = text;
    this.letters = letters;
    this.scale = scale;
    this.width = width * scale;
    this.inkAscent = top * scale;
    this.inkDescent = -bottom * scale;
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

/** A text of those letters, with a digit among them, as words of a to f might kern; null for every other text. */
function layLetters(face: HbFace, file: FontFile, text: string): LetterRun | null {
  let letters = lettersOf.get(face);
  if (letters === undefined) {
    letters = readLetters(face);
    lettersOf.set(face, letters);
  }
  const { present, advances, tops, bottoms } = letters;
  const { length } = text;
  let width = 0;
  let top = 0;
  let bottom = 0;
  let digits = false;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 255 || present[unit] === 0) return null;
    if (present[unit] === 2 && !(index >= length - zone.length && text.endsWith(zone))) return null;
    digits ||= unit < 58 && unit > 47;
    width += advances[unit]!;
    if (tops[unit]! > top) top = tops[unit]!;
    if (bottoms[unit]! < bottom) bottom = bottoms[unit]!;
  }
  if (!digits) return null;
  return new LetterRun(file, text, letters, { scale: 1 / face.metrics.unitsPerEm, width, top, bottom });
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
      this.shown = this.shown === null ? null : joinShown(this.shown, shownOf(part));
    }
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
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (let at = 0, code = letters.packed[unit]!; at < letters.lengths[unit]!; at++, code >>>= 8)
      codes += String.fromCharCode(code & 255);
  }
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

function shapeRun(session: FaceSession, file: FontFile, text: string, rightToLeft: boolean): LaidRun {
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
  const known = shapedRuns.get(face) ?? new Map<string, LaidRun>();
  shapedRuns.set(face, known);
  const key = (rightToLeft ? 'r' : 'l') + text;
  let run = known.get(key);
  if (run === undefined) {
    run = measureRun(face, file, text, face.shape(text, rightToLeft));
    if (known.size >= CACHED_RUNS) known.clear();
    known.set(key, run);
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
  const shown = showGlyphs(glyphs, scale, (glyph) => face.advance(glyph));
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
    common: isCommonText(face, glyphs, text),
  };
}

/** Cleans a text and splits it into measured paragraphs, one per line of the input; never none. */
export function layParagraphs(session: FaceSession, text: string, style: TextStyle): Paragraph[] {
  return cleanText(text)
    .split('\n')
    .map((line) => {
      const resolved = resolveText(session, line, style);
      const shaped = resolved.runs.map(({ start, end, file, level }) =>
        shapeRun(session, file, resolved.text.slice(start, end), (level & 1) === 1),
      );
      return new Paragraph(resolved, shaped);
    });
}

function layLine(
  session: FaceSession,
  { resolved: { text, runs, rightToLeft }, shaped }: Paragraph,
  from: number,
  to: number,
): LaidLine {
  const [only] = shaped;
  if (shaped.length === 1 && from === 0 && to === text.length) return lineOf([only!], rightToLeft);
  const parts: Array<TextRun & { laid: LaidRun }> = [];
  runs.forEach((run, index) => {
    const start = Math.max(run.start, from);
    const end = Math.min(run.end, to);
    if (start >= end) return;
    const whole = start === run.start && end === run.end;
    const laid = whole
      ? shaped[index]!
      : shapeRun(session, run.file, text.slice(start, end), (run.level & 1) === 1);
    parts.push({ ...run, laid });
  });
  const ordered = parts.length < 2 ? parts : reorderRuns(parts);
  return lineOf(
    ordered.map((part) => part.laid),
    rightToLeft,
  );
}

function lineOf(runs: LaidRun[], rightToLeft: boolean): LaidLine {
  let width = 0;
  let ascent = PLAIN_ASCENT;
  let descent = PLAIN_DESCENT;
  for (const run of runs) {
    width += run.width;
    if (run.inkAscent > ascent) ascent = run.inkAscent;
    if (run.inkDescent > descent) descent = run.inkDescent;
  }
  return { runs, width, ascent, descent, rightToLeft };
}

/** The end of the line that begins at `from`: the furthest break that keeps it within `maxWidth`. */
function lineEnd(
  text: string,
  advances: Float64Array,
  places: Uint8Array,
  from: number,
  maxWidth: number,
): number {
  let width = 0;
  let good = 0;
  let poor = 0;
  for (let index = from; index < text.length; index++) {
    if (index > from && places[index] === 2) good = index;
    if (index > from && places[index]! > 0) poor = index;
    width += advances[index]!;
    if (width > maxWidth && text[index] !== ' ') {
      if (good > 0) return good;
      if (poor > 0) return poor;
      const starts = graphemeStarts(text.slice(from, index + 1)).map((start) => start + from);
      return starts.findLast((start) => start > from) ?? nextGrapheme(text, from);
    }
  }
  return text.length;
}

const nextGrapheme = (text: string, from: number): number =>
  from + (graphemeStarts(text.slice(from, from + 64))[1] ?? text.length - from);

function withoutTrailingSpaces(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text[end - 1] === ' ') end--;
  return end;
}

/** Breaks a paragraph into lines no wider than `maxWidth` em, unless a single character is wider than that. */
export function breakParagraph(session: FaceSession, paragraph: Paragraph, maxWidth: number): LaidLine[] {
  const { text } = paragraph.resolved;
  if (paragraph.width <= maxWidth) return [layLine(session, paragraph, 0, text.length)];
  const { advances } = paragraph;
  const places = breakOpportunities(text);
  const lines: LaidLine[] = [];
  for (let from = 0; from < text.length; ) {
    let limit = maxWidth;
    let next = lineEnd(text, advances, places, from, limit);
    let to = withoutTrailingSpaces(text, from, next);
    let line = layLine(session, paragraph, from, to);
    // Letters at the end of a line may be wider than in the middle of a word (Arabic), or lose their kerning.
    while (line.width > maxWidth && next > nextGrapheme(text, from)) {
      limit -= Math.max(line.width - maxWidth, 0.01);
      next = lineEnd(text, advances, places, from, limit);
      to = withoutTrailingSpaces(text, from, next);
      line = layLine(session, paragraph, from, to);
    }
    if (to > from || lines.length === 0) lines.push(line);
    from = next;
    while (text[from] === ' ') from++;
  }
  return lines.length > 0 ? lines : [layLine(session, paragraph, 0, 0)];
}

/** The plain faces of one drawing, for texts of letters that need no shaping. */
export class PlainLetters {
  readonly #session: FaceSession;
  readonly #plain = new Map<Weight, { file: FontFile; face: HbFace }>();

  constructor(session: FaceSession) {
    this.#session = session;
  }

  /** A hash, time or address on one line; null for other texts, and if the plain face is not open yet. */
  line(text: string, weight: Weight): LaidLine | null {
    const first = text.charCodeAt(0);
    // Most labels begin with a letter that is not among them.
    if (first > 255 || !mayBegin[first]) return null;
    let plain = this.#plain.get(weight);
    if (plain === undefined) {
      const file = fileFor('sans', 0x20, weight)!;
      const face = this.#session.face(file);
      if (face === null) return null;
      plain = { file, face };
      this.#plain.set(weight, plain);
    }
    const run = layLetters(plain.face, plain.file, text);
    return run && lineOf([run], false);
  }
}

const mayBegin = Array.from({ length: 256 }, (_, unit) => (alone + zone).includes(String.fromCharCode(unit)));

/** Lays a text out within `maxWidth` em. Runs are shared between lines and must not be changed. */
export function layText(
  session: FaceSession,
  text: string,
  style: TextStyle,
  maxWidth = Number.POSITIVE_INFINITY,
): LaidLine[] {
  return layParagraphs(session, text, style).flatMap((paragraph) =>
    breakParagraph(session, paragraph, maxWidth),
  );
}
