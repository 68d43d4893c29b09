/** POST /v1/documents with a PDF: creates, uploads, finalizes and sends in one request (docs/decisions/025-one-request.md). */
import type { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { type Step, StepError } from '@countersign/problem/step-error';
import type { StoredBlob } from '@countersign/storage/storage';
import { withTransaction } from '../ctx.ts';
import { createDocument, planDocument } from './create.ts';
import { recordFinalized } from './finalize.ts';
import { type InspectionCtx, inspectContent } from './inspect-content.ts';
import { type FullDocument, readLocked } from './lock.ts';
import { anchorQueries } from './place-fields.ts';
import { sendDocument } from './send.ts';
import { transition } from './transition.ts';

/**
 * Creates the document with the stored PDF. With `finalize` or `send` it is finalized, and with `send` it is sent. All of it is one
 * transaction: if a step fails, there is no document, no mail and no envelope is counted, and the blob is unreferenced. Throws
 * StepError with the error of the step.
 */
export async function createDocumentWithFile(
  ctx: InspectionCtx,
  input: CreateDocumentReq,
  file: StoredBlob,
): Promise<FullDocument> {
  // The cheap checks come before the inspection of the PDF.
  await StepError.in('create', async () => planDocument(ctx, input));
  const anchors = anchorQueries(input.fields);
  const inspected =
    input.finalize || input.send
      ? await StepError.in('finalize', () =>
          inspectContent(ctx, {
            ...(anchors.length > 0 && { search: { anchors, fieldsFrom: null, hide: false } }),
            read: () => ctx.storage.getBytes(file.sha256, { maxBytes: ctx.settings.maxPdfBytes }),
          }),
        )
      : null;

  // The error leaves the transaction unwrapped, so that conflicts are recognized and retried.
  let step: Step = 'create';
  try {
    return await withTransaction(ctx, async (tx) => {
      step = 'create';
      const draft = await createDocument(tx, input);
      if (inspected) {
        step = 'finalize';
        await recordFinalized(tx, draft, file.sha256, inspected);
      } else {
        step = 'upload';
        await transition(tx, draft, 'upload', { contentSha256: file.sha256, contentBytes: file.sizeBytes });
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
