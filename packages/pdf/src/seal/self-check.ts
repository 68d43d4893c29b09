/** Reads a new seal back and checks it before it is returned to anyone. */
import { isValidByPattern, keepPattern } from '../cms/check-pattern.ts';
import { checkSignedData, contentOf } from '../cms/check-signed-data.ts';
import { DerError } from '../cms/der.ts';
import { type PdfObject, PdfStream } from '../model/objects.ts';
import { PdfError, SealError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf, openUpdate } from '../reader/open.ts';
import { openPages, readPageTree } from '../reader/pages.ts';
import { type ByteRange, contentsAt, signaturesOf } from '../reader/signatures.ts';
import type { SealRevision } from '../update/append-seal.ts';

/**
 * Checks the whole file. Throws a SealError unless the revision opens, has `pages` pages, and its last signature
 * covers the whole file and is valid.
 */
export function checkRevision(revision: SealRevision, pages: number): void {
  asSealErrors(() => {
    const file = openPdf(revision.bytes);
    requirePages(readPageTree(file).pages.length, pages);
    requireCoverage(file, revision);
  });
  checkSignature(revision);
}

/**
 * Checks only the update, for a base file that has passed `checkRevision` before; apart from hashing, the time does
 * not depend on the size of the file. Throws a SealError unless the update links to the unchanged section before it,
 * all its objects can be read, there are `pages` pages, those in `changed` (from 1) belong to the update and have
 * their content, and the last signature covers the whole file and is valid.
 */
export function checkUpdate(
  revision: SealRevision,
  base: PdfFile,
  pages: number,
  changed: Iterable<number>,
): void {
  checkUnsignedUpdate(revision, base, pages, changed);
  checkSignature(revision);
}

/** The part of `checkUpdate` that does not depend on the signature value, which can be missing. */
export function checkUnsignedUpdate(
  revision: SealRevision,
  base: PdfFile,
  pages: number,
  changed: Iterable<number>,
): void {
  asSealErrors(() => {
    const file = openUpdate(revision.bytes, base);
    const tree = openPages(file);
    for (const number of changed) {
      const page = tree.pageAt(number);
      if (!page?.ref || !file.xref.entries.own(page.ref.num))
        throw new SealError(`page ${number} of the sealed file is not the one that was drawn on`);
      const contents = file.resolve(page.dict.get('Contents'));
      const streams: readonly PdfObject[] = Array.isArray(contents) ? contents : [contents];
      if (!streams.every((item) => file.resolve(item) instanceof PdfStream))
        throw new SealError(`page ${number} of the sealed file has lost its content`);
    }
    // If a page was not where /Count says, the whole tree has been counted by now.
    requirePages(tree.count, pages);
    requireCoverage(file, revision);
  });
}

/**
 * The part of `checkUpdate` that depends on the signature value: it is valid for the digest of the revision. Its time does not depend
 * on the size of the file. Throws a SealError.
 */
export function checkSignature({ bytes, contentsOffset, contentsLength, digest }: SealRevision): void {
  asSealErrors(() => {
    const range = rangeAround({ bytes, contentsOffset, contentsLength });
    const after = range[2];
    // Equal mutant "0 → 1": the digest over these bytes is known.
    const content = contentOf([bytes.subarray(0, contentsOffset), bytes.subarray(after)], { sha256: digest });
    const written = bytes.subarray(contentsOffset, after);
    // Equal mutant "→ false": the full check below gives the same result and takes longer.
    // Equal mutant "return; → ;": the same.
    if (isValidByPattern(written, content)) return;
    const value = contentsAt(bytes, range);
    if (!value) throw new SealError('the signature is not where the sealed file says');
    const checked = checkSignedData(value, content);
    if (!checked.valid) throw new SealError(`the seal is not valid: ${checked.problems.join('; ')}`);
    // Equal mutant "→ ;": without this, later signatures go through the full check.
    keepPattern(written, value, checked);
  });
}

function requirePages(found: number, pages: number): void {
  if (found !== pages) throw new SealError(`the sealed file has ${found} pages instead of ${pages}`);
}

function requireCoverage(file: PdfFile, revision: SealRevision): void {
  const expected = rangeAround(revision);
  if (!signaturesOf(file).some(({ range }) => range && expected.every((item, at) => item === range[at])))
    throw new SealError('the signature does not cover the sealed file');
}

/** The byte range of a signature that covers everything except its value. */
function rangeAround({
  bytes,
  contentsOffset,
  contentsLength,
}: Pick<SealRevision, 'bytes' | 'contentsOffset' | 'contentsLength'>): ByteRange {
  const after = contentsOffset + contentsLength;
  return [0, contentsOffset, after, bytes.length - after];
}

function asSealErrors(check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (cause instanceof PdfError || cause instanceof DerError)
      throw new SealError(`the sealed file cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}
