/** The revision that each signature of a file covers, and the signature as that revision has it (ISO 32000-2, 12.8.1). */

import { PdfDict, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf } from '../reader/open.ts';
import { orNull } from '../reader/or-null.ts';
import { type ByteRange, contentsAt, type FileSignature, signaturesOf } from '../reader/signatures.ts';

/** Files with more signatures are refused. Genuine files have far fewer. */
export const MAX_SIGNATURES = 100;
/** Files with more byte ranges around a signature value without a form field are refused. Genuine files have far fewer. */
const MAX_REMOVED = 16;
/** The signature value of a seal with its certificate is longer. */
const SHORTEST_SEAL_BYTES = 256;

/** A signature with the revision that it covers. */
export interface CoveredSignature {
  /** Read from the covered revision; from the whole file, if `problem` is set. */
  signature: FileSignature;
  /** The covered revision: the beginning of the file up to the end of the byte range. */
  revision: PdfFile;
  /** In the whole file, no form field refers to this signature any more. */
  isRemoved: boolean;
  /** Why the signature does not belong to what it covers; null if it does. */
  problem: string | null;
}

/**
 * Every signature of the file, in the order of what they cover. Seals (signatures with a /Countersign dictionary) are
 * also found if a later revision has taken them out of the form. Throws a PdfError for more than MAX_SIGNATURES, or more than
 * MAX_REMOVED that are not in the form.
 */
export function coveredSignatures(file: PdfFile): CoveredSignature[] {
  const listed = signaturesOf(file);
  if (listed.length > MAX_SIGNATURES)
    throw new PdfError('damaged', `the file has more than ${MAX_SIGNATURES} signatures`);
  const revisions = new Map<number, PdfFile | null>();
  const found = listed.map((signature) => coveredBy(file, signature, revisions));
  return [...found, ...removedSeals(file, found, revisions)].sort((a, b) => endOf(a) - endOf(b));
}

/**
 * Whether the file has a seal, also one that a later revision has taken out of its form: verification would find it and report on it in
 * place of a new one. Throws as coveredSignatures does.
 */
export function hasSeal(file: PdfFile): boolean {
  return coveredSignatures(file).some(({ signature }) => signature.dict.get('Countersign') !== undefined);
}

const endOf = ({ signature: { range } }: CoveredSignature): number => (range ? range[2] + range[3] : 0);

function coveredBy(
  file: PdfFile,
  listed: FileSignature,
  revisions: Map<number, PdfFile | null>,
): CoveredSignature {
  const whole = { signature: listed, revision: file, isRemoved: false };
  if (!listed.range) return { ...whole, problem: null };
  const revision = revisionAt(file, listed.range[2] + listed.range[3], revisions);
  if (!revision) return { ...whole, problem: 'what the signature covers is not a PDF file' };
  const own = signaturesOf(revision).filter((one) => sameRange(one, listed) && isInItsOwnGap(revision, one));
  const signature = own.find(({ container }) => container === listed.container) ?? own[0];
  if (!signature) return { ...whole, problem: 'the signature is not part of the revision that it covers' };
  if (signature.container !== listed.container)
    return { ...whole, problem: 'the signature repeats the byte range of another one' };
  return { signature, revision, isRemoved: false, problem: null };
}

const sameRange = (a: FileSignature, b: FileSignature): boolean => a.range?.join() === b.range?.join();

/** Null if what the range covers cannot be opened as a file. */
function revisionAt(file: PdfFile, end: number, revisions: Map<number, PdfFile | null>): PdfFile | null {
  if (end === file.bytes.length) return file;
  let revision = revisions.get(end);
  if (revision === undefined) {
    revision = orNull(() => openPdf(file.bytes.subarray(0, end)));
    revisions.set(end, revision);
  }
  return revision;
}

/**
 * Whether the gap of the byte range is the /Contents string of this dictionary. Otherwise a dictionary elsewhere could use
 * the byte range of another signature and make other statements about it.
 */
function isInItsOwnGap(file: PdfFile, { container, range }: FileSignature): boolean {
  if (container === null || !range) return false;
  const entry = file.xref.entries.get(container);
  if (!entry || !('offset' in entry)) return false;
  const lexer = file.lexer(entry.offset);
  if (lexer.takeInteger() !== container || lexer.takeInteger() === null || !lexer.take('obj')) return false;
  // Read without decrypting: /Contents is never encrypted (7.6.2).
  const object = orNull(() => lexer.readObject());
  if (!(object instanceof PdfDict)) return false;
  const value = object.get('V');
  const dict = value instanceof PdfDict && !object.map.has('ByteRange') ? value : object;
  const contents = dict.get('Contents');
  const embedded = contentsAt(file.bytes, range);
  const gap = { start: range[0] + range[1], end: range[2] };
  // Equal mutant "entry.offset > gap.start → entry.offset >= gap.start": an object begins with a number, the gap with `<`.
  if (entry.offset > gap.start || lexer.pos < gap.end) return false;
  return contents instanceof PdfString && (embedded === null || embedded.equals(contents.bytes));
}

/**
 * Seals that are still in the file, but no longer in its form. Neither a field with the byte range of a seal nor other text that looks like
 * one can hide it.
 */
function removedSeals(
  file: PdfFile,
  listed: readonly CoveredSignature[],
  revisions: Map<number, PdfFile | null>,
): CoveredSignature[] {
  const own = listed.filter(({ problem }) => problem === null);
  const known = new Set(own.map(({ signature }) => signature.range?.join()));
  const found: CoveredSignature[] = [];
  const { bytes } = file;
  const gaps = new Map<string, boolean>();
  const isAroundValue = (range: ByteRange): boolean => {
    const gap = `${range[0] + range[1]} ${range[2]}`;
    const known = gaps.get(gap) ?? (contentsAt(bytes, range)?.length ?? 0) >= SHORTEST_SEAL_BYTES;
    gaps.set(gap, known);
    return known;
  };
  let tried = 0;
  for (let at = bytes.indexOf('/ByteRange'); at >= 0; at = bytes.indexOf('/ByteRange', at + 10)) {
    const match = /^\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/.exec(
      bytes.toString('latin1', at, at + 100),
    );
    const range = match?.slice(1).map(Number) as ByteRange | undefined;
    if (!range || known.has(range.join()) || range[2] + range[3] >= bytes.length) continue;
    known.add(range.join());
    if (!isAroundValue(range)) continue;
    if (++tried > MAX_REMOVED)
      throw new PdfError(
        'damaged',
        `the file has more than ${MAX_REMOVED} signatures that are not in its form`,
      );
    const revision = revisionAt(file, range[2] + range[3], revisions);
    const signature = revision && signaturesOf(revision).find((one) => one.range?.join() === range.join());
    if (!signature || !isInItsOwnGap(revision, signature)) continue;
    if (orNull(() => revision.dict(signature.dict.get('Countersign'))))
      found.push({ signature, revision, isRemoved: true, problem: null });
  }
  return found;
}
