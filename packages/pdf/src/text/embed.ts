/**
 * Embeds fonts as Type 0 fonts with CIDFontType2 (ISO 32000-2, 9.7), one subset per font and document, with a
 * ToUnicode CMap (9.10.3) so that text can be copied. Common text (`common.ts`) has one-byte codes with its own CMap;
 * other text uses a second font with Identity-H, whose codes are glyph ids.
 */
import { hash } from 'node:crypto';
import {
  dict,
  name,
  type ObjectSink,
  type PdfObject,
  PdfRaw,
  type PdfRef,
  type PdfStream,
  PdfTemplate,
} from '../model/objects.ts';
import { deflated } from '../update/content-stream.ts';
import { piecesOf, referenceGap } from '../update/serialize.ts';
import { addCharacterSet, characterSet } from './character-set.ts';
import { identityInfo, oneByteCMap, toUnicodeCMap } from './cmap.ts';
import { commonCodes, commonGlyphs } from './common.ts';
import type { FontFile } from './families.ts';
import { GlyphTexts } from './glyph-texts.ts';
import type { HbFace } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';
import { num } from './show.ts';

const FONT_FLAG_SYMBOLIC = 4;

/** What a document draws with a font. */
export interface FontUse {
  file: FontFile;
  /** The glyphs of text other than common text. */
  glyphs: GlyphTexts;
  /** The runs of common text; null for a font of other text. */
  common: LaidRun[] | null;
}

/** Six capital letters that distinguish this subset from others of the same font (9.9.2). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = hash('sha256', glyphs.join(','), 'buffer');
  return Array.from({ length: 6 }, (_, index) => String.fromCharCode(65 + (digest[index]! % 26))).join('');
}

function fontName(face: HbFace, file: FontFile): string {
  const given = face.metrics.postscriptName;
  if (file.pinnedWeight === null) return given;
  return `${given.replace(/-.*$/, '')}-${file.pinnedWeight === 700 ? 'Bold' : 'Regular'}`;
}

/** Adds an object once per document; returns its reference. */
export type AddOnce = (object: PdfObject) => PdfRef;

/** The parts of an embedded font that are the same for every document with these glyphs. */
interface FontParts {
  fontFile: PdfStream;
  /** Without the reference to the font file. */
  descriptor: readonly Buffer[];
  /** Character identifiers. */
  shown: readonly number[];
  /** Without the references to the collection, the descriptor and, for one-byte codes, the glyph map. */
  descendant: readonly Buffer[];
  /** Without the references to the descendant, the ToUnicode CMap and, for one-byte codes, the encoding. */
  font: readonly Buffer[];
  toUnicode: PdfStream;
  /** The glyph map of one-byte codes; null if codes are glyph ids. */
  glyphsByCode: PdfStream | null;
}

/** The font parts for these glyphs; with `codes` for one-byte text. */
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
    FontFile2: referenceGap,
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
    CIDSystemInfo: referenceGap,
    FontDescriptor: referenceGap,
    CIDToGIDMap: byCode ? referenceGap : name('Identity'),
  });
  const font = dict({
    Type: name('Font'),
    Subtype: name('Type0'),
    BaseFont: baseFont,
    DescendantFonts: [referenceGap],
    ToUnicode: referenceGap,
    Encoding: byCode ? referenceGap : name('Identity-H'),
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

/** Documents with fewer different letters get their own subset. */
const COMMON_LEAST = 24;

const commonSubsets = new WeakMap<HbFace, FontParts>();
/** Streams that fonts of one family may share. There are only a few. */
const commonStreams: PdfStream[] = [];

/** Returns an equal stream of another common subset, else the stream itself. */
function shared(stream: PdfStream): PdfStream {
  const known = commonStreams.find(({ bytes }) => Buffer.compare(bytes, stream.bytes) === 0);
  if (known === undefined) commonStreams.push(stream);
  return known ?? stream;
}

/**
 * The subset for all documents that use only common glyphs of a font. It is created once and reveals nothing about a
 * document.
 */
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

/** By letter code: the number of the search in which it was last found. */
const lastFound = new Float64Array(128);
let searches = 0;

/** Whether runs of common text contain enough different letters; for most documents the first few words decide. */
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

/** The common subset if common text uses enough of it, else a subset of its own. */
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

/** Adds the objects and the subset of a font; objects that fonts may share are added through `addOnce`. */
export function embedFont(
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
  const pieces = withCharacterSet ? addCharacterSet(parts.descriptor) : parts.descriptor;
  const descriptor = sink.add(new PdfTemplate(pieces, inDescriptor));
  const inDescendant = [addOnce(identityInfo), descriptor];
  if (byCode) inDescendant.push(addOnce(byCode));
  const inFont = [sink.add(new PdfTemplate(parts.descendant, inDescendant)), addOnce(parts.toUnicode)];
  if (byCode) inFont.push(addOnce(oneByteCMap));
  return sink.add(new PdfTemplate(parts.font, inFont));
}

/** The /W array (9.7.4.3): runs of consecutive character identifiers. */
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

/** A /CIDToGIDMap (9.7.4.2): two-byte glyph ids by code. */
function glyphsByCode(codes: readonly number[], glyphs: readonly number[]): PdfStream {
  const map = Buffer.alloc(Math.max(...codes) * 2 + 2);
  codes.forEach((code, index) => {
    map.writeUInt16BE(glyphs[index]!, code * 2);
  });
  return deflated(map);
}
