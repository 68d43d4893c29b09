/** What a subset of a font says of the characters that it holds (ISO 32000-2, 9.8.3.1). */
import type { PdfStream } from '../model/objects.ts';
import { deflated } from '../update/content-stream.ts';

/** The pieces of a descriptor with one more reference, at its end. */
export function andCharacterSet([before, after]: readonly Buffer[]): Buffer[] {
  const end = after!.lastIndexOf('>>');
  return [before!, Buffer.concat([after!.subarray(0, end), Buffer.from(' /CIDSet ')]), after!.subarray(end)];
}

/** A /CIDSet (9.8.3.1): a bit for each character identifier, that of .notdef among them. */
export function characterSet(identifiers: readonly number[]): PdfStream {
  const bits = Buffer.alloc((Math.max(0, ...identifiers) >> 3) + 1);
  for (const identifier of [0, ...identifiers]) bits[identifier >> 3]! |= 0x80 >> (identifier & 7);
  return deflated(bits);
}
