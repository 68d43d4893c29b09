/** Lines of shaped text. Lengths are in em, so that one shaping serves every size that is tried. */
import { cleanText } from './clean.ts';
import { commonGlyphs, isCommonText } from './common.ts';
import type { FaceSession } from './faces.ts';
import { type FontFile, fileFor } from './families.ts';
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
import { glyphCode, showGlyphs } from './show.ts';

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
  /** What a TJ array shows it with, null where it takes more than that (`show.ts`). */
  shown: string | null;
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

/** Distance between the baselines of two lines that follow each other, in em. */
export const leadingOf = (above: LaidLine, line: LaidLine): number =>
  Math.max(PLAIN_LEADING, above.descent + line.ascent + LEAST_GAP);

/** A paragraph: resolved and measured, to be broken to any width. */
export interface Paragraph {
  resolved: ResolvedText;
  /** The runs of `resolved`, each shaped as a whole. */
  shaped: LaidRun[];
  /** Advance at each cluster's first UTF-16 unit, in em. */
  advances: Float64Array;
  width: number;
}

const CACHED_RUNS = 2048;
const CACHED_LENGTH = 160;
/** Per face, so that they go when it is closed. Keys begin with the direction. */
const shapedRuns = new WeakMap<HbFace, Map<string, LaidRun>>();

/** Hashes, times and addresses: nothing in them joins or kerns, so that each letter need be shaped but once. */
const lettersAlone = /^[0-9a-f :.+·-]+(?:UTC)?$/;

/** A word of such letters alone is one of those only if it has a digit in it. */
const digit = /[0-9]/;

interface Letter extends ShapedGlyph {
  top: number;
  bottom: number;
  /** Its character code as in a string, or null if it is not shown with the font's own advance. */
  code: string | null;
  common: boolean;
}

/** By UTF-16 unit. */
const lettersOf = new WeakMap<HbFace, Letter[]>();

function shapeLetter(face: HbFace, letter: string): Letter {
  const shaped = face.shape(letter, false)[0]!;
  const { glyph, advance, dx, dy } = shaped;
  const { yBearing, height } = face.extents(glyph);
  const asItIs = dx === 0 && dy === 0 && advance === face.advance(glyph);
  return {
    ...shaped,
    top: yBearing + dy,
    bottom: yBearing + height + dy,
    code: asItIs ? glyphCode(glyph) : null,
    common: commonGlyphs(face).get(glyph) === letter,
  };
}

/** Two bytes, each behind a backslash. */
const LONGEST_CODE = 4;
/** Where the codes of a text are put together; longer lived than the many small strings would be. */
let codes = Buffer.allocUnsafeSlow(1024);

function shapeByLetter(face: HbFace, file: FontFile, text: string): LaidRun {
  const letters = lettersOf.get(face) ?? [];
  lettersOf.set(face, letters);
  const shaped = new Array<Letter>(text.length);
  let width = 0;
  let top = 0;
  let bottom = 0;
  let length = 0;
  let asTheyAre = true;
  let common = true;
  if (codes.length < text.length * LONGEST_CODE) codes = Buffer.allocUnsafeSlow(text.length * LONGEST_CODE);
  for (let cluster = 0; cluster < text.length; cluster++) {
    const unit = text.charCodeAt(cluster);
    let letter = letters[unit];
    if (letter === undefined) {
      letter = shapeLetter(face, text[cluster]!);
      letters[unit] = letter;
    }
    shaped[cluster] = letter;
    width += letter.advance;
    if (letter.top > top) top = letter.top;
    if (letter.bottom < bottom) bottom = letter.bottom;
    const { code } = letter;
    if (code === null) asTheyAre = false;
    else for (let index = 0; index < code.length; index++) codes[length++] = code.charCodeAt(index);
    common &&= letter.common;
  }
  const scale = 1 / face.metrics.unitsPerEm;
  let glyphs: ShapedGlyph[] | null = null;
  return {
    file,
    text,
    glyphCount: text.length,
    // Hardly ever asked for where the codes are known.
    get glyphs() {
      glyphs ??= shaped.map(({ glyph, advance, dx, dy }, cluster) => ({ glyph, cluster, advance, dx, dy }));
      return glyphs;
    },
    scale,
    width: width * scale,
    inkAscent: top * scale,
    inkDescent: -bottom * scale,
    shown: asTheyAre ? `(${codes.toString('latin1', 0, length)})` : null,
    common,
  };
}

/** Text of the plain face whose words can be shaped one by one: in that face nothing kerns or joins across a space. */
const words = /^[\u0020-\u007e\u00a1-\u024f\u0370-\u052f\u2013\u2014\u2018-\u201d]+$/;

const isPlain = (file: FontFile): boolean =>
  file === fileFor('sans', 0x20, 400) || file === fileFor('sans', 0x20, 700);

/** Most words, other than whole texts, have been seen in an earlier document. */
function shapeByWord(session: FaceSession, file: FontFile, text: string): LaidRun {
  const glyphs: ShapedGlyph[] = [];
  const whole = { width: 0, inkAscent: 0, inkDescent: 0, scale: 0.001, common: true };
  let shown: string | null = '';
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf(' ', from);
    const to = next === from ? from + 1 : next < 0 ? text.length : next;
    const part = shapeRun(session, file, text.slice(from, to), false);
    for (const { glyph, cluster, advance, dx, dy } of part.glyphs)
      glyphs.push({ glyph, cluster: cluster + from, advance, dx, dy });
    whole.scale = part.scale;
    whole.width += part.width;
    whole.inkAscent = Math.max(whole.inkAscent, part.inkAscent);
    whole.inkDescent = Math.max(whole.inkDescent, part.inkDescent);
    whole.common &&= part.common;
    shown = shown === null || part.shown === null ? null : shown + part.shown;
    from = to;
  }
  return { file, text, glyphs, glyphCount: glyphs.length, ...whole, shown };
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
      common: false,
    };
  if (!rightToLeft && text.length > 2 && digit.test(text) && lettersAlone.test(text))
    return shapeByLetter(face, file, text);
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
  return {
    file,
    text,
    glyphs,
    glyphCount: glyphs.length,
    scale,
    width: width * scale,
    inkAscent: top * scale,
    inkDescent: -bottom * scale,
    shown: showGlyphs(glyphs, scale, (glyph) => face.advance(glyph)),
    common: isCommonText(face, glyphs, text),
  };
}

/** Cleans a text and splits it into measured paragraphs, one per line of the input; never none. */
export function layParagraphs(session: FaceSession, text: string, style: TextStyle): Paragraph[] {
  return cleanText(text)
    .split('\n')
    .map((line) => {
      const resolved = resolveText(session, line, style);
      const advances = new Float64Array(resolved.text.length);
      let width = 0;
      const shaped = resolved.runs.map((run) => {
        const laid = shapeRun(
          session,
          run.file,
          resolved.text.slice(run.start, run.end),
          (run.level & 1) === 1,
        );
        for (const glyph of laid.glyphs) advances[run.start + glyph.cluster]! += glyph.advance * laid.scale;
        width += laid.width;
        return laid;
      });
      return { resolved, shaped, advances, width };
    });
}

function layLine(
  session: FaceSession,
  { resolved: { text, runs, rightToLeft }, shaped }: Paragraph,
  from: number,
  to: number,
): LaidLine {
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
  return {
    runs: ordered.map((part) => part.laid),
    width: ordered.reduce((sum, part) => sum + part.laid.width, 0),
    ascent: parts.reduce((most, { laid }) => Math.max(most, laid.inkAscent), PLAIN_ASCENT),
    descent: parts.reduce((most, { laid }) => Math.max(most, laid.inkDescent), PLAIN_DESCENT),
    rightToLeft,
  };
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
  const { resolved, advances, width } = paragraph;
  const { text } = resolved;
  if (width <= maxWidth) return [layLine(session, paragraph, 0, text.length)];
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

const CACHED_TEXTS = 4096;
/**
 * Labels and sentences that documents have in common: per style and width, by text. Glyph ids hold for a font file,
 * whether it is open or not.
 */
const laidTexts = new Map<string, Map<number, Map<string, LaidLine[]>>>();
let laidCount = 0;
/** Texts are kept from the second time on, as most of those that are not in every document never come again. */
const CACHED_TEXTS_SEEN = 4096;
const seenTexts = new Set<string>();

function hasBeenSeen(text: string): boolean {
  if (seenTexts.has(text)) return true;
  if (seenTexts.size >= CACHED_TEXTS_SEEN) seenTexts.clear();
  seenTexts.add(text);
  return false;
}

function knownTexts({ family, weight }: TextStyle, maxWidth: number): Map<string, LaidLine[]> {
  const style = weight === 400 ? family : `${family} ${weight}`;
  const widths = laidTexts.get(style) ?? new Map<number, Map<string, LaidLine[]>>();
  laidTexts.set(style, widths);
  const texts = widths.get(maxWidth) ?? new Map<string, LaidLine[]>();
  widths.set(maxWidth, texts);
  return texts;
}

/** The whole of a hash, time or address on one line; null if the plain face is not open yet or lacks a letter. */
function lineOfLetters(session: FaceSession, text: string, { weight }: TextStyle): LaidLine | null {
  const file = fileFor('sans', 0x20, weight)!;
  const face = session.face(file);
  if (face === null) return null;
  const run = shapeByLetter(face, file, text);
  if (!run.common && run.glyphs.some(({ glyph }) => glyph === 0)) return null;
  return {
    runs: [run],
    width: run.width,
    ascent: Math.max(run.inkAscent, PLAIN_ASCENT),
    descent: Math.max(run.inkDescent, PLAIN_DESCENT),
    rightToLeft: false,
  };
}

/** Lays a text out within `maxWidth` em. The lines are shared and must not be changed. */
export function layText(
  session: FaceSession,
  text: string,
  style: TextStyle,
  maxWidth = Number.POSITIVE_INFINITY,
): LaidLine[] {
  if (style.family === 'sans' && text.length > 2 && lettersAlone.test(text)) {
    const line = lineOfLetters(session, text, style);
    if (line !== null && line.width <= maxWidth) return [line];
  }
  const shareable = text.length <= CACHED_LENGTH * 3 && !lettersAlone.test(text);
  const known = shareable ? knownTexts(style, maxWidth).get(text) : undefined;
  if (known !== undefined) {
    for (const line of known) for (const run of line.runs) session.face(run.file);
    return known;
  }
  const lines = layParagraphs(session, text, style).flatMap((paragraph) =>
    breakParagraph(session, paragraph, maxWidth),
  );
  if (shareable && session.needed.size === 0 && hasBeenSeen(text)) {
    if (laidCount >= CACHED_TEXTS) {
      laidTexts.clear();
      laidCount = 0;
    }
    knownTexts(style, maxWidth).set(text, lines);
    laidCount++;
  }
  return lines;
}
