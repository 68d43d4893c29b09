/**
 * Fonts inside the PDF: Type 0 fonts over CIDFontType2 with Identity-H, character codes equal to glyph ids
 * (ISO 32000-2, 9.7), one subset per font and document, and a ToUnicode CMap (9.10.3) so that text can be copied.
 */
import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  dict,
  name,
  type ObjectSink,
  type PdfName,
  PdfRaw,
  type PdfRef,
  PdfStream,
  PdfString,
} from '../objects.ts';
import { commonGlyphs } from './common.ts';
import type { FaceSession } from './faces.ts';
import type { FontFile } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';
import { num } from './show.ts';

const FONT_FLAG_SYMBOLIC = 4;
const CMAP_BLOCK = 100;
const reordering = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1cd0-\u1cff\ua8e0-\ua8ff]/;

/** Glyph id to the text it stands for. */
class GlyphTexts {
  /** An array, as every glyph of a document is looked up; made for the first one, as most have common text alone. */
  #texts: Array<string | undefined> | null = null;
  readonly #used: number[] = [];

  get(glyph: number): string | undefined {
    return this.#texts?.[glyph];
  }

  set(glyph: number, text: string): void {
    this.#texts ??= new Array<string | undefined>(4096);
    if (this.#texts[glyph] === undefined) this.#used.push(glyph);
    this.#texts[glyph] = text;
  }

  get count(): number {
    return this.#used.length;
  }

  get ids(): readonly number[] {
    return this.#used.sort((a, b) => a - b);
  }
}

interface FontUse {
  file: FontFile;
  name: string;
  /** Glyph id to the text it stands for; '' while only spans with ActualText hold it. */
  glyphs: GlyphTexts;
  /** Runs of common text whose glyphs are not in `glyphs` yet; null as soon as there is text of another kind. */
  common: LaidRun[] | null;
}

/** A stretch of glyphs to be shown; `actualText` where glyphs alone do not tell their text. */
export interface GlyphSpan {
  glyphs: readonly ShapedGlyph[];
  actualText: string | null;
}

const byteHex = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

/** A 16-bit number as four hexadecimal digits. */
const hex4 = (value: number): string => byteHex[value >> 8]! + byteHex[value & 255]!;

/** UTF-16BE in hexadecimal. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let index = 0; index < text.length; index++) hex += hex4(text.charCodeAt(index));
  return hex;
}

/** The fonts that one document uses, under the names F1, F2, … */
export class DocumentFonts {
  readonly #session: FaceSession;
  readonly #uses = new Map<string, FontUse>();
  /** The one of the run before: most follow one of the same font. */
  #last: FontUse | null = null;

  constructor(session: FaceSession) {
    this.#session = session;
  }

  /** The open face of a font that a laid-out run refers to, or null in a provisional pass. */
  face(file: FontFile): HbFace | null {
    return this.#session.face(file);
  }

  /**
   * Notes the glyphs of a run as used. Gives the font's resource name and the run cut into spans, null if it is shown
   * as a whole.
   */
  use(run: LaidRun): { font: string; spans: GlyphSpan[] | null } {
    let use = this.#last?.file === run.file ? this.#last : this.#uses.get(run.file.key);
    if (use === undefined) {
      use = { file: run.file, name: `F${this.#uses.size + 1}`, glyphs: new GlyphTexts(), common: [] };
      this.#uses.set(run.file.key, use);
    }
    this.#last = use;
    if (use.common !== null && run.common) {
      use.common.push(run);
      return { font: use.name, spans: null };
    }
    noteCommon(use);
    if (standForThemselves(use.glyphs, run)) return { font: use.name, spans: null };
    const spans: GlyphSpan[] = [];
    let plain: ShapedGlyph[] = [];
    for (const { glyphs, text } of knownClustersOf(run)) {
      if (assignTexts(use.glyphs, glyphs, text)) {
        plain.push(...glyphs);
        continue;
      }
      for (const { glyph } of glyphs) if (use.glyphs.get(glyph) === undefined) use.glyphs.set(glyph, '');
      if (plain.length > 0) spans.push({ glyphs: plain, actualText: null });
      spans.push({ glyphs, actualText: text });
      plain = [];
    }
    if (plain.length > 0) spans.push({ glyphs: plain, actualText: null });
    return { font: use.name, spans };
  }

  /** Subsets every font used and adds its objects; returns resource name to reference. */
  embed(sink: ObjectSink): Map<string, PdfRef> {
    const references = new Map<string, PdfRef>();
    for (const use of this.#uses.values()) {
      const face = this.#session.face(use.file);
      if (face !== null) references.set(use.name, embedFont(sink, face, use));
    }
    return references;
  }
}

/** The common case, told quickly: one glyph for each character, and each stands for that character alone. */
function standForThemselves(known: GlyphTexts, { glyphs, text }: LaidRun): boolean {
  if (glyphs.length !== text.length) return false;
  for (let index = 0; index < glyphs.length; index++) {
    const { glyph, cluster } = glyphs[index]!;
    if (cluster !== index) return false;
    const character = text[index]!;
    const before = known.get(glyph);
    if (before === undefined || before === '') known.set(glyph, character);
    else if (before !== character) return false;
  }
  return true;
}

/** Puts down the glyphs of the common runs, from which on each run is looked at in turn. */
function noteCommon(use: FontUse): void {
  for (const run of use.common ?? []) noteShares(use.glyphs, run);
  use.common = null;
}

function noteShares(known: GlyphTexts, { glyphs, text }: LaidRun): void {
  glyphs.forEach(({ glyph, cluster }, index) => {
    if (known.get(glyph) === undefined) known.set(glyph, text.slice(cluster, glyphs[index + 1]?.cluster));
  });
}

type Cluster = { glyphs: ShapedGlyph[]; text: string };

/** Runs are kept by the layout for as long as they are likely to be drawn again, and so are their clusters. */
const knownClusters = new WeakMap<LaidRun, Cluster[]>();

function knownClustersOf(run: LaidRun): Cluster[] {
  const clusters = knownClusters.get(run) ?? clustersOf(run);
  knownClusters.set(run, clusters);
  return clusters;
}

/** Cuts a run into clusters in visual order, each with the text that it stands for. */
function clustersOf({ glyphs, text }: LaidRun): Cluster[] {
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const clusters: Array<{ glyphs: ShapedGlyph[]; text: string; cluster: number }> = [];
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last !== undefined && last.cluster === glyph.cluster) last.glyphs.push(glyph);
    else
      clusters.push({
        glyphs: [glyph],
        cluster: glyph.cluster,
        text: text.slice(glyph.cluster, ends.get(glyph.cluster)),
      });
  }
  return clusters;
}

/** Lets each glyph of a cluster stand for its share of the text, if no glyph already stands for another one. */
function assignTexts(known: GlyphTexts, glyphs: readonly ShapedGlyph[], text: string): boolean {
  let shares = [text];
  if (glyphs.length > 1) {
    if (reordering.test(text)) return false;
    shares = Array.from(text);
    if (shares.length !== glyphs.length) return false;
    if (isRightToLeft(text)) shares.reverse();
  }
  const fits = glyphs.every(({ glyph }, index) => {
    const before = known.get(glyph);
    return before === undefined || before === '' || before === shares[index];
  });
  if (!fits) return false;
  glyphs.forEach(({ glyph }, index) => {
    known.set(glyph, shares[index]!);
  });
  return true;
}

const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** Six capital letters that tell this subset from others of the same font (9.9.2). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = hash('sha256', glyphs.join(','), 'buffer');
  return Array.from({ length: 6 }, (_, index) => String.fromCharCode(65 + (digest[index]! % 26))).join('');
}

function fontName(face: HbFace, file: FontFile): string {
  const given = face.metrics.postscriptName;
  if (file.pinnedWeight === null) return given;
  return `${given.replace(/-.*$/, '')}-${file.pinnedWeight === 700 ? 'Bold' : 'Regular'}`;
}

/** What of an embedded font is the same for every document with these glyphs. */
interface FontParts {
  baseFont: PdfName;
  fontFile: PdfStream;
  /** The /W array as it is written. */
  widths: PdfRaw;
  toUnicode: PdfStream;
}

function fontPartsOf(face: HbFace, file: FontFile, glyphs: readonly number[], textOf: GlyphTexts): FontParts {
  const program = face.subset(glyphs);
  return {
    baseFont: name(`${subsetTag(glyphs)}+${fontName(face, file)}`),
    fontFile: deflated(program, { Length1: program.length }),
    widths: widthsArray(glyphs, (glyph) => perMilleOf(face, face.advance(glyph))),
    toUnicode: deflated(Buffer.from(toUnicodeCMap(glyphs, textOf), 'latin1')),
  };
}

/** A document that uses less of a font gets a subset of its own. */
const COMMON_LEAST = 24;

const commonSubsets = new WeakMap<HbFace, FontParts>();

/** One subset for all documents that need nothing else of a font: it says nothing of any of them and is made once. */
function commonSubsetOf(face: HbFace, file: FontFile): FontParts {
  let common = commonSubsets.get(face);
  if (common === undefined) {
    const texts = new GlyphTexts();
    for (const [glyph, text] of commonGlyphs(face)) texts.set(glyph, text);
    common = fontPartsOf(face, file, texts.ids, texts);
    commonSubsets.set(face, common);
  }
  return common;
}

/** Whether common runs hold so many letters that differ; most documents show it in their first few words. */
function usesEnough(runs: readonly LaidRun[]): boolean {
  const found = new Uint8Array(128);
  let count = 0;
  for (const { text } of runs)
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 127 || found[unit] === 1) continue;
      found[unit] = 1;
      if (++count >= COMMON_LEAST) return true;
    }
  return false;
}

/** The common subset if it has all that is used of a font, and the document uses enough of it; else one of its own. */
function subsetFor(face: HbFace, use: FontUse): FontParts {
  const { glyphs, file } = use;
  const isText = file.kind === 'text';
  if (isText && use.common !== null && usesEnough(use.common)) return commonSubsetOf(face, file);
  noteCommon(use);
  if (isText) {
    const common = commonGlyphs(face);
    const suits = ({ ids }: GlyphTexts) => ids.every((glyph) => common.get(glyph) === glyphs.get(glyph));
    if (glyphs.count >= COMMON_LEAST && suits(glyphs)) return commonSubsetOf(face, file);
  }
  return fontPartsOf(face, file, glyphs.ids, glyphs);
}

const perMilleOf = (face: HbFace, units: number): number =>
  Math.round((units * 1_000_000) / face.metrics.unitsPerEm) / 1000;

function embedFont(sink: ObjectSink, face: HbFace, use: FontUse): PdfRef {
  const { baseFont, fontFile, widths, toUnicode } = subsetFor(face, use);
  const { metrics } = face;
  const perMille = (units: number): number => perMilleOf(face, units);
  const descriptor = sink.add(
    dict({
      Type: name('FontDescriptor'),
      FontName: baseFont,
      Flags: FONT_FLAG_SYMBOLIC,
      FontBBox: metrics.bbox.map(perMille),
      ItalicAngle: 0,
      Ascent: perMille(metrics.ascent),
      Descent: perMille(-metrics.descent),
      CapHeight: perMille(metrics.capHeight),
      StemV: use.file.pinnedWeight === 700 ? 140 : 80,
      FontFile2: sink.add(fontFile),
    }),
  );
  const ascii = (text: string): PdfString => new PdfString(Buffer.from(text, 'latin1'));
  const descendant = sink.add(
    dict({
      Type: name('Font'),
      Subtype: name('CIDFontType2'),
      BaseFont: baseFont,
      CIDSystemInfo: dict({ Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 }),
      FontDescriptor: descriptor,
      CIDToGIDMap: name('Identity'),
      DW: 1000,
      W: widths,
    }),
  );
  return sink.add(
    dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: baseFont,
      Encoding: name('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: sink.add(toUnicode),
    }),
  );
}

/** A stream compressed with FlateDecode. */
export function deflated(bytes: Uint8Array, members: Record<string, number> = {}): PdfStream {
  const packed = deflateSync(bytes);
  return new PdfStream(dict({ Length: packed.length, Filter: name('FlateDecode'), ...members }), packed);
}

/** The /W array (9.7.4.3): runs of neighbouring glyph ids. */
function widthsArray(glyphs: readonly number[], width: (glyph: number) => number): PdfRaw {
  let array = '[';
  let previous = -2;
  for (const glyph of glyphs) {
    if (glyph !== previous + 1) array += previous < 0 ? `${glyph}[` : `]${glyph}[`;
    else array += ' ';
    array += num(width(glyph));
    previous = glyph;
  }
  return new PdfRaw(Buffer.from(glyphs.length > 0 ? `${array}]]` : '[]', 'latin1'));
}

/** Glyph id to UTF-16BE (9.10.3), in blocks of at most 100 lines as CMap files must be. */
function toUnicodeCMap(glyphs: readonly number[], textOf: GlyphTexts): string {
  const lines = glyphs
    .filter((glyph) => textOf.get(glyph) !== '')
    .map((glyph) => `<${hex4(glyph)}> <${utf16Hex(textOf.get(glyph) ?? '')}>`);
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += CMAP_BLOCK) {
    const block = lines.slice(from, from + CMAP_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
