/** Finds the signatures of a file and the bytes they cover (ISO 32000-2, 12.8.1). */
import type { PdfDict } from '../model/objects.ts';
import type { PdfFile } from './file.ts';
import { readForm } from './form.ts';

/** Two ranges of the file, as start and length each. */
export type ByteRange = [number, number, number, number];

export interface FileSignature {
  dict: PdfDict;
  /** The number of the object that is or contains the dictionary; null if there is none. */
  container: number | null;
  /** The signature field. */
  field: PdfDict;
  /** Null if it is not four valid integers. */
  range: ByteRange | null;
}

/** Every signed signature field, ordered by the end of the bytes they cover. */
export function signaturesOf(file: PdfFile): FileSignature[] {
  const found = readForm(file).signed.map(({ signature, container, field }) => ({
    dict: signature,
    container,
    field,
    range: rangeOf(file, signature),
  }));
  const end = ({ range }: FileSignature) => (range ? range[2] + range[3] : 0);
  return found.sort((a, b) => end(a) - end(b));
}

function rangeOf(file: PdfFile, signature: PdfDict): ByteRange | null {
  const items = file.array(signature.get('ByteRange'))?.map((item) => file.number(item));
  if (items?.length !== 4 || !items.every((item) => Number.isSafeInteger(item) && item! >= 0)) return null;
  const [start, length, second, rest] = items as ByteRange;
  return start + length <= second && second + rest <= file.bytes.length
    ? [start, length, second, rest]
    : null;
}

/**
 * The signature value between the two ranges. Null unless there is exactly one hexadecimal string in consistent case
 * and without white space: these bytes are not signed, so they must leave no freedom.
 */
export function contentsAt(bytes: Buffer, range: ByteRange): Buffer | null {
  const from = range[0] + range[1];
  const to = range[2];
  if (bytes[from] !== 60 || bytes[to - 1] !== 62) return null;
  const digits = bytes.toString('latin1', from + 1, to - 1);
  const value = Buffer.from(digits, 'hex');
  const written = value.toString('hex');
  return written === digits || written.toUpperCase() === digits ? value : null;
}

/** The bytes covered by the range. */
export function coveredBytes(bytes: Buffer, range: ByteRange): Buffer[] {
  return [bytes.subarray(range[0], range[0] + range[1]), bytes.subarray(range[2], range[2] + range[3])];
}
