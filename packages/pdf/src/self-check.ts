/** A seal that has just been made, read back as a stranger would before it is given to anyone. */
import { checkSignedData, contentOf } from './cms/check-signed-data.ts';
import { PdfError, SealError } from './errors.ts';
import { openPdf } from './reader/open.ts';
import { readPageTree } from './reader/pages.ts';
import { contentsAt, signaturesOf } from './signatures.ts';
import type { SealRevision } from './update/append-seal.ts';

/**
 * Throws a SealError unless the revision opens, has `pages` pages, and its last signature covers the whole file and
 * holds.
 */
export function checkRevision(revision: SealRevision, pages: number): void {
  const { bytes, contentsOffset, contentsLength, digest } = revision;
  try {
    const file = openPdf(bytes);
    const found = readPageTree(file).pages.length;
    if (found !== pages) throw new SealError(`the sealed file has ${found} pages instead of ${pages}`);
    const after = contentsOffset + contentsLength;
    const expected = [0, contentsOffset, after, bytes.length - after].join(' ');
    const range = signaturesOf(file)
      .map((signature) => signature.range)
      .find((candidate) => candidate?.join(' ') === expected);
    if (!range) throw new SealError('the signature does not cover the sealed file');
    const content = contentOf([bytes.subarray(0, range[1]), bytes.subarray(range[2])], {
      sha256: digest,
    });
    const checked = checkSignedData(contentsAt(bytes, range)!, content);
    if (!checked.valid) throw new SealError(`the seal does not hold: ${checked.problems.join('; ')}`);
  } catch (cause) {
    if (cause instanceof PdfError)
      throw new SealError(`the sealed file cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}
