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
  PdfRaw,
  type PdfRef,
  type PdfStream,
  PdfTemplate,
} from '../model/objects.ts';
import { deflated } from '../update/content-stream.ts';
import { piecesOf, referenceGap } from '../update/serialize.ts';
import { andCharacterSet, characterSet } from './character-set.ts';
import { identityInfo, oneByteCMap, toUnicodeCMap } from './cmap.ts';
import { commonCodes, commonGlyphs } from './common.ts';
import type { FontFile } from './families.ts';
import { GlyphTexts } from './glyph-texts.ts';
import type { HbFace } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';
import { num } from './show.ts';

const FONT_FLAG_SYMBOLIC = 4;

/** What a document shows in a font. */
export interface FontUse {
  file: FontFile;
  /** The glyphs of text that is not common. */
  glyphs: GlyphTexts;
  /** The runs of common text, or null for a font of other text. */
  common: LaidRun[] | null;
}

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
export type AddOnce = (object: PdfObject) => PdfRef;

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

/** Adds the objects of a font, with a subset of it; what fonts may have in common by `addOnce`. */
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
  const pieces = withCharacterSet ? andCharacterSet(parts.descriptor) : parts.descriptor;
  const descriptor = sink.add(new PdfTemplate(pieces, inDescriptor));
  const inDescendant = [addOnce(identityInfo), descriptor];
  if (byCode) inDescendant.push(addOnce(byCode));
  const inFont = [sink.add(new PdfTemplate(parts.descendant, inDescendant)), addOnce(parts.toUnicode)];
  if (byCode) inFont.push(addOnce(oneByteCMap));
  return sink.add(new PdfTemplate(parts.font, inFont));
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
