/** The paper of the certificate: A4 sheets filled from top to bottom, with text blocks measured before they are set. */
import { black, Canvas, type Colour, type Drawing } from '../draw/canvas.ts';
import { drawWatermark } from '../draw/watermark.ts';
import { cleanLine } from '../text/clean.ts';
import { type LaidLine, layText, leadingOf } from '../text/layout.ts';

/** ISO 216, in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;
export const MARGIN = 44;
const TOP = 46;
const BOTTOM = 58;
const FOOTER_BASELINE = 34;
/** Above a block's first line, in em; below its last one half of it. */
const AIR = 0.12;

export const CONTENT_WIDTH = A4.width - 2 * MARGIN;
export const grey: Colour = [0.36, 0.36, 0.36];
export const hairline: Colour = [0.72, 0.72, 0.72];
export const band: Colour = [0.945, 0.945, 0.945];

export interface BlockStyle {
  size: number;
  weight?: 400 | 700;
  colour?: Colour;
}

/** Text laid out to a width, ready to be set. */
export interface Block {
  lines: LaidLine[];
  /** Distance of each baseline from the top of the block, points. */
  baselines: number[];
  height: number;
  width: number;
  style: Required<BlockStyle>;
}

/** A certificate page being filled. */
export interface Sheet {
  canvas: Canvas;
  width: number;
  height: number;
}

/** The sheets of one certificate. `y` is the height above the paper's edge at which the next thing goes. */
export class Sheets {
  readonly drawing: Drawing;
  readonly all: Sheet[] = [];
  readonly #watermark: string | null;
  y = 0;

  constructor(drawing: Drawing, watermark: string | null) {
    this.drawing = drawing;
    this.#watermark = watermark;
    this.turn();
  }

  get canvas(): Canvas {
    return this.all.at(-1)!.canvas;
  }

  /** What is left on the sheet, points. */
  get room(): number {
    return this.y - BOTTOM;
  }

  /** The height that an empty sheet offers. */
  get fullHeight(): number {
    return A4.height - TOP - BOTTOM;
  }

  /** Goes on with a new sheet. */
  turn(): void {
    const canvas = new Canvas(this.drawing);
    this.all.push({ canvas, width: A4.width, height: A4.height });
    this.y = A4.height - TOP;
  }

  /** Turns the sheet unless `height` points are left (or the sheet is new and will not get any better). */
  need(height: number): boolean {
    if (this.room >= height || this.room >= this.fullHeight - 1) return false;
    this.turn();
    return true;
  }

  /** Lays a one-paragraph text out. */
  block(text: string, width: number, { size, weight = 400, colour = black }: BlockStyle): Block {
    const lines = layText(this.drawing.session, cleanLine(text), { family: 'sans', weight }, width / size);
    const baselines: number[] = [];
    let down = 0;
    lines.forEach((line, index) => {
      down += (index === 0 ? line.ascent + AIR : leadingOf(lines[index - 1]!, line)) * size;
      baselines.push(down);
    });
    const height = down + ((lines.at(-1)?.descent ?? 0) + AIR / 2) * size;
    return { lines, baselines, height, width, style: { size, weight, colour } };
  }

  /** Sets a block with its top left corner at x, `top`. Right-to-left text of several lines is set to the right. */
  set(block: Block, x: number, top: number): void {
    const { size, colour } = block.style;
    this.canvas.fillColour(colour);
    block.lines.forEach((line, index) => {
      const indent = line.rightToLeft && block.lines.length > 1 ? block.width - line.width * size : 0;
      this.canvas.text(line, x + indent, top - block.baselines[index]!, size);
    });
  }

  /** Sets a block at the current height, line by line over as many sheets as it takes, and moves down. */
  flow(block: Block, x: number): void {
    const { size, colour } = block.style;
    block.lines.forEach((line, index) => {
      const step = block.baselines[index]! - (block.baselines[index - 1] ?? 0);
      this.need(step + line.descent * size);
      this.canvas.fillColour(colour).text(line, x, this.y - step, size);
      this.y -= step;
    });
    this.y -= block.height - (block.baselines.at(-1) ?? 0);
  }

  rule(lineWidth: number, colour: Colour = black): void {
    this.canvas
      .strokeColour(colour)
      .line({ x: MARGIN, y: this.y }, { x: A4.width - MARGIN, y: this.y }, lineWidth);
  }

  /** Writes the footers, once it is known how many sheets there are, and the watermark. */
  finish(left: string): void {
    const style = { size: 7, colour: grey };
    this.all.forEach(({ canvas }, index) => {
      const number = this.block(`Page ${index + 1} of ${this.all.length}`, CONTENT_WIDTH, style);
      const name = this.block(left, CONTENT_WIDTH - 80, style);
      canvas
        .strokeColour(hairline)
        .line({ x: MARGIN, y: FOOTER_BASELINE + 11 }, { x: A4.width - MARGIN, y: FOOTER_BASELINE + 11 }, 0.5)
        .fillColour(grey)
        .text(name.lines[0]!, MARGIN, FOOTER_BASELINE, style.size)
        .text(
          number.lines[0]!,
          A4.width - MARGIN - number.lines[0]!.width * style.size,
          FOOTER_BASELINE,
          style.size,
        );
      if (this.#watermark !== null) drawWatermark(canvas, this.#watermark, A4.width, A4.height);
    });
  }
}
