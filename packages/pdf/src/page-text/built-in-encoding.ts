/** The encodings inside embedded font programs, for simple fonts without /Encoding (ISO 32000-2, 9.6.5.2). */
import { type Encoding, encodings, textOfGlyphName } from './glyph-names.ts';

/** The encoding of a Type 1 font program: its clear-text part assigns glyph names to codes. */
export function type1Encoding(program: Buffer): Encoding | null {
  const end = program.indexOf('eexec', 0, 'latin1');
  const clear = program.toString('latin1', 0, Math.min(end < 0 ? program.length : end, 200_000));
  if (/\/Encoding\s+StandardEncoding\s+def/.test(clear)) return encodings.StandardEncoding;
  const list = new Array<string>(256).fill('');
  let count = 0;
  for (const [, code, glyph] of clear.matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]{1,100})\s+put/g)) {
    if (Number(code) > 255) continue;
    list[Number(code)] = textOfGlyphName(glyph!);
    count++;
  }
  return count > 0 ? list : null;
}

/** Standard strings of the Compact Font Format (Adobe Technical Note 5176, Appendix A) from 150 to 228. */
const FURTHER_STRINGS = '¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž';
const standardStrings = ['', ...encodings.StandardEncoding.filter((text) => text !== ''), ...FURTHER_STRINGS];
/** Identifiers from here on mean the strings of the font itself. */
const STANDARD_STRING_COUNT = 391;

/** The encoding of a font in the Compact Font Format; null if it cannot be read. */
export function cffEncoding(program: Buffer): Encoding | null {
  try {
    return readCff(program);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Operators of the top dictionary (Technical Note 5176, section 9). */
const CHARSET = 15;
const ENCODING = 16;
const CHAR_STRINGS = 17;

function readCff(program: Buffer): Encoding | null {
  const names = readIndex(program, program.readUInt8(2));
  const tops = readIndex(program, names.end);
  const strings = readIndex(program, tops.end);
  const top = readDict(tops.items[0] ?? Buffer.alloc(0));
  const charset = top.get(CHARSET)?.[0] ?? 0;
  const encoding = top.get(ENCODING)?.[0] ?? 0;
  const glyphs = readIndex(program, top.get(CHAR_STRINGS)?.[0] ?? 0).items.length;
  if (encoding === 0) return encodings.StandardEncoding;
  if (encoding === 1) return null;
  const textOf = (sid: number): string =>
    sid < STANDARD_STRING_COUNT
      ? (standardStrings[sid] ?? '')
      : textOfGlyphName(strings.items[sid - STANDARD_STRING_COUNT]?.toString('latin1') ?? '');
  const texts = charsetOf(program, charset, glyphs).map(textOf);
  const list = new Array<string>(256).fill('');
  const format = program.readUInt8(encoding) & 0x7f;
  const count = program.readUInt8(encoding + 1);
  let glyph = 1;
  if (format === 0)
    for (let at = 0; at < count; at++) list[program.readUInt8(encoding + 2 + at)] = texts[glyph++] ?? '';
  else
    for (let at = 0; at < count; at++) {
      const first = program.readUInt8(encoding + 2 + at * 2);
      const left = program.readUInt8(encoding + 3 + at * 2);
      for (let code = first; code <= first + left && code < 256; code++) list[code] = texts[glyph++] ?? '';
    }
  return list;
}

/** String identifiers by glyph. */
function charsetOf(program: Buffer, offset: number, glyphs: number): number[] {
  const sids = [0];
  if (offset <= 2) {
    for (let sid = 1; sid < glyphs; sid++) sids.push(sid);
    return sids;
  }
  const format = program.readUInt8(offset);
  let at = offset + 1;
  while (sids.length < glyphs) {
    const first = program.readUInt16BE(at);
    const left = format === 0 ? 0 : format === 1 ? program.readUInt8(at + 2) : program.readUInt16BE(at + 2);
    at += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let sid = first; sid <= first + left && sids.length < glyphs; sid++) sids.push(sid);
  }
  return sids;
}

function readIndex(program: Buffer, start: number): { items: Buffer[]; end: number } {
  const count = program.readUInt16BE(start);
  if (count === 0) return { items: [], end: start + 2 };
  const size = program.readUInt8(start + 2);
  const offsetOf = (at: number): number => program.readUIntBE(start + 3 + at * size, size);
  const base = start + 2 + (count + 1) * size;
  const items: Buffer[] = [];
  for (let at = 0; at < count; at++)
    items.push(program.subarray(base + offsetOf(at), base + offsetOf(at + 1)));
  return { items, end: base + offsetOf(count) };
}

/** Operands by operator (section 4); operators of two bytes are left out. */
function readDict(bytes: Buffer): Map<number, number[]> {
  const result = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at++);
    if (first <= 21) {
      if (first === 12) at++;
      else result.set(first, operands);
      operands = [];
    } else if (first === 28) {
      operands.push(bytes.readInt16BE(at));
      at += 2;
    } else if (first === 29) {
      operands.push(bytes.readInt32BE(at));
      at += 4;
    } else if (first === 30) {
      while ((bytes.readUInt8(at) & 15) !== 15 && bytes.readUInt8(at) >> 4 !== 15) at++;
      at++;
      operands.push(0);
    } else if (first < 247) operands.push(first - 139);
    else if (first < 251) operands.push((first - 247) * 256 + bytes.readUInt8(at++) + 108);
    else operands.push(-(first - 251) * 256 - bytes.readUInt8(at++) - 108);
  }
  return result;
}
