/**
 * Fonts inside the PDF: Type 0 fonts over CIDFontType2 (ISO 32000-2, 9.7), one subset per font and document, and a
 * ToUnicode CMap (9.10.3) so that text can be copied. Common text (`common.ts`) has codes of one byte by a CMap of its
 * own; all other text is of a second font with Identity-H, whose codes are glyph ids.
 */
import { hash } from 'node:crypto';
import {
  dict,
  name,
  type ObjectSink,
  type PdfObject,
  PdfPieces,
  PdfRaw,
  type PdfRef,
  type PdfStream,
} from '../objects.ts';
import { deflated } from '../update/content-stream.ts';
import { leftOut, piecesOf } from '../update/serialize.ts';
import { andCharacterSet, characterSet } from './character-set.ts';
import { identityInfo, oneByteCMap, toUnicodeCMap } from './cmap.ts';
import { commonCodes, commonGlyphs } from './common.ts';
import type { FaceSession } from './faces.ts';
import type { FontFile } from './families.ts';
import type { HbFace, ShapedGlyph } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';
import { num } from './show.ts';

const FONT_FLAG_SYMBOLIC = 4;
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
  /** Glyph id to the text it stands for; '' while only spans with ActualText hold it. Of text that is not common. */
  glyphs: GlyphTexts;
  /** The runs of common text, or null for a font of other text. */
  common: LaidRun[] | null;
  /** What `use` gives for each of the many runs that are shown as a whole. */
  whole: ShownRun;
}

/** The font's resource name, and the spans into which a run is cut; null if it is shown as a whole. */
export interface ShownRun {
  font: string;
  spans: GlyphSpan[] | null;
}

/** A stretch of glyphs to be shown; `actualText` where glyphs alone do not tell their text. */
export interface GlyphSpan {
  glyphs: readonly ShapedGlyph[];
  actualText: string | null;
}

/** The fonts that one document uses, under the names F1, F2, … */
export class DocumentFonts {
  readonly #session: FaceSession;
  readonly #characterSets: boolean;
  readonly #common = new Map<string, FontUse>();
  readonly #other = new Map<string, FontUse>();
  /** The one of the run before: most follow one of the same font. */
  #last: FontUse | null = null;

  /** `characterSets`: descriptors say which characters their fonts hold. */
  constructor(session: FaceSession, characterSets = false) {
    this.#session = session;
    this.#characterSets = characterSets;
  }

  /** The open face of a font that a laid-out run refers to, or null in a provisional pass. */
  face(file: FontFile): HbFace | null {
    return this.#session.face(file);
  }

  /** Notes the glyphs of a run as used, and says how it is shown. */
  use(run: LaidRun): Readonly<ShownRun> {
    const use = this.#useOf(run);
    if (use.common !== null) {
      use.common.push(run);
      return use.whole;
    }
    if (standForThemselves(use.glyphs, run)) return use.whole;
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

  /** Notes a run of common text as used, which is always shown as a whole; gives the font's resource name. */
  useCommon(run: LaidRun): string {
    const use = this.#useOf(run);
    use.common!.push(run);
    return use.name;
  }

  #useOf({ file, common }: LaidRun): FontUse {
    const last = this.#last;
    if (last?.file === file && (last.common !== null) === common) return last;
    const uses = common ? this.#common : this.#other;
    let use = uses.get(file.key);
    if (use === undefined) {
      const name = `F${this.#common.size + this.#other.size + 1}`;
      const whole = { font: name, spans: null };
      use = { file, name, glyphs: new GlyphTexts(), common: common ? [] : null, whole };
      uses.set(file.key, use);
    }
    this.#last = use;
    return use;
  }

  /** Subsets every font used and adds its objects; returns resource name to reference. */
  embed(sink: ObjectSink): Map<string, PdfRef> {
    const references = new Map<string, PdfRef>();
    const added = new Map<PdfObject, PdfRef>();
    const addOnce: AddOnce = (object) => {
      const ref = added.get(object) ?? sink.add(object);
      added.set(object, ref);
      return ref;
    };
    for (const use of [...this.#common.values(), ...this.#other.values()]) {
      const face = this.#session.face(use.file);
      if (face !== null) references.set(use.name, embedFont(sink, face, use, addOnce, this.#characterSets));
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

/** Adds an object, unless it has been added to this document before; gives its reference. */
type AddOnce = (object: PdfObject) => PdfRef;

/** What of an embedded font is the same for every document with these glyphs. */
interface FontParts {
  fontFile: PdfStream;
  /** Without the font file. */
  descriptor: readonly Buffer[];
  /** Character identifiers. */
  shown: readonly number[];
  /** Without the collection, the descriptor and, for codes of one byte, their glyphs. */
  descendant: readonly Buffer[];
  /** Without the descendant, the ToUnicode CMap and, for codes of one byte, their encoding. */
  font: readonly Buffer[];
  toUnicode: PdfStream;
  /** The glyphs of codes of one byte; null where codes are glyph ids. */
  glyphsByCode: PdfStream | null;
}

/** The parts for these glyphs; with `codes` for text of one byte a glyph. */
function fontPartsOf(
  face: HbFace,
  file: FontFile,
  texts: GlyphTexts,
  codes: ReadonlyMap<number, number> | null,
): FontParts {
  const byCode = codes && [...texts.ids].sort((a, b) => codes.get(a)! - codes.get(b)!);
  const glyphs = byCode ?? texts.ids;
  const shown = byCode?.map((glyph) => codes!.get(glyph)!) ?? glyphs;
  const program = face.subset(glyphs);
  const baseFont = name(`${subsetTag(glyphs)}+${fontName(face, file)}`);
  const { metrics } = face;
  const perMille = (units: number): number => perMilleOf(face, units);
  const descriptor = dict({
    Type: name('FontDescriptor'),
    FontName: baseFont,
    Flags: FONT_FLAG_SYMBOLIC,
    FontBBox: metrics.bbox.map(perMille),
    ItalicAngle: 0,
    Ascent: perMille(metrics.ascent),
    Descent: perMille(-metrics.descent),
    CapHeight: perMille(metrics.capHeight),
    StemV: file.pinnedWeight === 700 ? 140 : 80,
    FontFile2: leftOut,
  });
  const descendant = dict({
    Type: name('Font'),
    Subtype: name('CIDFontType2'),
    BaseFont: baseFont,
    DW: 1000,
    W: widthsArray(
      shown,
      glyphs.map((glyph) => perMille(face.advance(glyph))),
    ),
    CIDSystemInfo: leftOut,
    FontDescriptor: leftOut,
    CIDToGIDMap: byCode ? leftOut : name('Identity'),
  });
  const font = dict({
    Type: name('Font'),
    Subtype: name('Type0'),
    BaseFont: baseFont,
    DescendantFonts: [leftOut],
    ToUnicode: leftOut,
    Encoding: byCode ? leftOut : name('Identity-H'),
  });
  return {
    fontFile: deflated(program, { Length1: program.length }),
    descriptor: piecesOf(descriptor),
    shown,
    descendant: piecesOf(descendant),
    font: piecesOf(font),
    toUnicode: deflated(Buffer.from(toUnicodeCMap(glyphs, texts, codes), 'latin1')),
    glyphsByCode: byCode && glyphsByCode(shown, glyphs),
  };
}

/** A document that uses less of a font gets a subset of its own. */
const COMMON_LEAST = 24;

const commonSubsets = new WeakMap<HbFace, FontParts>();
/** Streams that those of one family may have in common: whichever there are, they are few. */
const commonStreams: PdfStream[] = [];

/** The stream, or one like it that another common subset has. */
function shared(stream: PdfStream): PdfStream {
  const known = commonStreams.find(({ bytes }) => Buffer.compare(bytes, stream.bytes) === 0);
  if (known === undefined) commonStreams.push(stream);
  return known ?? stream;
}

/** One subset for all documents that need nothing else of a font: it says nothing of any of them and is made once. */
function commonSubsetOf(face: HbFace, file: FontFile): FontParts {
  let common = commonSubsets.get(face);
  if (common === undefined) {
    const texts = new GlyphTexts();
    for (const [glyph, text] of commonGlyphs(face)) texts.set(glyph, text);
    const parts = fontPartsOf(face, file, texts, commonCodes(face));
    common = {
      ...parts,
      toUnicode: shared(parts.toUnicode),
      glyphsByCode: parts.glyphsByCode && shared(parts.glyphsByCode),
    };
    commonSubsets.set(face, common);
  }
  return common;
}

/** By its code: the search in which a letter was met last. */
const lastFound = new Float64Array(128);
let searches = 0;

/** Whether common runs hold so many letters that differ; most documents show it in their first few words. */
function usesEnough(runs: readonly LaidRun[]): boolean {
  searches++;
  let count = 0;
  for (const { text } of runs)
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 127 || lastFound[unit] === searches) continue;
      lastFound[unit] = searches;
      if (++count >= COMMON_LEAST) return true;
    }
  return false;
}

/** The common subset for common text that uses enough of it; else one of its own. */
function subsetFor(face: HbFace, { file, glyphs, common }: FontUse): FontParts {
  if (common === null) return fontPartsOf(face, file, glyphs, null);
  if (file.kind === 'text' && usesEnough(common)) return commonSubsetOf(face, file);
  const texts = new GlyphTexts();
  const known = commonGlyphs(face);
  for (const run of common) for (const { glyph } of run.glyphs) texts.set(glyph, known.get(glyph)!);
  return fontPartsOf(face, file, texts, commonCodes(face));
}

const perMilleOf = (face: HbFace, units: number): number =>
  Math.round((units * 1_000_000) / face.metrics.unitsPerEm) / 1000;

/** What fonts may have in common is added by `addOnce`. */
function embedFont(
  sink: ObjectSink,
  face: HbFace,
  use: FontUse,
  addOnce: AddOnce,
  withCharacterSet: boolean,
): PdfRef {
  const parts = subsetFor(face, use);
  const { glyphsByCode: byCode } = parts;
  const inDescriptor = [sink.add(parts.fontFile)];
  if (withCharacterSet) inDescriptor.push(sink.add(characterSet(parts.shown)));
  const pieces = withCharacterSet ? andCharacterSet(parts.descriptor) : parts.descriptor;
  const descriptor = sink.add(new PdfPieces(pieces, inDescriptor));
  const inDescendant = [addOnce(identityInfo), descriptor];
  if (byCode) inDescendant.push(addOnce(byCode));
  const inFont = [sink.add(new PdfPieces(parts.descendant, inDescendant)), addOnce(parts.toUnicode)];
  if (byCode) inFont.push(addOnce(oneByteCMap));
  return sink.add(new PdfPieces(parts.font, inFont));
}

/** The /W array (9.7.4.3): runs of neighbouring character identifiers. */
function widthsArray(identifiers: readonly number[], widths: readonly number[]): PdfRaw {
  let array = '[';
  let previous = -2;
  identifiers.forEach((identifier, index) => {
    if (identifier !== previous + 1) array += previous < 0 ? `${identifier}[` : `]${identifier}[`;
    else array += ' ';
    array += num(widths[index]!);
    previous = identifier;
  });
  return new PdfRaw(Buffer.from(identifiers.length > 0 ? `${array}]]` : '[]', 'latin1'));
}

/** A /CIDToGIDMap (9.7.4.2): glyph ids of two bytes, by code. */
function glyphsByCode(codes: readonly number[], glyphs: readonly number[]): PdfStream {
  const map = Buffer.alloc(Math.max(...codes) * 2 + 2);
  codes.forEach((code, index) => {
    map.writeUInt16BE(glyphs[index]!, code * 2);
  });
  return deflated(map);
}
