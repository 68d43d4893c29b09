/** The A4 sheets of the certificate, filled from top to bottom. Text blocks are measured before they are placed. */
import { black, Canvas, type Color, type Drawing } from '../draw/canvas.ts';
import { drawWatermark } from '../draw/watermark.ts';
import { cleanLine } from '../text/clean.ts';
import { type LaidLine, layText, leadingOf } from '../text/layout.ts';
import { type LetterLine, plainLine } from '../text/letter-line.ts';
import { Recent } from '../text/recent.ts';

/** ISO 216, in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;
export const MARGIN = 44;
const TOP = 46;
const BOTTOM = 58;
const FOOTER_BASELINE = 34;
/** The height of the colored line at the top of each sheet. */
const EDGE = 5;
/** Space above a block's first line, in em; half of it below the last. */
const AIR = 0.12;

export const CONTENT_WIDTH = A4.width - 2 * MARGIN;
export const grey: Color = [0.36, 0.36, 0.36];
export const hairline: Color = [0.72, 0.72, 0.72];
export const band: Color = [0.945, 0.945, 0.945];

/** The number of cached blocks per place in the layout. */
const KEPT_BLOCKS = 512;
/** Longer texts are not cached. */
const LONGEST_KEPT = 480;

/** The text style of one place in the layout. Caches texts that many certificates share there. */
export class SheetStyle {
  readonly width: number;
  readonly size: number;
  readonly weight: 400 | 700;
  readonly color: Color;
  /** Cached texts other than single plain lines. */
  readonly known = new Recent<Block>(KEPT_BLOCKS);
  /** The baseline of a single plain line, as most texts are. */
  readonly baseline: number;
  readonly lineHeight: number;

  /** Width and size in points. */
  constructor(width: number, size: number, style: { weight?: 400 | 700; color?: Color } = {}) {
    this.width = width;
    this.size = size;
    this.weight = style.weight ?? 400;
    this.color = style.color ?? black;
    const { baselines, height } = measure([plainLine], size);
    this.baseline = baselines[0]!;
    this.lineHeight = height;
  }

  /** A text that every certificate has at this place. */
  label(text: string): Label {
    return new Label(text, this);
  }
}

/** A text that is laid out once for all certificates. */
export class Label {
  readonly text: string;
  readonly textStyle: SheetStyle;
  /** Null until it is laid out. */
  block: Block | null = null;

  constructor(text: string, textStyle: SheetStyle) {
    this.text = text;
    this.textStyle = textStyle;
  }
}

/** Text laid out to a width, ready to be placed. */
export interface Block {
  lines: readonly LaidLine[];
  /** The single line, if it is a line of letters. */
  line: LetterLine | null;
  /** Distance of each baseline from the top of the block, points. */
  baselines: readonly number[];
  height: number;
  textStyle: SheetStyle;
}

/** One line of letters. */
class LineBlock implements Block {
  readonly line: LetterLine;
  readonly textStyle: SheetStyle;

  constructor(line: LetterLine, textStyle: SheetStyle) {
    this.line = line;
    this.textStyle = textStyle;
  }

  get lines(): readonly LaidLine[] {
    return [this.line];
  }

  get baselines(): readonly number[] {
    return [this.textStyle.baseline];
  }

  get height(): number {
    return this.textStyle.lineHeight;
  }
}

export const headings = new SheetStyle(CONTENT_WIDTH, 12.5, { weight: 700 });
/** The footer of every sheet. */
const footerName = new SheetStyle(CONTENT_WIDTH - 80, 7, { color: grey });
const footerNumber = new SheetStyle(CONTENT_WIDTH, 7, { color: grey });

/** A certificate page being filled. */
export interface Sheet {
  canvas: Canvas;
  width: number;
  height: number;
}

/** The sheets of one certificate. `y` is the height above the paper's lower edge where the next block is placed. */
export class Sheets {
  readonly drawing: Drawing;
  readonly all: Sheet[] = [];
  readonly #watermark: string | null;
  /** The color of rules and of the line at the top. */
  readonly #accent: Color;
  /** The canvas of the last sheet. */
  canvas: Canvas;
  y = 0;

  constructor(drawing: Drawing, watermark: string | null, accent: Color = black) {
    this.drawing = drawing;
    this.#watermark = watermark;
    this.#accent = accent;
    this.canvas = this.#newSheet();
  }

  /** Space left on the sheet, in points. */
  get room(): number {
    return this.y - BOTTOM;
  }

  /** The space on an empty sheet. */
  get fullHeight(): number {
    return A4.height - TOP - BOTTOM;
  }

  /** Starts a new sheet. */
  startSheet(): void {
    this.canvas = this.#newSheet();
  }

  #newSheet(): Canvas {
    const canvas = new Canvas(this.drawing);
    this.all.push({ canvas, width: A4.width, height: A4.height });
    if (this.#accent !== black) canvas.fillColor(this.#accent).fillRect(0, A4.height - EDGE, A4.width, EDGE);
    this.y = A4.height - TOP;
    return canvas;
  }

  /** Starts a new sheet unless `height` points are left or the current sheet is empty. */
  need(height: number): boolean {
    if (this.room >= height || this.room >= this.fullHeight - 1) return false;
    this.startSheet();
    return true;
  }

  /** Lays out a text of one paragraph. The block is shared and must not be changed. */
  block(text: string, textStyle: SheetStyle): Block {
    const { session, letters } = this.drawing;
    const { width, size, weight, known } = textStyle;
    const line = letters.line(text, weight);
    if (line !== null && line.width * size <= width) return new LineBlock(line, textStyle);
    const before = known.get(text);
    if (before !== undefined) {
      for (const { runs } of before.lines) for (const run of runs) session.face(run.file);
      return before;
    }
    const style = { family: 'sans', weight } as const;
    const lines = layText(session, cleanLine(text), style, width / size);
    const block = { lines, line: null, ...measure(lines, size), textStyle };
    if (text.length <= LONGEST_KEPT && session.needed.size === 0) known.offer(text, block);
    return block;
  }

  /** Lays out a label once. Labels of common letters are cached, because `Drawing` opens their faces anyway. */
  label(label: Label): Block {
    if (label.block !== null) return label.block;
    const block = this.block(label.text, label.textStyle);
    for (const { runs } of block.lines)
      for (const { letters } of runs) {
        if (letters === null) return block;
        letters.keep();
      }
    label.block = block;
    return block;
  }

  /** Draws a block with its top left corner at x, `top`. Right-to-left text of several lines is right-aligned. */
  set(block: Block, x: number, top: number): void {
    const { line: only, textStyle } = block;
    const { size, color, width } = textStyle;
    const { canvas } = this;
    canvas.fillColor(color);
    if (only !== null) {
      canvas.letters(only, x, top - textStyle.baseline, size);
      return;
    }
    const { lines, baselines } = block;
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]!;
      const indent = line.rightToLeft && lines.length > 1 ? width - line.width * size : 0;
      canvas.text(line, x + indent, top - baselines[index]!, size);
    }
  }

  /** Draws a block at the current height, line by line over as many sheets as needed, and moves down. */
  flow(block: Block, x: number): void {
    const { line: only, textStyle } = block;
    const { size, color } = textStyle;
    if (only !== null) {
      this.need(textStyle.baseline + only.descent * size);
      this.canvas.fillColor(color).letters(only, x, this.y - textStyle.baseline, size);
      this.y -= textStyle.lineHeight;
      return;
    }
    const { lines, baselines } = block;
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]!;
      const step = baselines[index]! - (baselines[index - 1] ?? 0);
      this.need(step + line.descent * size);
      this.canvas.fillColor(color).text(line, x, this.y - step, size);
      this.y -= step;
    }
    this.y -= block.height - (baselines.at(-1) ?? 0);
  }

  rule(lineWidth: number, color: Color = this.#accent): void {
    this.canvas
      .strokeColor(color)
      .line({ x: MARGIN, y: this.y }, { x: A4.width - MARGIN, y: this.y }, lineWidth);
  }

  /** A heading with a rule below it. Starts a new sheet unless the heading and `following` points fit. */
  heading(text: string | Label, following: number): void {
    const block = typeof text === 'string' ? this.block(text, headings) : this.label(text);
    this.need(block.height + 26 + following);
    if (this.room < this.fullHeight - 1) this.y -= 12;
    this.flow(block, MARGIN);
    this.y -= 4;
    this.rule(0.6);
    this.y -= 7;
  }

  /** Draws the footers, which need the number of sheets, and the watermark. */
  finish(left: string): void {
    const name = this.block(left, footerName).lines[0]!;
    this.all.forEach(({ canvas }, index) => {
      const number = this.block(`Page ${index + 1} of ${this.all.length}`, footerNumber).lines[0]!;
      const right = A4.width - MARGIN;
      const { size, color } = footerNumber;
      canvas
        .strokeColor(hairline)
        .line({ x: MARGIN, y: FOOTER_BASELINE + 11 }, { x: right, y: FOOTER_BASELINE + 11 }, 0.5)
        .fillColor(color)
        .text(name, MARGIN, FOOTER_BASELINE, size)
        .text(number, right - number.width * size, FOOTER_BASELINE, size);
      if (this.#watermark !== null) drawWatermark(canvas, this.#watermark, A4.width, A4.height);
    });
  }
}

function measure(
  lines: ReadonlyArray<Pick<LaidLine, 'ascent' | 'descent'>>,
  size: number,
): Pick<Block, 'baselines' | 'height'> {
  const baselines: number[] = [];
  let down = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    down += (index === 0 ? line.ascent + AIR : leadingOf(lines[index - 1]!, line)) * size;
    baselines.push(down);
  }
  return { baselines, height: down + ((lines.at(-1)?.descent ?? 0) + AIR / 2) * size };
}

const grouped = (value: number): string =>
  value < 1000 ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 page`, `65,536 bytes`. */
export const counted = (value: number, noun: string): string =>
  `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
