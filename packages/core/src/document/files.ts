/** The files that a document is made from (docs/decisions/028-several-files.md). */
import { MAX_FILES } from '@countersign/contract/document';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { StoredBlob } from '@countersign/storage/storage';
import type { TxCtx } from '../ctx.ts';
import { type FullDocument, pagesOf } from './lock.ts';
import { transition } from './transition.ts';

export interface SourceFile {
  /** The PDF of PUT content has the id of its document. */
  id: string;
  name: string;
  /** The bytes as they were uploaded. */
  sha256: string;
  sizeBytes: number;
  /** The PDF that was made from an image or a DOCX. */
  pdfSha256: string | null;
  pdfBytes: number | null;
  /** Null until the file has been read. */
  pages: number | null;
}

/** The files in their order. A document of one PDF has that PDF. */
export function filesOf(document: FullDocument): SourceFile[] {
  if (document.files.length > 0) return document.files;
  const sha256 = document.originalSha256 ?? document.contentSha256;
  if (sha256 === null || document.erasedAt !== null) return [];
  const content = { sha256, sizeBytes: document.sizeBytes ?? document.contentBytes ?? 0 };
  return [{ ...contentFile(document, content), pages: pagesOf(document).length || null }];
}

const maxNameLength = 255;

function contentFile({ id, title }: Pick<FullDocument, 'id' | 'title'>, content: StoredBlob): SourceFile {
  const name = `${[...title].slice(0, maxNameLength - '.pdf'.length).join('')}.pdf`;
  return { id, name, ...content, pdfSha256: null, pdfBytes: null, pages: null };
}

/** The files with the PDF of PUT content: in the place of the earlier one, otherwise first. */
export function withContent(
  files: readonly SourceFile[],
  document: Pick<FullDocument, 'id' | 'title'>,
  content: StoredBlob | null,
): SourceFile[] {
  if (!content) return [...files];
  const file = contentFile(document, content);
  if (!files.some(({ id }) => id === file.id)) return [file, ...files];
  return files.map((one) => (one.id === file.id ? { ...file, name: one.name } : one));
}

/** The hash of the PDF of a file. */
export const pdfOf = ({ sha256, pdfSha256 }: SourceFile): string => pdfSha256 ?? sha256;

/** What the files take in storage. */
export const storedBytes = (files: readonly SourceFile[]): number =>
  // Equal mutant "→ pdfBytes": adding null adds nothing.
  files.reduce((sum, { sizeBytes, pdfBytes }) => sum + sizeBytes + (pdfBytes ?? 0), 0);

/** The first page of each file in the document; null after a file of which the pages are not known. */
export function firstPages(files: readonly SourceFile[]): Array<number | null> {
  let next: number | null = 1;
  return files.map(({ pages }) => {
    const first = next;
    next = next === null || pages === null ? null : next + pages;
    return first;
  });
}

/** Throws validation for too many files, payload-too-large for too many bytes, and invalid-pdf for too many pages. */
export function guardFiles(
  files: readonly SourceFile[],
  { maxPdfBytes, maxPdfPages }: { maxPdfBytes: number; maxPdfPages: number },
): void {
  if (files.length > MAX_FILES)
    throw invalid(['body', 'file'], `Value error, a document can have at most ${MAX_FILES} files`);
  const bytes = Math.max(
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    files.reduce((sum, { sizeBytes, pdfBytes }) => sum + (pdfBytes ?? sizeBytes), 0),
  );
  if (bytes > maxPdfBytes)
    throw new ProblemError('payload-too-large', {
      detail: `The files of a document can have ${maxPdfBytes} bytes together.`,
      members: { max_bytes: maxPdfBytes },
    });
  if (files.reduce((sum, { pages }) => sum + (pages ?? 1), 0) > maxPdfPages)
    throw new ProblemError('invalid-pdf', {
      detail: `the files together have more than ${maxPdfPages} pages`,
      members: { reason: 'too_many_pages' },
    });
}

/** A text that differs when the files, their order or their names differ. */
export const keyOfFiles = (files: readonly SourceFile[]): string =>
  JSON.stringify(files.map(({ id, name, sha256 }) => [id, name, sha256]));

/** Whether these files need rows of their own. A single PDF of PUT content is in the columns of the document. */
export const needRows = (files: readonly SourceFile[], documentId: string): boolean =>
  files.length > 1 || (files.length === 1 && files[0]!.id !== documentId);

/** Replaces the rows of the document's files. The caller holds its lock. */
export async function writeFileRows(
  { db }: Pick<TxCtx, 'db'>,
  documentId: string,
  files: readonly SourceFile[],
): Promise<void> {
  await db.documentFile.deleteMany({ where: { documentId } });
  if (!needRows(files, documentId)) return;
  const rows = files.map(({ id, name, sha256, sizeBytes, pdfSha256, pdfBytes, pages }, position) => ({
    ...{ id, documentId, position, name, sha256, sizeBytes, pdfSha256, pdfBytes, pages },
  }));
  await db.documentFile.createMany({ data: rows });
}

/** Writes the files of a draft that is not finalized, which the caller has locked or created. */
export async function saveFiles(
  ctx: TxCtx,
  draft: FullDocument,
  files: readonly SourceFile[],
): Promise<void> {
  const content = needRows(files, draft.id) ? undefined : files[0];
  await transition(ctx, draft, 'upload', {
    contentSha256: content?.sha256 ?? null,
    contentBytes: content?.sizeBytes ?? null,
  });
  await writeFileRows(ctx, draft.id, files);
}
