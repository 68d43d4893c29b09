/** Lays out lines and paragraphs. Lengths are in em, so that text is shaped once for all sizes tried. */
import { cleanText } from './clean.ts';
import type { FaceSession } from './faces.ts';
import { fileFor, type Weight } from './families.ts';
import { type LetterLine, plainLine } from './letter-line.ts';
import { type Letters, lettersOf } from './letters.ts';
import { type LaidRun, shapeRun } from './runs.ts';
import {
  breakOpportunities,
  graphemeStarts,
  type ResolvedText,
  reorderRuns,
  resolveText,
  type TextRun,
  type TextStyle,
} from './segment.ts';

export interface LaidLine {
  /** In visual order, left to right. */
  runs: LaidRun[];
  width: number;
  /** At least the ascent of plain letters, so that lines of one size are evenly spaced; in em. */
  ascent: number;
  descent: number;
  rightToLeft: boolean;
}

const PLAIN_LEADING = 1.2;
const LEAST_GAP = 0.04;

type Heights = Pick<LaidLine, 'ascent' | 'descent'>;

/** Distance between the baselines of consecutive lines, in em. */
export const leadingOf = (above: Heights, line: Heights): number =>
  Math.max(PLAIN_LEADING, above.descent + line.ascent + LEAST_GAP);

/** A measured paragraph that can be broken to any width. */
export class Paragraph {
  readonly resolved: ResolvedText;
  /** The runs of `resolved`, each shaped as a whole. */
  readonly shaped: readonly LaidRun[];
  readonly width: number;
  #advances: Float64Array | null = null;

  static ofLetters(line: LetterLine): Paragraph {
    const { text, file } = line;
    const runs = [{ start: 0, end: text.length, file, level: 0 }];
    return new Paragraph({ text, runs, rightToLeft: false, missing: [] }, [line]);
  }

  constructor(resolved: ResolvedText, shaped: readonly LaidRun[]) {
    this.resolved = resolved;
    this.shaped = shaped;
    let width = 0;
    for (const run of shaped) width += run.width;
    this.width = width;
  }

  /** The advance at each cluster's first UTF-16 unit, in em. Not needed for text on one line. */
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

/** Cleans a text and splits it into measured paragraphs, one per line of the input, at least one. */
export function layParagraphs(session: FaceSession, text: string, style: TextStyle): Paragraph[] {
  return cleanText(text)
    .split('\n')
    .map((line) => {
      if (style.family === 'sans') {
        const letters = plainLetters(session, style.weight)?.lay(line);
        if (letters) return Paragraph.ofLetters(letters);
      }
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
  if (shaped.length === 1 && from === 0 && to === text.length)
    return only!.letters ?? lineOf([only!], rightToLeft);
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
  let ascent = plainLine.ascent as number;
  let descent = plainLine.descent as number;
  for (const run of runs) {
    width += run.width;
    if (run.inkAscent > ascent) ascent = run.inkAscent;
    if (run.inkDescent > descent) descent = run.inkDescent;
  }
  return { runs, width, ascent, descent, rightToLeft };
}

/** The end of the line that starts at `from`: the last break within `maxWidth`. */
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

/** Breaks a paragraph into lines of at most `maxWidth` em, unless a single character is wider. */
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
    // Letters at the end of a line may be wider than within a word (Arabic), or lose their kerning.
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

function plainLetters(session: FaceSession, weight: Weight): Letters | null {
  const file = fileFor('sans', 0x20, weight)!;
  const face = session.face(file);
  return face && lettersOf(face, file);
}

/** The plain faces for one drawing, for texts of common letters. */
export class PlainLetters {
  readonly #regular: Letters | null;
  readonly #bold: Letters | null;

  constructor(session: FaceSession) {
    this.#regular = plainLetters(session, 400);
    this.#bold = plainLetters(session, 700);
  }

  /** A text of common letters on one line; null for other texts, and if the plain face is not open yet. */
  line(text: string, weight: Weight): LetterLine | null {
    return (weight === 400 ? this.#regular : this.#bold)?.lay(text) ?? null;
  }
}

/** Lays out a text within `maxWidth` em. Runs are shared between lines and must not be changed. */
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
