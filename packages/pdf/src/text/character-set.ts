/** The list of characters in a font subset (ISO 32000-2, 9.8.3.1). */
import type { PdfStream } from '../model/objects.ts';
import { deflated } from '../update/content-stream.ts';

/** The pieces of a font descriptor template, extended by a reference at the end. */
export function addCharacterSet([before, after]: readonly Buffer[]): Buffer[] {
  const end = after!.lastIndexOf('>>');
  return [before!, Buffer.concat([after!.subarray(0, end), Buffer.from(' /CIDSet ')]), after!.subarray(end)];
}

/** A /CIDSet (9.8.3.1): one bit for each character identifier, including .notdef. */
export function characterSet(identifiers: readonly number[]): PdfStream {
  const bits = Buffer.alloc((Math.max(0, ...identifiers) >> 3) + 1);
  for (const identifier of [0, ...identifiers]) bits[identifier >> 3]! |= 0x80 >> (identifier & 7);
  return deflated(bits);
}
