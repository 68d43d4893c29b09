/** POST /v1/documents/{id}/finalize: decides whether a PDF can be sealed (docs/spec/decisions.md, section 3). */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { ProblemError } from '@countersign/problem/problem-error';
import { type TxCtx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { addStorage } from '../usage/storage.ts';
import { type InspectedContent, type InspectionCtx, inspectContent } from './inspect-content.ts';
import { type FullDocument, getDocument, lockDocument, readLocked, warningsOf } from './lock.ts';
import { guardStatus, reportedStatus } from './status.ts';
import { transition } from './transition.ts';
import { adoptUploaded, discardUploaded } from './upload.ts';

export interface FinalizedDocument {
  document: FullDocument;
  warnings: PdfWarning[];
}

/**
 * Inspects the uploaded PDF with the code that will seal it, and fixes it as the document's original. Repeating it changes
 * nothing. Throws content-missing before the upload, and the errors of inspectContent for a file that cannot be sealed.
 */
export async function finalizeDocument(ctx: InspectionCtx, publicId: string): Promise<FinalizedDocument> {
  const before = await getDocument(ctx, publicId);
  guardStatus('finalize', before);
  if (reportedStatus(before) === 'draft') return withWarnings(before);
  const uploaded = await adoptUploaded(ctx, before.id);
  const contentSha256 = uploaded?.sha256 ?? before.contentSha256;
  if (!contentSha256) {
    // A concurrent call may have taken the upload and finalized the document in the meantime.
    const now = await getDocument(ctx, publicId);
    if (reportedStatus(now) === 'draft') return withWarnings(now);
    throw new ProblemError('content-missing', { detail: 'PUT the PDF to the uploadUrl of the draft first.' });
  }

  const inspected = await inspectContent(ctx, {
    id: `${before.id} ${contentSha256}`,
    read: () => ctx.storage.getBytes(contentSha256, { maxBytes: ctx.settings.maxPdfBytes }),
  });

  const document = await withTransaction(ctx, async (tx) => {
    const { document: locked, ctx } = await lockDocument(tx, before.id);
    guardStatus('finalize', locked);
    if (reportedStatus(locked) === 'draft') return locked;
    if (locked.contentSha256 !== before.contentSha256) {
      throw new ProblemError('document-state', {
        detail: 'Another PDF was uploaded while this one was being read. Finalize again.',
        members: { current: reportedStatus(locked), allowed: [reportedStatus(locked)] },
      });
    }
    await recordFinalized(ctx, locked, contentSha256, inspected);
    // A file from PUT …/content was counted when it was uploaded.
    if (uploaded) await addStorage(ctx, inspected.sizeBytes - (locked.contentBytes ?? 0));
    return readLocked(ctx, before.id);
  });
  if (uploaded) await discardUploaded(ctx, before.id);
  return withWarnings(document);
}

/** Fixes the inspected file as the original of the draft, which the caller has locked or created. */
export async function recordFinalized(
  ctx: TxCtx,
  draft: FullDocument,
  contentSha256: string,
  inspected: InspectedContent,
): Promise<void> {
  await transition(ctx, draft, 'finalize', {
    finalizedAt: ctx.now(),
    contentSha256,
    contentBytes: inspected.sizeBytes,
    originalSha256: contentSha256,
    sizeBytes: inspected.sizeBytes,
    preparedSha256: inspected.preparedSha256,
    contentIsSelfContained: inspected.contentIsSelfContained,
    pages: inspected.pages as object[],
    warnings: inspected.warnings as object[],
  });
  await appendEvents(ctx, draft.id, [
    {
      type: 'envelope.content_finalized',
      payload: {
        original_sha256: contentSha256,
        size_bytes: inspected.sizeBytes,
        pages: inspected.pages.length,
      },
    },
  ]);
}

function withWarnings(document: FullDocument): FinalizedDocument {
  return { document, warnings: warningsOf(document) };
}
