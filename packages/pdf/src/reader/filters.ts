/** Stream filters (ISO 32000-2, 7.4) for structure and content. Images are never decoded. */
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { PdfDict, PdfName, type PdfObject } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { hexValue } from './lexer.ts';

/** How much may still be decoded from one file. All decoders share it. */
export interface DecodeBudget {
  /** Remaining bytes over all streams. */
  total: number;
  /** Bytes allowed for one stream. */
  perStream: number;
}

export const DEFAULT_MAX_DECODED_BYTES = 512 * 1024 * 1024;
/** The limit for a stream with the structure of a file. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024;

/** A budget for the streams of a file. */
export function decodeBudget(maxDecodedBytes = DEFAULT_MAX_DECODED_BYTES): DecodeBudget {
  return { total: maxDecodedBytes, perStream: Math.min(MAX_STREAM_BYTES, maxDecodedBytes) };
}

/** The data violates the format of its filter. Readers show as much of it as they can. */
export class CorruptStreamError extends PdfError {
  readonly #salvage: (limit: number) => Buffer;

  constructor(detail: string, salvage: (limit: number) => Buffer = () => Buffer.alloc(0)) {
    super('damaged', detail);
    this.#salvage = salvage;
  }

  /**
   * Decodes as much of the data as possible, at most `limit` bytes; empty if that is unknown. Throws a PdfError
   * beyond the limit.
   */
  salvage(limit: number): Buffer {
    return this.#salvage(limit);
  }
}

const NAMES: Record<string, string> = {
  Fl: 'FlateDecode',
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  RL: 'RunLengthDecode',
};

/**
 * Decodes a stream by /Filter and /DecodeParms; `resolve` follows references. Throws a PdfError: `damaged` for an
 * unknown filter or corrupt data, `too_complex` if the result would exceed the budget. Allocates memory for
 * `expected` bytes first, more if needed.
 */
export function decodeStream(
  dict: PdfDict,
  bytes: Uint8Array,
  resolve: (object: PdfObject | undefined) => PdfObject,
  budget: DecodeBudget,
  expected?: number,
): Buffer {
  const list = (value: PdfObject): readonly PdfObject[] =>
    Array.isArray(value) ? value.map(resolve) : value === null ? [] : [value as PdfObject];
  // /F abbreviates /Filter in inline images only; elsewhere it may also name an external file (7.3.8.2).
  const abbreviated = resolve(dict.get('F'));
  const isFilter = abbreviated instanceof PdfName || Array.isArray(abbreviated);
  const filters = list(resolve(dict.get('Filter') ?? (isFilter ? abbreviated : null)));
  const parms = list(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
  if (filters.length > 8) throw new PdfError('damaged', 'a stream has too many filters');
  let data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  filters.forEach((filter, index) => {
    if (!(filter instanceof PdfName)) throw new PdfError('damaged', 'a stream filter is not a name');
    const own = parms[index];
    const parm = (key: string, otherwise: number): number => {
      const value = own instanceof PdfDict ? resolve(own.get(key)) : null;
      return typeof value === 'number' ? value : otherwise;
    };
    try {
      data = decodeOne(NAMES[filter.name] ?? filter.name, data, parm, budget, expected);
    } catch (error) {
      // The salvaged bytes would still have to pass the remaining filters, so none are offered.
      if (error instanceof CorruptStreamError && index < filters.length - 1)
        throw new CorruptStreamError(error.message);
      throw error;
    }
  });
  return data;
}

type Parameter = (key: string, otherwise: number) => number;

function decodeOne(
  filter: string,
  data: Buffer,
  parm: Parameter,
  budget: DecodeBudget,
  expected?: number,
): Buffer<ArrayBuffer> {
  const limit = Math.max(0, Math.min(budget.perStream, budget.total));
  let out: Buffer<ArrayBuffer>;
  switch (filter) {
    case 'FlateDecode':
      out = unpredict(inflate(data, limit, expected), parm);
      break;
    case 'LZWDecode':
      out = unpredict(lzw(data, parm('EarlyChange', 1), limit), parm);
      break;
    case 'ASCIIHexDecode':
      out = asciiHex(data, limit);
      break;
    case 'ASCII85Decode':
      out = ascii85(data, limit);
      break;
    case 'RunLengthDecode':
      out = runLength(data, limit);
      break;
    case 'Crypt':
      return Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
    default:
      throw new PdfError('damaged', `the stream filter ${filter} is not supported`);
  }
  budget.total -= out.length;
  return out;
}

const tooLarge = (limit: number) =>
  new PdfError('too_complex', `a stream decodes to more than its limit of ${limit} bytes`);

/** Size of the output pieces. If the result fits into one piece, it is not copied again. */
const LEAST_PIECE = 16_384;
const LARGEST_PIECE = 1_048_576;
/**
 * Factors for the size of the first piece: the usual growth of data, and the largest growth for which a caller's `expected` is believed.
 */
const USUAL_GROWTH = 4;
const MAX_GROWTH = 16;

function inflate(data: Buffer, limit: number, expected?: number): Buffer<ArrayBuffer> {
  const most = Math.max(1, limit);
  const growth = Math.min(expected ?? data.length * USUAL_GROWTH, data.length * MAX_GROWTH);
  const chunkSize = Math.max(Math.min(growth, LARGEST_PIECE, most), LEAST_PIECE);
  const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH, chunkSize };
  try {
    return inflateSync(data, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
  }
  try {
    // The checksum or header is wrong, but the deflated data may be complete.
    return inflateRawSync(data.subarray(2), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new CorruptStreamError('a compressed stream is corrupt', (most) => inflateBeginning(data, most));
  }
}

/** The result of inflating the longest valid prefix. */
function inflateBeginning(data: Buffer, limit: number): Buffer {
  const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH };
  const beginning = (length: number): Buffer | null => {
    try {
      return inflateSync(data.subarray(0, length), options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
      return null;
    }
  };
  let [whole, broken] = [0, data.length];
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1;
    if (beginning(middle)) whole = middle;
    else broken = middle;
  }
  return beginning(whole) ?? Buffer.alloc(0);
}

/** TIFF predictor 2 and the PNG predictors 10 to 15 (7.4.4.4). */
function unpredict(data: Buffer<ArrayBuffer>, parm: Parameter): Buffer<ArrayBuffer> {
  const predictor = parm('Predictor', 1);
  if (predictor <= 1) return data;
  const colors = parm('Colors', 1);
  const bits = parm('BitsPerComponent', 8);
  const columns = parm('Columns', 1);
  const rowBits = colors * bits * columns;
  if (!(rowBits >= 1 && rowBits < 1e8 && colors >= 1 && columns >= 1))
    throw new PdfError('damaged', 'a predictor has impossible parameters');
  const unit = Math.max(1, (colors * bits) >> 3);
  const row = Math.ceil(rowBits / 8);
  if (predictor !== 2) return undoPng(data, row, unit);
  if (bits !== 8) throw new PdfError('damaged', 'TIFF predictors with other than 8 bits are not supported');
  return undoTiff(data, row, unit);
}

/** TIFF predictor with 8 bits: each byte is a difference to the pixel on its left. Changes the data in place. */
function undoTiff(data: Buffer<ArrayBuffer>, row: number, unit: number): Buffer<ArrayBuffer> {
  for (let start = 0; start < data.length; start += row)
    for (let i = start + unit; i < Math.min(start + row, data.length); i++)
      data[i] = (data[i]! + data[i - unit]!) & 255;
  return data;
}

/** PNG predictors: the first byte of each row is the type of the predictor for that row. */
function undoPng(data: Buffer, row: number, unit: number): Buffer<ArrayBuffer> {
  const rows = Math.ceil(data.length / (row + 1));
  const out = Buffer.alloc(rows * row);
  let length = 0;
  for (let r = 0; r < rows; r++) {
    const from = r * (row + 1);
    const type = data[from]!;
    const width = Math.min(row, data.length - from - 1);
    const to = r * row;
    for (let i = 0; i < width; i++) {
      const left = i >= unit ? out[to + i - unit]! : 0;
      const up = r > 0 ? out[to + i - row]! : 0;
      const corner = r > 0 && i >= unit ? out[to + i - row - unit]! : 0;
      out[to + i] = (data[from + 1 + i]! + pngGuess(type, left, up, corner)) & 255;
    }
    length = to + Math.max(0, width);
  }
  return out.subarray(0, length);
}

/** The predicted byte for a PNG filter type. */
function pngGuess(type: number, left: number, up: number, corner: number): number {
  switch (type) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const a = Math.abs(guess - left);
  const b = Math.abs(guess - up);
  const c = Math.abs(guess - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Memory for what a filter will return. Throws a PdfError, `too_complex`, beyond the limit. */
function roomFor(bytes: number, limit: number): Buffer<ArrayBuffer> {
  if (bytes > limit) throw tooLarge(limit);
  return Buffer.allocUnsafe(bytes);
}

function asciiHex(data: Buffer, limit: number): Buffer<ArrayBuffer> {
  const close = data.indexOf(62);
  const digits = data.subarray(0, close < 0 ? data.length : close);
  let count = 0;
  for (const code of digits) if (hexValue(code) >= 0) count++;
  const out = roomFor(Math.ceil(count / 2), limit).fill(0);
  let at = 0;
  for (const code of digits) {
    const value = hexValue(code);
    if (value < 0) continue;
    out[at >> 1]! |= at % 2 === 0 ? value << 4 : value;
    at++;
  }
  return out;
}

function ascii85(data: Buffer, limit: number): Buffer<ArrayBuffer> {
  const close = data.indexOf(126);
  const codes = data.subarray(0, close < 0 ? data.length : close);
  let digits = 0;
  let zeros = 0;
  for (const code of codes) {
    if (code === 122 && digits % 5 === 0) zeros++;
    else if (code >= 33 && code <= 117) digits++;
  }
  const rest = digits % 5;
  const out = roomFor((zeros + (digits - rest) / 5) * 4 + Math.max(0, rest - 1), limit);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const code of codes) {
    if (code === 122 && count === 0) {
      length = out.writeUInt32BE(0, length);
      continue;
    }
    if (code < 33 || code > 117) continue;
    group = group * 85 + code - 33;
    if (++count === 5) {
      length = out.writeUInt32BE(group % 0x100000000, length);
      group = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) group = group * 85 + 84;
    const last = Buffer.allocUnsafe(4);
    last.writeUInt32BE(group % 0x100000000, 0);
    last.copy(out, length, 0, count - 1);
  }
  return out;
}

/** The bytes of a run that begins at `pos`, after its code. */
const runBytes = (code: number, data: Buffer, pos: number): number =>
  code < 128 ? Math.min(code + 1, data.length - pos) : 257 - code;

function runLength(data: Buffer, limit: number): Buffer<ArrayBuffer> {
  let total = 0;
  for (let pos = 0; pos < data.length && data[pos] !== 128; ) {
    const code = data[pos++]!;
    total += runBytes(code, data, pos);
    pos += code < 128 ? code + 1 : 1;
  }
  const out = roomFor(total, limit);
  let at = 0;
  for (let pos = 0; at < total; ) {
    const code = data[pos++]!;
    const end = at + runBytes(code, data, pos);
    if (code < 128) data.copy(out, at, pos, pos + code + 1);
    else out.fill(data[pos] ?? 0, at, end);
    pos += code < 128 ? code + 1 : 1;
    at = end;
  }
  return out;
}

/** LZW with variable code length (7.4.4.2); the table holds (prefix, last byte, length) per code. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the decoder of the specification, in one loop for speed
function lzw(data: Buffer, earlyChange: number, limit: number): Buffer<ArrayBuffer> {
  const prefix = new Uint16Array(4097);
  const last = new Uint8Array(4097);
  const size = new Uint16Array(4097);
  for (let code = 0; code < 256; code++) {
    last[code] = code;
    size[code] = 1;
  }
  let out = Buffer.allocUnsafe(Math.min(limit + 4096, data.length * 4 + 4096));
  let length = 0;
  let next = 258;
  let width = 9;
  let previous = -1;
  let buffer = 0;
  let held = 0;
  for (let pos = 0; ; ) {
    while (held < width && pos < data.length) {
      buffer = ((buffer << 8) | data[pos++]!) & 0xffffff;
      held += 8;
    }
    if (held < width) break;
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) throw new CorruptStreamError('LZW data is corrupt');
    const known = code < next ? code : previous;
    const count = size[known]! + (code < next ? 0 : 1);
    if (length + count > limit) throw tooLarge(limit);
    if (length + count > out.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit + 4096, out.length * 2 + count));
      out.copy(larger, 0, 0, length);
      out = larger;
    }
    let at = length + size[known]! - 1;
    for (let c = known; ; c = prefix[c]!) {
      out[at--] = last[c]!;
      if (size[c] === 1) break;
    }
    if (code === next) out[length + count - 1] = out[length]!;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      last[next] = out[length]!;
      size[next] = size[previous]! + 1;
      next++;
    }
    length += count;
    previous = code;
    const full = next + earlyChange;
    width = full >= 2048 ? 12 : full >= 1024 ? 11 : full >= 512 ? 10 : 9;
  }
  return out.subarray(0, length);
}
