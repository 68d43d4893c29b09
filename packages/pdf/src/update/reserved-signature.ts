/** Room for a signature value in a revision that is being written, and the byte range around it (ISO 32000-2, 12.8.1). */
import { PdfRaw } from '../model/objects.ts';
import { SealError } from '../ports/errors.ts';
import type { Increment } from './increment.ts';

const BYTE_RANGE_WIDTH = 36;
const unknownByteRange = Buffer.from('['.padEnd(BYTE_RANGE_WIDTH - 1).concat(']'), 'latin1');

/** Values of /Contents and /ByteRange whose bytes are known later. */
export interface ReservedSignature {
  contents: PdfRaw;
  byteRange: PdfRaw;
}

/** By size. */
const placeholders = new Map<number, Buffer>();

/** Reserves `room` bytes for the signature. */
export function reserveSignature(room: number): ReservedSignature {
  const placeholder = placeholders.get(room) ?? Buffer.from(`<${'0'.repeat(room * 2)}>`, 'latin1');
  placeholders.set(room, placeholder);
  return { contents: new PdfRaw(placeholder), byteRange: new PdfRaw(unknownByteRange) };
}

/** Writes the byte range into the finished revision. Throws a SealError if the file is too large for it. */
export function writeByteRange(
  { bytes, rawOffsets }: ReturnType<Increment['finish']>,
  { contents, byteRange }: ReservedSignature,
): { contentsOffset: number; contentsLength: number } {
  const contentsOffset = rawOffsets.get(contents)!;
  const contentsLength = contents.bytes.length;
  const after = contentsOffset + contentsLength;
  const range = `[0 ${contentsOffset} ${after} ${bytes.length - after}`
    .padEnd(BYTE_RANGE_WIDTH - 1)
    .concat(']');
  if (range.length !== BYTE_RANGE_WIDTH) throw new SealError('the file is too large for its byte range');
  bytes.write(range, rawOffsets.get(byteRange)!, 'latin1');
  return { contentsOffset, contentsLength };
}
