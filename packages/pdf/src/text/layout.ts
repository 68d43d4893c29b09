/** Lines of shaped text. Lengths are in em, so that one shaping serves every size that is tried. */
import { cleanText } from './clean.ts';
import type { FaceSession } from './faces.ts';
import type { FontFile } from './families.ts';
import type { ShapedGlyph } from './harfbuzz.ts';
import {
  breakOpportunities,
  graphemeStarts,
  type ResolvedText,
  reorderRuns,
  resolveText,
  type TextRun,
  type TextStyle,
} from './segment.ts';

/** A run ready to be drawn. Glyphs are in visual order and in font units; `scale` turns those into em. */
export interface LaidRun {
  file: FontFile;
  text: string;
  glyphs: readonly ShapedGlyph[];
  scale: number;
  width: number;
}

export interface LaidLine {
  /** In visual order, left to right. */
  runs: LaidRun[];
  width: number;
  ascent: number;
  descent: number;
  rightToLeft: boolean;
}

/** Distance from a line's baseline to the one before, in em: tall scripts take more than Latin does. */
export const leadingOf = (line: LaidLine): number =>
  Math.min(Math.max(1.2, (line.ascent + line.descent) * 0.88), 1.5);

/** A paragraph: resolved and measured, to be broken to any width. */
export interface Paragraph {
  resolved: ResolvedText;
  /** The runs of `resolved`, each shaped as a whole. */
  shaped: LaidRun[];
  /** Advance at each cluster's first UTF-16 unit, in em. */
  advances: Float64Array;
  width: number;
}

const CACHED_RUNS = 4096;
const CACHED_LENGTH = 96;
const shapedRuns = new Map<string, LaidRun>();

function shapeRun(session: FaceSession, file: FontFile, text: string, rightToLeft: boolean): LaidRun {
  const key = `${rightToLeft ? 'r' : 'l'}${file.key}\n${text}`;
  const cached = shapedRuns.get(key);
  const face = session.face(file);
  if (face === null) return { file, text, glyphs: [], scale: 0.001, width: 0 };
  if (cached !== undefined) return cached;
  const glyphs = face.shape(text, rightToLeft);
  const scale = 1 / face.metrics.unitsPerEm;
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * scale;
  const run = { file, text, glyphs, scale, width };
  if (text.length <= CACHED_LENGTH) {
    if (shapedRuns.size >= CACHED_RUNS) shapedRuns.delete(shapedRuns.keys().next().value!);
    shapedRuns.set(key, run);
  }
  return run;
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
  let ascent = 0;
  let descent = 0;
  for (const file of parts.length > 0 ? parts.map((part) => part.file) : [runs[0]?.file]) {
    const metrics = file === undefined ? undefined : session.face(file)?.metrics;
    ascent = Math.max(ascent, (metrics?.ascent ?? 1) / (metrics?.unitsPerEm ?? 1));
    descent = Math.max(descent, (metrics?.descent ?? 0.3) / (metrics?.unitsPerEm ?? 1));
  }
  const ordered = parts.length < 2 ? parts : reorderRuns(parts);
  return {
    runs: ordered.map((part) => part.laid),
    width: ordered.reduce((sum, part) => sum + part.laid.width, 0),
    ascent,
    descent,
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

/** Lays a text out within `maxWidth` em. */
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
