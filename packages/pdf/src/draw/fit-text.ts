/** Fits text into a box: the size is chosen so that all text is inside. Text is never cut off. */
import type { FaceSession } from '../text/faces.ts';
import { breakParagraph, type LaidLine, layParagraphs, leadingOf, type Paragraph } from '../text/layout.ts';
import { breakOpportunities, type TextStyle } from '../text/segment.ts';

const LARGEST = 12;
/** A line leaves a little space above and below. */
const SHARE_OF_HEIGHT = 0.8;
const SMALLEST_READABLE = 5;
const SMALLEST = 0.05;
const STEP = 0.25;

export interface FitOptions {
  /** Points. */
  largest?: number;
  /** Keep the text on one line, however small, unless it contains a line break. */
  oneLine?: boolean;
}

export interface FittedText {
  lines: LaidLine[];
  /** Points. */
  size: number;
  /** Baseline of each line above the bottom of the box, points. */
  baselines: number[];
}

/** The height from the ascent of the first line to the descent of the last, in em. */
function heightOf(lines: readonly LaidLine[]): number {
  const between = lines.slice(1).reduce((sum, line, index) => sum + leadingOf(lines[index]!, line), 0);
  return (lines[0]?.ascent ?? 0) + between + (lines.at(-1)?.descent ?? 0);
}

function widestWord({ resolved, advances }: Paragraph): number {
  const places = breakOpportunities(resolved.text);
  let widest = 0;
  let current = 0;
  for (let index = 0; index < resolved.text.length; index++) {
    if (places[index] === 2) current = 0;
    if (resolved.text[index] !== ' ') current += advances[index]!;
    widest = Math.max(widest, current);
  }
  return widest;
}

/**
 * Lays out text in a box of `width` x `height` points: one line in the largest fitting size up to 12 pt, or several
 * lines if the box is high enough. Sizes below 5 pt are used only if nothing else fits. A single line is centered
 * vertically, several start at the top.
 */
export function fitText(
  session: FaceSession,
  text: string,
  style: TextStyle,
  width: number,
  height: number,
  { largest = LARGEST, oneLine = false }: FitOptions = {},
): FittedText {
  const paragraphs = layParagraphs(session, text.trim(), style);
  let widest: number | null = null;
  const wordsFit = (size: number): boolean => {
    widest ??= Math.max(...paragraphs.map(widestWord));
    return widest * size <= width;
  };
  const longest = paragraphs.reduce((sum, paragraph) => sum + paragraph.width, 0);
  const attempt = (size: number): LaidLine[] | null => {
    const fewestLines = Math.max(Math.floor((longest * size) / width), paragraphs.length) - 1;
    if (fewestLines * size * 1.2 > height) return null;
    const lines = paragraphs.flatMap((paragraph) => breakParagraph(session, paragraph, width / size));
    const fits = heightOf(lines) * size <= height && lines.every((line) => line.width * size <= width + 1e-9);
    return fits ? lines : null;
  };
  const tallest = Math.min(largest, height * SHARE_OF_HEIGHT);
  if (paragraphs.length === 1) {
    const whole = breakParagraph(session, paragraphs[0]!, Number.POSITIVE_INFINITY);
    const fits = whole[0]!.width * tallest <= width && heightOf(whole) * tallest <= height;
    if (fits) return place(whole, tallest, height);
    const size = Math.min(tallest, height / heightOf(whole), width / Math.max(paragraphs[0]!.width, 1e-9));
    if (oneLine) return place(whole, size, height);
  }
  for (let size = tallest; size >= SMALLEST_READABLE; size -= STEP) {
    if (longest * size > width && !wordsFit(size)) continue;
    const lines = attempt(size);
    if (lines !== null) return place(lines, size, height);
  }
  for (let size = tallest; size > SMALLEST; size = size > SMALLEST_READABLE ? size - STEP : size * 0.95) {
    const lines = attempt(size);
    if (lines !== null) return place(lines, size, height);
  }
  const lines = paragraphs.flatMap((paragraph) => breakParagraph(session, paragraph, width / SMALLEST));
  return place(lines, SMALLEST, height);
}

function place(lines: LaidLine[], size: number, height: number): FittedText {
  const block = heightOf(lines) * size;
  const top = lines.length === 1 ? (height + block) / 2 : height;
  const baselines: number[] = [];
  let y = top;
  lines.forEach((line, index) => {
    y -= (index === 0 ? line.ascent : leadingOf(lines[index - 1]!, line)) * size;
    baselines.push(y);
  });
  return { lines, size, baselines };
}
