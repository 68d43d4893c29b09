/**
 * Compression of short texts in the zlib format (RFC 1950, RFC 1951), in one block with the fixed Huffman codes. For the
 * ten or twenty kilobytes of a page zlib's own compressor takes twice as long, most of it to be set up and taken down.
 */

const HASH_BITS = 12;
const WINDOW = 32_768;
const SHORTEST_MATCH = 4;
const LONGEST_MATCH = 258;
const END_OF_BLOCK = 256;
/** What the block's header and end, the stream's header and its checksum take at most. */
const FRAME_BYTES = 16;
const LONGEST_CODE_BITS = 9;
const ADLER_BASE = 65_521;
/** So many bytes can be added up before the sums leave 31 bits. */
const ADLER_BYTES = 2048;

/** Codes are written from their lowest bit on, so the Huffman codes stand here in reverse (RFC 1951, 3.1.1). */
interface Codes {
  bits: Uint8Array;
  values: Uint32Array;
}

const codesOf = (size: number): Codes => ({ bits: new Uint8Array(size), values: new Uint32Array(size) });

function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((code >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/** The fixed code of a literal or length symbol (3.2.6). */
function fixedCode(symbol: number): { bits: number; value: number } {
  if (symbol < 144) return { bits: 8, value: reversed(0x30 + symbol, 8) };
  if (symbol < 256) return { bits: 9, value: reversed(0x190 + symbol - 144, 9) };
  if (symbol < 280) return { bits: 7, value: reversed(symbol - 256, 7) };
  return { bits: 8, value: reversed(0xc0 + symbol - 280, 8) };
}

function literalCodes(): Codes {
  const codes = codesOf(END_OF_BLOCK + 1);
  for (let symbol = 0; symbol <= END_OF_BLOCK; symbol++) {
    const { bits, value } = fixedCode(symbol);
    codes.bits[symbol] = bits;
    codes.values[symbol] = value;
  }
  return codes;
}

/** By the length of the match, its extra bits included (3.2.5). */
function lengthCodes(): Codes {
  const codes = codesOf(LONGEST_MATCH + 1);
  let length = 3;
  for (let symbol = 257; symbol < 285; symbol++) {
    const extra = symbol < 265 ? 0 : (symbol - 261) >> 2;
    const { bits, value } = fixedCode(symbol);
    for (let rest = 0; rest < 1 << extra; rest++, length++) {
      codes.bits[length] = bits + extra;
      codes.values[length] = value | (rest << bits);
    }
  }
  const { bits, value } = fixedCode(285);
  codes.bits[LONGEST_MATCH] = bits;
  codes.values[LONGEST_MATCH] = value;
  return codes;
}

const DISTANCE_SYMBOLS = 30;
const DISTANCE_BITS = 5;

interface DistanceCodes extends Codes {
  first: Uint16Array;
  /** Which symbol: of distances up to 256 by themselves, of larger ones by their share of 128. */
  near: Uint8Array;
  far: Uint8Array;
}

function distanceCodes(): DistanceCodes {
  const codes = {
    ...codesOf(DISTANCE_SYMBOLS),
    first: new Uint16Array(DISTANCE_SYMBOLS),
    near: new Uint8Array(257),
    far: new Uint8Array(WINDOW / 128 + 1),
  };
  let distance = 1;
  for (let symbol = 0; symbol < DISTANCE_SYMBOLS; symbol++) {
    const extra = symbol < 4 ? 0 : (symbol - 2) >> 1;
    codes.bits[symbol] = extra;
    codes.values[symbol] = reversed(symbol, DISTANCE_BITS);
    codes.first[symbol] = distance;
    for (const end = distance + (1 << extra); distance < end; distance++)
      if (distance <= 256) codes.near[distance] = symbol;
      else codes.far[(distance - 1) >> 7] = symbol;
  }
  return codes;
}

const literals = literalCodes();
const lengths = lengthCodes();
const distances = distanceCodes();

/** Where four bytes with this hash stood last, counted on over all texts so that it need not be cleared. */
const table = new Int32Array(1 << HASH_BITS);
let base = 1;
let out = Buffer.alloc(0);

/** The bytes as a zlib stream in a buffer of its own. */
export function quickDeflate(input: Uint8Array): Buffer {
  const { length } = input;
  const largest = Math.ceil((length * LONGEST_CODE_BITS) / 8) + FRAME_BYTES;
  if (out.length < largest) out = Buffer.allocUnsafeSlow(largest * 2);
  if (base + length > 0x7fff_0000) {
    table.fill(0);
    base = 1;
  }
  out[0] = 0x78;
  out[1] = 0x01;
  const end = writeBlock(input);
  base += length;
  out.writeUInt32BE(adler32(input), end);
  return Buffer.from(out.subarray(0, end + 4));
}

/** Writes the one block of the stream behind its header; returns where it ends. */
function writeBlock(input: Uint8Array): number {
  const { length } = input;
  const bytes = out;
  const view = new DataView(input.buffer, input.byteOffset, length);
  const { bits: literalBits, values: literalValues } = literals;
  const lastHashed = length - SHORTEST_MATCH;
  let at = 2;
  // The last block, with fixed codes.
  let hold = 0b011;
  let count = 3;
  for (let pos = 0; pos < length; ) {
    // Here less than eight bits are held back: a literal, a length or a distance always fits in beside them.
    if (pos <= lastHashed) {
      const four = view.getUint32(pos, true);
      const slot = Math.imul(four, 0x9e37_79b1) >>> (32 - HASH_BITS);
      const before = table[slot]! - base;
      table[slot] = pos + base;
      const distance = pos - before;
      if (before >= 0 && distance <= WINDOW && view.getUint32(before, true) === four) {
        const most = Math.min(LONGEST_MATCH, length - pos);
        let size = SHORTEST_MATCH;
        while (size < most && input[before + size] === input[pos + size]) size++;
        hold |= lengths.values[size]! << count;
        count += lengths.bits[size]!;
        while (count >= 8) {
          bytes[at++] = hold;
          hold >>>= 8;
          count -= 8;
        }
        const symbol = distance <= 256 ? distances.near[distance]! : distances.far[(distance - 1) >> 7]!;
        const rest = distance - distances.first[symbol]!;
        hold |= (distances.values[symbol]! | (rest << DISTANCE_BITS)) << count;
        count += DISTANCE_BITS + distances.bits[symbol]!;
        pos += size;
        while (count >= 8) {
          bytes[at++] = hold;
          hold >>>= 8;
          count -= 8;
        }
        continue;
      }
    }
    const literal = input[pos++]!;
    hold |= literalValues[literal]! << count;
    count += literalBits[literal]!;
    bytes[at++] = hold;
    hold >>>= 8;
    count -= 8;
    if (count >= 8) {
      bytes[at++] = hold;
      hold >>>= 8;
      count -= 8;
    }
  }
  hold |= literals.values[END_OF_BLOCK]! << count;
  for (count += literals.bits[END_OF_BLOCK]!; count > 0; count -= 8) {
    bytes[at++] = hold & 255;
    hold >>>= 8;
  }
  return at;
}

/** RFC 1950, 8.2. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = Math.min(from + ADLER_BYTES, bytes.length);
    for (; from < end; from++) {
      low += bytes[from]!;
      high += low;
    }
    low %= ADLER_BASE;
    high %= ADLER_BASE;
  }
  return high * 0x1_0000 + low;
}
