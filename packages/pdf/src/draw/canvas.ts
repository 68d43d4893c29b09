/** Content streams (ISO 32000-2, 7.8.2 and 8): the drawing on one page, and the resources of one document. */
import { dict, name, type ObjectSink, PdfDict, type PdfRef } from '../model/objects.ts';
import type { ArchivalRules } from '../reader/archival.ts';
import { utf16Hex } from '../text/cmap.ts';
import { DocumentFonts } from '../text/document-fonts.ts';
import type { FaceSession } from '../text/faces.ts';
import type { GlyphSpan } from '../text/glyph-texts.ts';
import { type LaidLine, PlainLetters } from '../text/layout.ts';
import { LetterLine } from '../text/letter-line.ts';
import type { LaidRun } from '../text/runs.ts';
import { adjustment, glyphCode, num, showGlyphs } from '../text/show.ts';
import { contentStream } from '../update/content-stream.ts';
import { definitionsOf } from './color-spaces.ts';
import { ContentWriter } from './content-writer.ts';
import { embedImage, withoutSoftMask } from './embed-image.ts';
import { type PreparedImage, readPreparedImage } from './signature-image.ts';

/** An opacity for fills and strokes, from 0 to 1, as an ExtGState (11.6.4.4). */
type Opacity = number;

/** A point on a page, in points; origin bottom-left. */
export interface Point {
  x: number;
  y: number;
}

/** Left, bottom, right, top. */
export type FormBox = readonly [number, number, number, number];

export type Matrix = readonly [number, number, number, number, number, number];

/** Red, green and blue from 0 to 1. */
export type Color = readonly [number, number, number];

export const black: Color = [0, 0, 0];
export const white: Color = [1, 1, 1];

interface ImageUse {
  name: string;
  image: PreparedImage;
}

/** The resources that the pages of one document share while they are drawn. */
export class Drawing {
  readonly session: FaceSession;
  readonly fonts: DocumentFonts;
  readonly letters: PlainLetters;
  readonly #images = new Map<Uint8Array, ImageUse>();
  readonly #forms: Array<{ name: string; content: Uint8Array; box: FormBox }> = [];
  readonly #opacities = new Map<Opacity, string>();
  readonly #made = new Map<object, unknown>();
  readonly #archival: ArchivalRules | null;

  constructor(session: FaceSession, archival: ArchivalRules | null = null) {
    this.session = session;
    this.#archival = archival;
    this.fonts = new DocumentFonts(session, archival?.characterSets ?? false);
    this.letters = new PlainLetters(session);
  }

  /** Reads a prepared image once for all places where it is drawn. Throws if the bytes are not a prepared image. */
  image(prepared: Uint8Array): ImageUse {
    let use = this.#images.get(prepared);
    if (use === undefined) {
      use = { name: `Im${this.#images.size + 1}`, image: readPreparedImage(prepared) };
      this.#images.set(prepared, use);
    }
    return use;
  }

  /**
   * The name of a form XObject (8.10) with these operators, which need no resources, within a box. Equal forms share
   * one name.
   */
  form(content: Uint8Array, box: FormBox): string {
    let form = this.#forms.find((known) => known.content === content);
    form ??= this.#forms.find((known) => Buffer.compare(known.content, content) === 0);
    if (form === undefined) {
      form = { name: `Fm${this.#forms.length + 1}`, content, box };
      this.#forms.push(form);
    }
    return form.name;
  }

  /** Caches the result of `make` per object, for things drawn in several places. */
  once<T>(thing: object, make: () => T): T {
    if (!this.#made.has(thing)) this.#made.set(thing, make());
    return this.#made.get(thing) as T;
  }

  opacity(value: Opacity): string {
    const known = this.#opacities.get(value) ?? `Gs${this.#opacities.size + 1}`;
    this.#opacities.set(value, known);
    return known;
  }

  /** Adds every font, image and graphics state used to the sink; returns resource name to reference. */
  embed(sink: ObjectSink): Map<string, PdfRef> {
    const references = this.fonts.embed(sink);
    for (const { name: resource, image } of this.#images.values())
      references.set(resource, embedImage(sink, this.#archival?.opaque ? withoutSoftMask(image) : image));
    for (const { name: resource, content, box } of this.#forms) {
      const members = { Type: name('XObject'), Subtype: name('Form'), BBox: box };
      references.set(resource, sink.add(contentStream(content, { ...members, Resources: dict({}) })));
    }
    for (const [value, resource] of this.#opacities)
      references.set(resource, sink.add(dict({ Type: name('ExtGState'), ca: value, CA: value })));
    return references;
  }

  /** The file must not use transparency. */
  get isOpaque(): boolean {
    return this.#archival?.opaque ?? false;
  }

  /** The definitions of device colors for resources, if the file needs any. */
  get colorSpaces(): PdfDict | null {
    return definitionsOf(this.#archival?.undefinedColors ?? []);
  }
}

/** By color. There are only a few constant colors. */
const fillOperators = new WeakMap<Color, string>();
const strokeOperators = new WeakMap<Color, string>();

/** Sets a color (8.6.8); the operators for greys are shorter. */
function colorOperator([red, green, blue]: Color, rgb: string, grey: string): string {
  return red === green && green === blue
    ? `${num(red)} ${grey}\n`
    : `${num(red)} ${num(green)} ${num(blue)} ${rgb}\n`;
}

/** Builds one content stream. Text is given as lines laid out beforehand. */
export class Canvas {
  readonly drawing: Drawing;
  readonly #content = new ContentWriter();
  /** The current fill color, so that it is not set twice. */
  #fill: Color | null = null;
  /** Name and size of the current font; they stay in effect after ET (9.3.1). */
  #font = '';
  #fontSize = 0;
  readonly #used = { Font: new Set<string>(), XObject: new Set<string>(), ExtGState: new Set<string>() };

  constructor(drawing: Drawing) {
    this.drawing = drawing;
  }

  /** Writes operators unchanged. */
  raw(operators: string): this {
    this.#content.text(operators).byte(10);
    return this;
  }

  /** Draws within `q … Q`, in the coordinates of the matrix. */
  inMatrix(matrix: Matrix, draw: () => void): this {
    const fill = this.#fill;
    this.#content.text('q ');
    for (const value of matrix) this.#content.precise(value);
    this.#content.text('cm\n');
    draw();
    this.#fill = fill;
    this.#font = '';
    return this.raw('Q');
  }

  fillColor(color: Color): this {
    if (this.#fill === color) return this;
    this.#fill = color;
    let operator = fillOperators.get(color);
    if (operator === undefined) {
      operator = colorOperator(color, 'rg', 'g');
      fillOperators.set(color, operator);
    }
    this.#content.text(operator);
    return this;
  }

  strokeColor(color: Color): this {
    let operator = strokeOperators.get(color);
    if (operator === undefined) {
      operator = colorOperator(color, 'RG', 'G');
      strokeOperators.set(color, operator);
    }
    this.#content.text(operator);
    return this;
  }

  lineWidth(width: number): this {
    this.#content.number(width).text('w\n');
    return this;
  }

  opacity(value: Opacity): this {
    const resource = this.drawing.opacity(value);
    this.#used.ExtGState.add(resource);
    return this.raw(`/${resource} gs`);
  }

  fillRect(x: number, y: number, width: number, height: number): this {
    this.#rect(x, y, width, height).text('f\n');
    return this;
  }

  /** Fills rectangles as one area, so that translucent paint is not darker where they overlap. */
  fillRects(rects: ReadonlyArray<{ x: number; y: number; w: number; h: number }>): this {
    for (const { x, y, w, h } of rects) this.#rect(x, y, w, h);
    this.#content.text('f\n');
    return this;
  }

  /** Clips to a rectangle until the end of the current `inMatrix`. */
  clipTo(x: number, y: number, width: number, height: number): this {
    this.#rect(x, y, width, height).text('W n\n');
    return this;
  }

  strokeRect(x: number, y: number, width: number, height: number, lineWidth = 0.5): this {
    this.lineWidth(lineWidth).#rect(x, y, width, height).text('S\n');
    return this;
  }

  #rect(x: number, y: number, width: number, height: number): ContentWriter {
    return this.#content.number(x).number(y).number(width).number(height).text('re ');
  }

  line(from: Point, to: Point, lineWidth = 0.5): this {
    this.#content.number(lineWidth).text('w ').number(from.x).number(from.y).text('m ');
    this.#content.number(to.x).number(to.y).text('l S\n');
    return this;
  }

  image(prepared: Uint8Array, x: number, y: number, width: number, height: number): this {
    const { name: resource } = this.drawing.image(prepared);
    this.#used.XObject.add(resource);
    this.#content.text('q ').number(width).text('0 0 ').number(height).number(x).number(y);
    return this.raw(`cm /${resource} Do Q`);
  }

  /** Draws operators that need no resources and may be reused, within `box`: left, bottom, right, top. */
  form(content: Uint8Array, box: FormBox): this {
    const resource = this.drawing.form(content, box);
    this.#used.XObject.add(resource);
    return this.raw(`/${resource} Do`);
  }

  /** Draws a line with its left end at x and its baseline at y; `size` is in points. */
  text(line: LaidLine, x: number, y: number, size: number): this {
    if (line instanceof LetterLine) return this.letters(line, x, y, size);
    if (line.runs.length === 0) return this;
    const content = this.#content.text('BT\n');
    let pen = x;
    let first = true;
    for (const run of line.runs) {
      if (run.glyphCount > 0) {
        const { font, spans } = this.drawing.fonts.use(run);
        if (this.#font !== font || this.#fontSize !== size) {
          this.#used.Font.add(font);
          this.#font = font;
          this.#fontSize = size;
          content.text(`/${font} `).number(size).text('Tf\n');
        }
        // After BT, the text matrix is the identity.
        if (first) content.number(pen).number(y).text('Td\n');
        else content.text('1 0 0 1 ').number(pen).number(y).text('Tm\n');
        first = false;
        if (run.letters !== null) content.operator(run.letters);
        else if (spans === null && run.shown !== null) {
          if (run.isString) content.text(run.shown).text('Tj\n');
          else content.text('[').text(run.shown).text('] TJ\n');
        } else content.text(this.#showSpans(run, spans, size)).byte(10);
      }
      pen += run.width * size;
    }
    content.text('ET\n');
    return this;
  }

  /** Like `text`, for a line of letters. */
  letters(line: LetterLine, x: number, y: number, size: number): this {
    const font = this.drawing.fonts.useCommon(line);
    const isSet = this.#font === font && this.#fontSize === size;
    if (this.#font !== font) this.#used.Font.add(font);
    this.#font = font;
    this.#fontSize = size;
    this.#content.letters(line, x, y, isSet ? null : font, size);
    return this;
  }

  #showSpans(run: LaidRun, spans: readonly GlyphSpan[] | null, size: number): string {
    const face = this.drawing.fonts.face(run.file);
    const operators: string[] = [];
    for (const span of spans ?? [{ glyphs: run.glyphs, actualText: null }]) {
      const shown = showSpan(span, run.scale, size, (glyph) => face?.advance(glyph) ?? 0);
      operators.push(
        span.actualText === null
          ? shown
          : `/Span <</ActualText <feff${utf16Hex(span.actualText)}>>> BDC\n${shown}\nEMC`,
      );
    }
    return operators.join('\n');
  }

  /** The content stream so far, and its /Resources. `references` are the drawing's objects by resource name. */
  finish(references: ReadonlyMap<string, PdfRef>): { content: Uint8Array; resources: PdfDict } {
    const resources = new PdfDict();
    for (const [category, names] of Object.entries(this.#used)) {
      if (names.size === 0) continue;
      resources.set(
        category,
        new PdfDict([...names].map((resource) => [resource, references.get(resource)!])),
      );
    }
    const { colorSpaces } = this.drawing;
    if (colorSpaces !== null) resources.set('ColorSpace', colorSpaces);
    return { content: this.#content.finish(), resources };
  }
}

/** The operators for a span of glyphs: TJ arrays (9.4.3), and Ts for marks that are raised or lowered. */
function showSpan(
  { glyphs }: GlyphSpan,
  scale: number,
  size: number,
  nominalAdvance: (glyph: number) => number,
): string {
  const level = showGlyphs(glyphs, scale, nominalAdvance, glyphCode);
  if (level !== null) return `[${level}] TJ`;
  const operators: string[] = [];
  let rise = 0;
  for (const { glyph, advance, dx, dy } of glyphs) {
    if (dy !== rise) operators.push(`${num(dy * scale * size)} Ts`);
    rise = dy;
    const behind = adjustment(advance - nominalAdvance(glyph) - dx, scale);
    operators.push(`[${adjustment(dx, scale)}(${glyphCode(glyph)})${behind}] TJ`);
  }
  if (rise !== 0) operators.push('0 Ts');
  return operators.join(' ');
}
