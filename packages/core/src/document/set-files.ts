/** Changes the list of files of a draft that is not finalized: adds, removes, orders and names them. */
import type { DocumentFileOrder } from '@countersign/contract/document';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { StoredBlob } from '@countersign/storage/storage';
import { type Ctx, withTransaction } from '../ctx.ts';
import { filesOf, guardFiles, type SourceFile, saveFiles, withContent } from './files.ts';
import { documentUuid, type FullDocument, getDocument, lockDocument, readLocked } from './lock.ts';
import { convertFiles, countPages, type FilesCtx, type UploadedFile } from './prepare-files.ts';
import { guardStatus } from './status.ts';
import { adoptUploaded, uploadRemover } from './upload.ts';

/**
 * Adds files after those of the draft. Images and DOCX become PDFs. If the draft has several files, those that were not read
 * yet are read now, so that unusable ones are refused at once. Throws document-state once finalized, validation,
 * payload-too-large and invalid-pdf beyond the limits, invalid-file, unsupported-media-type, storage-exhausted and unavailable;
 * then nothing changes.
 */
export async function addFiles(
  ctx: FilesCtx,
  publicId: string,
  uploaded: readonly UploadedFile[],
): Promise<FullDocument> {
  const before = await getDocument(ctx, publicId);
  guardStatus('upload', before);
  const content = await adoptUploaded(ctx, before.id);
  const known = withContent(filesOf(before), before, content);
  guardFiles([...known, ...uploaded.map(asSource)], ctx.settings);
  const added = await convertFiles(ctx, uploaded);
  guardFiles([...known, ...added], ctx.settings);
  const pages = await countPages(ctx, [...known, ...added]);
  const change = (files: SourceFile[]) =>
    [...files, ...added].map((file) => ({ ...file, pages: file.pages ?? pages.get(file.sha256) ?? null }));
  const adopted = content && { content, remove: await uploadRemover(ctx, before.id) };
  return changeFiles(ctx, before.id, adopted, change);
}

const asSource = ({ blob, name }: UploadedFile): SourceFile => ({
  ...{ id: '', name, ...blob, pdfSha256: null, pdfBytes: null, pages: null },
});

/** Removes a file of the draft. Its bytes stay until the blob sweep, and count until then. Throws not-found for an unknown one, and document-state once finalized. */
export async function removeFile(ctx: Ctx, publicId: string, fileId: string): Promise<void> {
  await changeFiles(ctx, documentUuid(publicId), null, (files) => {
    if (!files.some(({ id }) => id === fileId))
      throw new ProblemError('not-found', { detail: 'No such file.' });
    return files.filter(({ id }) => id !== fileId);
  });
}

/**
 * Puts the files of the draft in this order, and renames those with a name. Throws validation unless every file of the document
 * is there once, and document-state once finalized.
 */
export async function orderFiles(
  ctx: Ctx,
  publicId: string,
  order: DocumentFileOrder,
): Promise<FullDocument> {
  return changeFiles(ctx, documentUuid(publicId), null, (files) => {
    const byId = new Map(files.map((file) => [file.id, file]));
    const ordered = order.map(({ id, name }, index) => {
      const file = byId.get(id);
      if (!file)
        throw invalid(['body', index, 'id'], 'Value error, not a file of the document, or listed twice', {
          input: id,
        });
      byId.delete(id);
      return { ...file, name: name ?? file.name };
    });
    const [missing] = byId.values();
    if (missing) throw invalid(['body'], `Value error, the file ${missing.id} is missing`);
    return ordered;
  });
}

/**
 * Applies a change to the files of the draft under its lock. `adopted` is the file at the presigned URL. New files were counted when they
 * were stored.
 */
async function changeFiles(
  ctx: Ctx,
  id: string,
  adopted: { content: StoredBlob; remove(): Promise<void> } | null,
  change: (files: SourceFile[]) => SourceFile[],
): Promise<FullDocument> {
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('upload', document);
    const files = change(withContent(filesOf(document), document, adopted?.content ?? null));
    guardFiles(files, ctx.settings);
    await saveFiles(ctx, document, files);
    const changed = await readLocked(ctx, id);
    await adopted?.remove();
    return changed;
  });
}
