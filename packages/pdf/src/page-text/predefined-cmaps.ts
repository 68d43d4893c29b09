/**
 * The predefined CMaps of ISO 32000-2, 9.7.5.2, and the CMaps from identifiers to Unicode of 9.10.2. The files are those of pdf.js, in its
 * binary format. Each is read when a font first needs it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CMap, emptyCMap } from './cmap-reader.ts';

const require = createRequire(import.meta.url);
const known = new Map<string, CMap | null>();
/** Names come from PDFs. */
const fileName = /^[A-Za-z0-9]{1,30}(?:-[A-Za-z0-9]{1,10}){0,3}$/;
/** A CMap may extend others: those for vertical writing (`V`) extend those for horizontal writing (`H`). */
const maxDepth = 4;

/** The CMap with this name, or null if there is none, or the files are not installed. */
export function predefinedCMap(name: string, depth = 0): CMap | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (!fileName.test(name) || depth > maxDepth) return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(require.resolve(`pdfjs-dist/cmaps/${name}.bcmap`));
  } catch {
    return null;
  }
  const map = readBinaryCMap(bytes);
  map.parent = map.uses === null ? null : predefinedCMap(map.uses, depth + 1);
  known.set(name, map);
  return map;
}

/** Kinds of records: the upper three bits of their first byte. */
const kinds = {
  codeSpaces: 0,
  notDefined: 1,
  cidChars: 2,
  cidRanges: 3,
  textChars: 4,
  textRanges: 5,
  name: 7,
};
/** Codes on the left side of `textChars` and `textRanges` have two bytes. */
const identifierBytes = 2;

/**
 * Reads the binary format of pdf.js: a byte of flags, then records of a header, a count and as many entries. A byte of a number has seven
 * bits, the most significant first, and a bit that is set if another byte follows. A code is stored as its distance from the code after the
 * previous entry.
 */
export function readBinaryCMap(bytes: Uint8Array): CMap {
  const map = emptyCMap();
  const reader = new BinaryReader(bytes);
  map.vertical = (reader.byte() & 1) === 1;
  while (!reader.isAtEnd) {
    const header = reader.byte();
    const kind = header >> 5;
    if (kind === kinds.name) {
      const text = reader.text();
      if ((header & 31) === 1) map.uses = text;
    } else readRecord(map, reader, { kind, isSequence: (header & 16) !== 0, codeBytes: (header & 15) + 1 });
  }
  return map;
}

interface RecordHeader {
  kind: number;
  /** Whether each entry begins at the code after the previous one. */
  isSequence: boolean;
  codeBytes: number;
}

function readRecord(map: CMap, reader: BinaryReader, { kind, isSequence, codeBytes }: RecordHeader): void {
  const isText = kind === kinds.textChars || kind === kinds.textRanges;
  const isRange = kind !== kinds.cidChars && kind !== kinds.textChars;
  const hasGaps = kind === kinds.codeSpaces || kind === kinds.notDefined || !isSequence;
  const sourceBytes = isText ? identifierBytes : codeBytes;
  const count = reader.number();
  let next = 0;
  let cid = 0;
  let text = 0n;
  for (let entry = 0; entry < count; entry++) {
    const isFirst = entry === 0;
    const first = isFirst ? reader.fixed(sourceBytes) : next + (hasGaps ? reader.number() : 0);
    const last = isRange ? first + reader.number() : first;
    next = last + 1;
    switch (kind) {
      case kinds.codeSpaces:
        map.codeSpaces.push({ bytes: codeBytes, first, last });
        break;
      case kinds.notDefined:
        reader.number();
        break;
      case kinds.cidChars:
        cid = isFirst ? reader.number() : cid + 1 + reader.signed();
        map.cids.add(first, last, cid);
        break;
      case kinds.cidRanges:
        map.cids.add(first, last, reader.number());
        break;
      case kinds.textChars:
        text = isFirst ? reader.wide(codeBytes) : text + 1n + reader.wideSigned();
        map.texts.set(first, textOf(text, codeBytes));
        break;
      case kinds.textRanges:
        text = reader.wide(codeBytes);
        for (let code = first; code <= last; code++) map.texts.set(code, textOf(text++, codeBytes));
        break;
      default:
        throw new Error(`an entry of kind ${kind} in a CMap`);
    }
  }
}

/** UTF-16BE as a number. */
function textOf(value: bigint, bytes: number): string {
  let text = '';
  for (let at = bytes / 2 - 1; at >= 0; at--)
    text += String.fromCharCode(Number((value >> BigInt(16 * at)) & 0xffffn));
  return text;
}

class BinaryReader {
  readonly #bytes: Uint8Array;
  #pos = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#pos >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#pos++];
    if (byte === undefined) throw new Error('a CMap is cut off');
    return byte;
  }

  /** At most 32 bits. */
  number(): number {
    let number = 0;
    for (;;) {
      const byte = this.byte();
      number = number * 128 + (byte & 127);
      if (byte < 128) return number;
    }
  }

  /** A number whose lowest bit is set if it is negative. */
  signed(): number {
    const number = this.number();
    const half = Math.floor(number / 2);
    return number % 2 === 1 ? -half - 1 : half;
  }

  fixed(bytes: number): number {
    return Number(this.wide(bytes));
  }

  wide(bytes: number): bigint {
    let number = 0n;
    for (let at = 0; at < bytes; at++) number = number * 256n + BigInt(this.byte());
    return number;
  }

  wideSigned(): bigint {
    let number = 0n;
    for (let isMore = true; isMore; ) {
      const byte = this.byte();
      number = number * 128n + BigInt(byte & 127);
      isMore = byte >= 128;
    }
    const half = number / 2n;
    return number % 2n === 1n ? -half - 1n : half;
  }

  /** Characters as numbers, after their count. */
  text(): string {
    let text = '';
    for (let left = this.number(); left > 0; left--) text += String.fromCharCode(this.number());
    return text;
  }
}
