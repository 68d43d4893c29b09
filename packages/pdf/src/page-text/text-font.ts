/** Fonts as far as the position and the text of glyphs need them (ISO 32000-2, 9.5 to 9.10). */
import { type PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { cffEncoding, type1Encoding } from './built-in-encoding.ts';
import { type CMap, readCMap } from './cmap-reader.ts';
import { type Encoding, encodingNamed, encodings, textOfGlyphName } from './glyph-names.ts';
import { predefinedCMap } from './predefined-cmaps.ts';
import { type StandardMetrics, standardMetrics } from './standard-metrics.ts';

/** Reads strings of one font, glyph by glyph. */
export interface TextFont {
  /** Multiples of the font size, for the box around a line of text. */
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
  /** Adapts the font size to fonts whose glyphs do not fill a unit square (Type 3). */
  readonly sizeFactor: number;
  /** Of the glyph read last: its advance as a multiple of the font size, its text, and whether its code is a single byte 32. */
  advance: number;
  text: string;
  isSpace: boolean;
  /** Reads the glyph at `pos` and returns the position after it. */
  read(bytes: Uint8Array, pos: number): number;
}

/**
 * The font that a dictionary describes. If a font program or a CMap cannot be read, texts or widths are missing. Throws a PdfError if
 * another object cannot be read, or beyond the limits of the file.
 */
export function readTextFont(file: PdfFile, font: PdfDict): TextFont {
  const subtype = file.nameOf(font.get('Subtype'));
  return subtype === 'Type0'
    ? new CompositeFont(file, font)
    : new SimpleFont(file, font, subtype === 'Type3');
}

/** Widths that are read from one font; more than a font has glyphs. */
const MAX_WIDTHS = 70_000;
/** Codes and names in /Differences; an encoding has 256 codes. */
const MAX_DIFFERENCES = 1000;

/** Ascent and descent of a line as in poppler: from the descriptor unless its values are unusable. */
function lineExtentOf(
  file: PdfFile,
  descriptor: PdfDict | null,
  fallback: { ascent: number; descent: number },
): { ascent: number; descent: number } {
  const ascent = Math.abs((file.number(descriptor?.get('Ascent')) ?? 0) / 1000);
  const descent = -Math.abs((file.number(descriptor?.get('Descent')) ?? 0) / 1000);
  return {
    ascent: ascent > 0 && ascent < 3 ? ascent : fallback.ascent,
    descent: descent < 0 && descent > -3 ? descent : fallback.descent,
  };
}

function toUnicodeOf(file: PdfFile, font: PdfDict): CMap | null {
  const stream = file.resolve(font.get('ToUnicode'));
  return stream instanceof PdfStream ? orNull(() => readCMap(file.decode(stream))) : null;
}

/** Null if it cannot be read. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.reason !== 'too_complex') return null;
    throw error;
  }
}

class SimpleFont implements TextFont {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical = false;
  readonly sizeFactor: number;
  readonly #advances = new Float64Array(256);
  readonly #texts: string[];
  advance = 0;
  text = '';
  isSpace = false;

  constructor(file: PdfFile, font: PdfDict, isType3: boolean) {
    const descriptor = file.dict(font.get('FontDescriptor'));
    const program = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.get(key) !== undefined);
    const metrics = isType3 ? null : standardMetrics(file.nameOf(font.get('BaseFont')) ?? '');
    const { texts, names } = simpleTexts(file, font, descriptor, metrics);
    this.#texts = texts;
    const matrix = file.array(font.get('FontMatrix'))?.map((one) => file.number(one) ?? 0) ?? [];
    const scale = isType3 ? (matrix[0] ?? 0.001) : 0.001;
    this.#readAdvances(file, font, descriptor, metrics, scale);
    const fallback = metrics
      ? { ascent: metrics.ascent / 1000, descent: metrics.descent / 1000 }
      : isType3
        ? { ascent: 0.95, descent: -0.35 }
        : { ascent: 0.75, descent: -0.25 };
    const { ascent, descent } = metrics && !program ? fallback : lineExtentOf(file, descriptor, fallback);
    this.ascent = ascent;
    this.descent = descent;
    this.sizeFactor = isType3 ? this.#type3Factor(names, matrix) : 1;
  }

  #readAdvances(
    file: PdfFile,
    font: PdfDict,
    descriptor: PdfDict | null,
    metrics: StandardMetrics | null,
    scale: number,
  ): void {
    const missing = file.number(descriptor?.get('MissingWidth')) ?? 0;
    const widths = file.array(font.get('Widths'));
    const first = file.number(font.get('FirstChar')) ?? 0;
    for (let code = 0; code < 256; code++) {
      const written = widths ? (file.number(widths[code - first]) ?? missing) : null;
      const width = written ?? metrics?.widths.get(this.#texts[code]!) ?? missing;
      this.#advances[code] = width * scale;
    }
  }

  /** Guesses the font size from the width of common letters, as poppler does. */
  #type3Factor(names: ReadonlyMap<number, string>, matrix: readonly number[]): number {
    const advanceOf = (wanted: (glyph: string) => boolean): number => {
      for (const [code, glyph] of names) if (wanted(glyph)) return this.#advances[code]!;
      return 0;
    };
    const [m, letter] = [advanceOf((one) => one === 'm'), advanceOf((one) => /^[A-Za-z]$/.test(one))];
    const any = [...names.keys()].map((code) => this.#advances[code]!).find((advance) => advance > 0) ?? 0;
    const factor = m > 0 ? m / 0.6 : letter > 0 ? letter / 0.5 : any > 0 ? any / 0.5 : 1;
    const [a = 0, , , d = 0] = matrix;
    return a === 0 ? factor : factor * Math.abs(d / a);
  }

  read(bytes: Uint8Array, pos: number): number {
    const code = bytes[pos]!;
    this.advance = this.#advances[code]!;
    this.text = this.#texts[code]!;
    this.isSpace = code === 32;
    return pos + 1;
  }
}

/** Texts by code, and the glyph names in /Differences. */
function simpleTexts(
  file: PdfFile,
  font: PdfDict,
  descriptor: PdfDict | null,
  metrics: StandardMetrics | null,
): { texts: string[]; names: Map<number, string> } {
  const encoding = file.resolve(font.get('Encoding'));
  const own = file.dict(encoding);
  const base =
    encodingNamed(encoding instanceof PdfName ? encoding.name : file.nameOf(own?.get('BaseEncoding'))) ??
    builtInEncoding(file, font, descriptor, metrics);
  const texts = [...base];
  const names = new Map<number, string>();
  const isBitmap = file.nameOf(font.get('Subtype')) === 'Type3';
  let code = 0;
  for (const item of file.array(own?.get('Differences'))?.slice(0, MAX_DIFFERENCES) ?? []) {
    const value = file.resolve(item);
    if (typeof value === 'number') code = value;
    else if (value instanceof PdfName && code >= 0 && code < 256) {
      texts[code] = (isBitmap ? textOfNumberedName(value.name, code) : '') || textOfGlyphName(value.name);
      names.set(code++, value.name);
    }
  }
  for (const [mapped, text] of toUnicodeOf(file, font)?.texts ?? [])
    if (mapped < 256 && text !== '') texts[mapped] = text;
  return { texts, names };
}

/** TeX names the glyphs of its bitmap fonts by a letter and their code: `a65` is A at 65. In other fonts it is a dingbat. */
function textOfNumberedName(name: string, code: number): string {
  const [, number] = /^[a-zA-Z](\d{2,3})$/.exec(name) ?? [];
  return Number(number) === code && code > 32 && code < 127 ? String.fromCharCode(code) : '';
}

function builtInEncoding(
  file: PdfFile,
  font: PdfDict,
  descriptor: PdfDict | null,
  metrics: StandardMetrics | null,
): Encoding {
  const type1 = file.resolve(descriptor?.get('FontFile'));
  const compact = file.resolve(descriptor?.get('FontFile3'));
  const found =
    (type1 instanceof PdfStream ? orNull(() => type1Encoding(file.decode(type1))) : null) ??
    (compact instanceof PdfStream ? orNull(() => cffEncoding(file.decode(compact))) : null);
  if (found) return found;
  if (metrics?.isSymbol) return encodings.Symbol;
  if (metrics?.isZapfDingbats) return encodings.ZapfDingbats;
  return file.nameOf(font.get('Subtype')) === 'TrueType'
    ? encodings.WinAnsiEncoding
    : encodings.StandardEncoding;
}

class CompositeFont implements TextFont {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
  readonly sizeFactor = 1;
  readonly #codes: CodeReader;
  readonly #cidOf: (code: number) => number;
  readonly #texts: ReadonlyMap<number, string>;
  readonly #advances: ReadonlyMap<number, number>;
  readonly #defaultAdvance: number;
  readonly #isUnicode: boolean;
  /** Texts by glyph identifier, for codes that nothing else maps. */
  readonly #cidTexts: ReadonlyMap<number, string>;
  advance = 0;
  text = '';
  isSpace = false;

  constructor(file: PdfFile, font: PdfDict) {
    const descendant = file.dict(file.array(font.get('DescendantFonts'))?.[0]);
    const encoding = file.resolve(font.get('Encoding'));
    const named = encoding instanceof PdfName ? encoding.name : null;
    const map = named
      ? predefinedCMap(named)
      : encoding instanceof PdfStream
        ? embeddedCMap(file, encoding)
        : null;
    const parent = named ?? map?.uses ?? null;
    this.vertical = named ? named.endsWith('V') : (map?.vertical ?? false);
    // The codes of these CMaps are UTF-16 (9.7.5.2).
    this.#isUnicode = /UCS2|UTF16/.test(parent ?? '');
    this.#codes = codeReaderOf(codeSpacesOf(map));
    this.#cidOf = cidsOf(map);
    this.#texts = toUnicodeOf(file, font)?.texts ?? new Map();
    this.#cidTexts = textsOfCids(file, descendant);
    const { ascent, descent } = lineExtentOf(file, file.dict(descendant?.get('FontDescriptor')), {
      ascent: 0.95,
      descent: -0.35,
    });
    this.ascent = ascent;
    this.descent = descent;
    if (this.vertical) {
      this.#defaultAdvance = (file.number(file.array(descendant?.get('DW2'))?.[1]) ?? -1000) / 1000;
      this.#advances = widthsOf(file, file.array(descendant?.get('W2')), 3);
    } else {
      this.#defaultAdvance = (file.number(descendant?.get('DW')) ?? 1000) / 1000;
      this.#advances = widthsOf(file, file.array(descendant?.get('W')), 1);
    }
  }

  read(bytes: Uint8Array, pos: number): number {
    const length = this.#codes(bytes, pos);
    let code = 0;
    for (let at = pos; at < pos + length; at++) code = code * 256 + (bytes[at] ?? 0);
    const cid = this.#cidOf(code);
    this.advance = this.#advances.get(cid) ?? this.#defaultAdvance;
    this.text =
      this.#texts.get(code) ??
      (this.#isUnicode && code > 0 ? textOfUtf16(code) : (this.#cidTexts.get(cid) ?? ''));
    this.isSpace = length === 1 && code === 32;
    return pos + length;
  }
}

/** A code of two or four bytes. */
function textOfUtf16(code: number): string {
  return code > 0xffff ? String.fromCharCode(code >>> 16, code & 0xffff) : String.fromCharCode(code);
}

/** The CMap in a stream, with the one that it extends: another stream or a predefined one. */
function embeddedCMap(file: PdfFile, stream: PdfStream): CMap | null {
  const map = orNull(() => readCMap(file.decode(stream)));
  if (!map) return null;
  const extended = file.resolve(stream.dict.get('UseCMap'));
  map.uses ??= extended instanceof PdfName ? extended.name : null;
  map.parent =
    extended instanceof PdfStream
      ? orNull(() => readCMap(file.decode(extended)))
      : map.uses === null
        ? null
        : predefinedCMap(map.uses);
  return map;
}

const orderings = /^(?:GB1|CNS1|Japan1|Korea1)$/;

/** The texts of the identifiers in a character collection of Adobe (9.10.2). */
function textsOfCids(file: PdfFile, descendant: PdfDict | null): ReadonlyMap<number, string> {
  const ordering = file.resolve(file.dict(descendant?.get('CIDSystemInfo'))?.get('Ordering'));
  const name = ordering instanceof PdfString ? Buffer.from(ordering.bytes).toString('latin1') : '';
  return (orderings.test(name) ? predefinedCMap(`Adobe-${name}-UCS2`)?.texts : null) ?? new Map();
}

/** The number of bytes of the code at a position. */
type CodeReader = (bytes: Uint8Array, pos: number) => number;

function codeSpacesOf(map: CMap | null): CMap['codeSpaces'] {
  if (!map) return [];
  const own = map.codeSpaces.filter(({ bytes }) => bytes >= 1 && bytes <= 4);
  return [...own, ...codeSpacesOf(map.parent)];
}

function codeReaderOf(spaces: CMap['codeSpaces']): CodeReader {
  const lengths = [...new Set(spaces.map((space) => space.bytes))].sort((a, b) => a - b);
  if (lengths.length <= 1) {
    const [length = 2] = lengths;
    return () => length;
  }
  const boxes = spaces.map(({ bytes, first, last }) => ({
    bytes,
    first: bytesOf(first, bytes),
    last: bytesOf(last, bytes),
  }));
  return (bytes, pos) => {
    for (const length of lengths) {
      const isCode = (box: (typeof boxes)[number]): boolean => {
        if (box.bytes !== length || pos + length > bytes.length) return false;
        // Each byte has a range of its own (9.7.6.2).
        for (let at = 0; at < length; at++)
          if (bytes[pos + at]! < box.first[at]! || bytes[pos + at]! > box.last[at]!) return false;
        return true;
      };
      if (boxes.some(isCode)) return length;
    }
    return lengths[0] || 1;
  };
}

/** The bytes of a code, the most significant first. */
function bytesOf(code: number, length: number): number[] {
  return Array.from({ length }, (_, at) => Math.floor(code / 256 ** (length - 1 - at)) % 256);
}

/** Codes to glyph identifiers. Identity and unknown CMaps keep the code. */
function cidsOf(map: CMap | null): (code: number) => number {
  const levels: CMap[] = [];
  for (let level = map; level; level = level.parent) if (!level.cids.isEmpty) levels.push(level);
  if (levels.length === 0) return (code) => code;
  return (code) => {
    for (const { cids } of levels) {
      const cid = cids.of(code);
      if (cid !== null) return cid;
    }
    return 0;
  };
}

/**
 * /W or /W2 (9.7.4.3): advances by glyph identifier, as multiples of the font size. `group` numbers describe one glyph,
 * the first of them its advance.
 */
function widthsOf(file: PdfFile, list: readonly PdfObject[] | null, group: 1 | 3): Map<number, number> {
  const advances = new Map<number, number>();
  // Counts what is read, not the size of the map: ranges can repeat the same glyphs, or be beyond the integers.
  let left = MAX_WIDTHS;
  for (let at = 0; list && at + 1 < list.length && left > 0; ) {
    const first = file.number(list[at]) ?? 0;
    const second = file.resolve(list[at + 1]);
    if (Array.isArray(second)) {
      for (let index = 0; index < second.length && left-- > 0; index += group)
        advances.set(first + index / group, (file.number(second[index]) ?? 0) / 1000);
      at += 2;
    } else {
      const last = typeof second === 'number' ? second : first;
      const advance = (file.number(list[at + 2]) ?? 0) / 1000;
      for (let cid = first; cid <= last && left-- > 0; cid++) advances.set(cid, advance);
      at += 2 + group;
    }
  }
  return advances;
}
