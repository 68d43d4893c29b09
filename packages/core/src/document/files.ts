/** The files that a document is made from (docs/decisions/028-several-files.md). */
import { MAX_FILES } from '@countersign/contract/document';
import { type ColumnValue, columnOf } from '@countersign/db/sql';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { StoredBlob } from '@countersign/storage/storage';
import type { SqlCtx } from '../ctx.ts';
import { type FullDocument, pagesOf } from './lock.ts';
import { transition } from './transition.ts';

export interface SourceFile {
  /** A PDF uploaded with PUT …/content has the id of its document. */
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

/** The files in their order. A PDF that was uploaded alone has no row of its own; it is the only file then. */
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

/** The files with a PDF uploaded with PUT …/content: it takes the place of an earlier one, or comes first. */
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

/** The first page of each file in the document; null after a file whose number of pages is not known. */
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

/** Whether these files need rows of their own. A single PDF uploaded with PUT …/content is in the columns of the document. */
export const needRows = (files: readonly SourceFile[], documentId: string): boolean =>
  files.length > 1 || (files.length === 1 && files[0]!.id !== documentId);

/** Replaces the rows of the document's files. The caller holds its lock, or has inserted it. */
export async function writeFileRows(
  { db }: Pick<SqlCtx, 'db'>,
  { id: documentId, files: before }: Pick<FullDocument, 'id' | 'files'>,
  files: readonly SourceFile[],
): Promise<void> {
  if (before.length > 0)
    await db.$executeRaw`DELETE FROM document_file WHERE document_id = ${documentId}::uuid`;
  if (!needRows(files, documentId)) return;
  const column = (pick: (file: SourceFile, at: number) => ColumnValue) => columnOf(files.map(pick));
  await db.$executeRaw`
    INSERT INTO document_file (id, document_id, position, name, sha256, size_bytes, pdf_sha256, pdf_bytes, pages)
    SELECT f.id, ${documentId}::uuid, f.position, f.name, f.sha256, f.size_bytes, f.pdf_sha256, f.pdf_bytes, f.pages
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column((_, at) => at)}::int[], ${column(({ name }) => name)}::text[],
      ${column(({ sha256 }) => sha256)}::text[], ${column(({ sizeBytes }) => sizeBytes)}::int[],
      ${column(({ pdfSha256 }) => pdfSha256)}::text[], ${column(({ pdfBytes }) => pdfBytes)}::int[],
      ${column(({ pages }) => pages)}::int[]) AS f(id, position, name, sha256, size_bytes, pdf_sha256, pdf_bytes, pages)`;
}

/** Writes the files of a draft that is not finalized, which the caller has locked or created. */
export async function saveFiles(
  ctx: SqlCtx,
  draft: FullDocument,
  files: readonly SourceFile[],
): Promise<void> {
  const content = needRows(files, draft.id) ? undefined : files[0];
  await transition(ctx, draft, 'upload', {
    contentSha256: content?.sha256 ?? null,
    contentBytes: content?.sizeBytes ?? null,
  });
  await writeFileRows(ctx, draft, files);
}
