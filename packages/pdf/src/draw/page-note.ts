/** Small print that sealing adds to pages: the document's id in the margin, and who signed below a signature. */
import { cleanLine } from '../text/clean.ts';
import { type LaidLine, layText } from '../text/layout.ts';
import type { Canvas, Color, Drawing, Matrix } from './canvas.ts';
import { inkOfLines, type Laid } from './laid.ts';

/** Readable on white and on dark paper. */
const noteColor: Color = [0.45, 0.45, 0.45];
const captionColor: Color = [0.25, 0.25, 0.25];

const NOTE_SIZE = 6.5;
/** Distance of the note from the left and upper edge, points. */
const NOTE_LEFT = 18;
const NOTE_TOP = 9;
/** Smaller pages have no margin for a note. */
const SMALLEST_PAGE = 72;

/** Boxes that are lower or narrower have no space for a caption, in points. */
const LOWEST_BOX = 24;
const NARROWEST_BOX = 60;
const CAPTION_SHARE = 0.13;
const SMALLEST_CAPTION = 3.5;
const LARGEST_CAPTION = 6.5;
/** The distance between baselines, as a multiple of the text size. */
const LEADING = 1.2;
const INSET = 2;

/** A text on one line, in the plain face. */
function lineOf(drawing: Drawing, text: string): LaidLine | undefined {
  const plain = drawing.letters.line(text, 400);
  if (plain !== null) return plain;
  const clean = cleanLine(text).replace(/\s+/g, ' ').trim();
  return layText(drawing.session, clean, { family: 'sans', weight: 400 })[0];
}

/** Draws a note into the upper left margin of a page of [0,width] x [0,height] points, upright as it is displayed. */
export function drawPageNote(
  canvas: Canvas,
  matrix: Matrix,
  text: string,
  width: number,
  height: number,
): void {
  if (Math.min(width, height) < SMALLEST_PAGE) return;
  const line = lineOf(canvas.drawing, text);
  if (line === undefined) return;
  const size = Math.min(NOTE_SIZE, (width - 2 * NOTE_LEFT) / line.width);
  canvas.inMatrix(matrix, () => {
    canvas.fillColor(noteColor).text(line, NOTE_LEFT, height - NOTE_TOP - size, size);
  });
}

/** The height that a caption of two lines takes at the lower edge of a box; 0 if the box is too small for one. */
export function captionHeight(width: number, height: number): number {
  if (height < LOWEST_BOX || width < NARROWEST_BOX) return 0;
  return captionSize(height) * (2 * LEADING + 0.4);
}

const captionSize = (height: number): number =>
  Math.min(LARGEST_CAPTION, Math.max(SMALLEST_CAPTION, height * CAPTION_SHARE));

/** Sets two lines at the lower edge of a box of [0,width] x [0,height] points. Long lines are set smaller. */
export function layCaption(
  drawing: Drawing,
  texts: readonly [string, string],
  width: number,
  height: number,
): Laid {
  const size = captionSize(height);
  const top = captionHeight(width, height);
  const placed = texts.flatMap((text, index) => {
    const line = lineOf(drawing, text);
    if (line === undefined || line.width === 0) return [];
    const own = Math.min(size, (width - 2 * INSET) / line.width);
    return [{ line, x: INSET, y: top - size * (LEADING * (index + 1) - 0.1), size: own }];
  });
  return {
    // Without the rule, whose color can be read on dark paper.
    ink: () => inkOfLines(drawing.session, placed),
    draw(canvas) {
      canvas.strokeColor(noteColor).line({ x: INSET, y: top }, { x: width - INSET, y: top }, 0.3);
      canvas.fillColor(captionColor);
      for (const { line, x, y, size: own } of placed) canvas.text(line, x, y, own);
    },
  };
}
