/**
 * Puts several PDFs into one file, page after page, with a bookmark for each (docs/decisions/028-several-files.md). Pages keep
 * their content, annotations and form fields. Of the catalogs, only what pages need is kept: forms, layers, bookmarks and
 * embedded files. Use `threads/merge-in-thread.ts` for untrusted files.
 */
import { createHash } from 'node:crypto';
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { type Bounds, type Opened, openSound } from './inspect.ts';
import { dict, name, PdfDict, type PdfRef, PdfString } from './model/objects.ts';
import { type InvalidPdfReason, PdfError } from './ports/errors.ts';
import type { PdfFile } from './reader/file.ts';
import { readForm, textString } from './reader/form.ts';
import { catalogOf, type PageTree } from './reader/pages.ts';
import { MergedCatalog } from './update/merged-catalog.ts';
import { GraphCopier, NewFile } from './update/new-file.ts';
import { copyPages, withoutCryptFilter } from './update/rewrite.ts';

export interface MergePart {
  bytes: Uint8Array;
  /** The text of its bookmark. */
  title: string;
}

export interface MergeOptions {
  /** Of all files together. */
  maxPages: number;
  /** Of each file. */
  maxDecodedBytes?: number | undefined;
  /** Largest size of the result. Object streams are written in plain form, so it can exceed the sum of the files. */
  maxBytes: number;
}

/** `index` is the file that cannot be used; null if the files exceed a limit together. */
export interface MergeRefusal {
  ok: false;
  index: number | null;
  reason: InvalidPdfReason;
  detail: string;
}

export type CheckResult = { ok: true; pageCounts: number[] } | MergeRefusal;
export type MergeResult =
  | { ok: true; merged: Uint8Array; pageCounts: number[]; warnings: PdfWarning[] }
  | MergeRefusal;

/** Whether the files can be combined, and their numbers of pages. Never throws, whatever the bytes. */
export function checkPdfs(parts: readonly MergePart[], options: MergeOptions): CheckResult {
  return refusing(
    parts,
    options,
    (part) => openPart(part.bytes, options).tree.count,
    (pageCounts) => ({
      ok: true,
      pageCounts,
    }),
  );
}

/**
 * One file with the pages of all, in their order. The result depends only on the input. Refuses what checkPdfs refuses. Never
 * throws, whatever the bytes.
 */
export function mergePdfs(parts: readonly MergePart[], options: MergeOptions): MergeResult {
  const target = new NewFile();
  const [catalogRef, pagesRef] = [target.reserve(), target.reserve()];
  const catalog = new MergedCatalog(target);
  const kids: PdfRef[] = [];
  const warnings: PdfWarning[] = [];
  const hash = createHash('sha256');
  const add = ({ bytes, title }: MergePart): number => {
    const opened = openPart(bytes, options);
    for (const warning of warningsOf(opened))
      if (!warnings.some(({ code }) => code === warning.code)) warnings.push(warning);
    kids.push(...addPart({ opened, title, target, catalog, pagesRef }));
    hash.update(createHash('sha256').update(bytes).digest()).update(title);
    return opened.tree.count;
  };
  return refusing(parts, options, add, (pageCounts) => {
    target.set(pagesRef, dict({ Type: name('Pages'), Kids: kids, Count: kids.length }));
    target.set(catalogRef, catalog.finish(pagesRef));
    const id = new PdfString(hash.digest().subarray(0, 16), true);
    const merged = target.finish(new PdfDict([['Root', catalogRef]]).set('ID', [id, id]), '1.7');
    if (merged.length > options.maxBytes)
      throw new PdfError('too_complex', `the files together become larger than ${options.maxBytes} bytes`);
    return { ok: true, merged, pageCounts, warnings };
  });
}

/** Applies `work` to every part, which returns its number of pages. Turns errors into refusals. */
function refusing<Result>(
  parts: readonly MergePart[],
  { maxPages }: MergeOptions,
  work: (part: MergePart) => number,
  finish: (pageCounts: number[]) => Result,
): Result | MergeRefusal {
  let index: number | null = 0;
  try {
    const pageCounts: number[] = [];
    let pages = 0;
    for (const part of parts) {
      pageCounts.push(work(part));
      pages += pageCounts[index]!;
      if (pages > maxPages) {
        index = null;
        throw new PdfError('too_many_pages', `the files together have more than ${maxPages} pages`);
      }
      index += 1;
    }
    index = null;
    return finish(pageCounts);
  } catch (error) {
    if (error instanceof PdfError) return { ok: false, index, reason: error.reason, detail: error.message };
    if (error instanceof RangeError) return { ok: false, index, reason: 'damaged', detail: error.message };
    throw error;
  }
}

/** Opens a file, repaired if its structure is broken. Throws a PdfError, `signed` for a file that merging would invalidate. */
function openPart(bytes: Uint8Array, { maxPages, maxDecodedBytes }: MergeOptions): Opened {
  const bounds: Bounds = { maxPages, maxDecodedBytes };
  const opened = openSound(bytes, bounds);
  const form = readForm(opened.file);
  if (form.signed.length > 0 || form.certification !== null)
    throw new PdfError(
      'signed',
      'the file is signed, and combining it with others would break its signature',
    );
  return opened;
}

function warningsOf({ file, warnings }: Opened): PdfWarning[] {
  const found = [...warnings];
  if (file.security) found.push({ code: 'owner_password' });
  if (readForm(file).hasXfa) found.push({ code: 'xfa_form' });
  return found;
}

interface AddedPart {
  opened: { file: PdfFile; tree: PageTree };
  title: string;
  target: NewFile;
  catalog: MergedCatalog;
  pagesRef: PdfRef;
}

/** Copies the pages of a part and everything they need. Returns their references. */
function addPart({ opened: { file, tree }, title, target, catalog, pagesRef }: AddedPart): PdfRef[] {
  const part = catalog.open(file);
  const copier = new GraphCopier(target, (num) => withoutCryptFilter(file, file.get(num)), part.prepare);
  copier.map(catalogOf(file).ref.num, target.add(null));
  copier.map(tree.root.ref.num, pagesRef);
  const kids = copyPages({ target, copier, tree, pagesRef });
  part.add(copier, { title: textString(title), firstPage: kids[0]! });
  copier.drain();
  return kids;
}
