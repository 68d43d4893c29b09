/** POST /v1/documents with its files: creates, uploads, finalizes and sends in one request (docs/decisions/025-one-request.md). */
import type { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { type Step, StepError } from '@countersign/problem/step-error';
import { withTransaction } from '../ctx.ts';
import { createDocument, planDocument } from './create.ts';
import { guardFiles, type SourceFile, saveFiles } from './files.ts';
import { recordFinalized, searchRequest } from './finalize.ts';
import { inspectContent } from './inspect-content.ts';
import { type FullDocument, readLocked } from './lock.ts';
import { anchorQueries } from './place-fields.ts';
import {
  contentSource,
  convertFiles,
  countPages,
  type FilesCtx,
  type UploadedFile,
} from './prepare-files.ts';
import { sendDocument } from './send.ts';

/**
 * Creates the document with the stored files. With `finalize` or `send` it is finalized, and with `send` it is sent. All of it is
 * one transaction: if a step fails, there is no document, no mail and no envelope is counted, and the blobs are unreferenced. Throws
 * StepError with the error of the step.
 */
export async function createDocumentWithFiles(
  ctx: FilesCtx,
  input: CreateDocumentReq,
  uploaded: readonly UploadedFile[],
): Promise<FullDocument> {
  // The cheap checks come before the inspection of the PDF.
  await StepError.in('create', () => planDocument(ctx, input));
  const files = await StepError.in('upload', () => prepareFiles(ctx, uploaded));
  const isFinal = Boolean(input.finalize || input.send);
  const search = searchRequest(anchorQueries(input.fields), input);
  const inspected = isFinal
    ? await StepError.in('finalize', () =>
        inspectContent(ctx, { ...(search && { search }), read: contentSource(ctx, files).read }),
      )
    : null;

  // The error leaves the transaction unwrapped, so that conflicts are recognized and retried.
  let step: Step = 'create';
  try {
    return await withTransaction(ctx, async (tx) => {
      step = 'create';
      const draft = await createDocument(tx, input);
      const own = files.map((file) => (isContent(files) ? { ...file, id: draft.id } : file));
      if (inspected) {
        step = 'finalize';
        await recordFinalized(tx, draft, { files: own, inspected }, input);
      } else {
        step = 'upload';
        await saveFiles(tx, draft, own);
      }
      if (input.send) {
        step = 'send';
        await sendDocument(tx, encodeId('doc', draft.id), {});
      }
      return readLocked(tx, draft.id);
    });
  } catch (error) {
    throw new StepError(step, error);
  }
}

async function prepareFiles(ctx: FilesCtx, uploaded: readonly UploadedFile[]): Promise<SourceFile[]> {
  const files = await convertFiles(ctx, uploaded);
  guardFiles(files, ctx.settings);
  const pages = await countPages(ctx, files);
  return files.map((file) => ({ ...file, pages: file.pages ?? pages.get(file.sha256) ?? null }));
}

/** Whether there is only a PDF. It is stored as if it had been uploaded with PUT …/content. */
const isContent = (files: readonly SourceFile[]): boolean =>
  files.length === 1 && files[0]!.pdfSha256 === null;
