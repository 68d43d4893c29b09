/** Converts documents to their shapes on the wire (docs/spec/interface.md, Document; docs/spec/decisions.md, section 3). */
import {
  AWAITING_UPLOAD,
  type DocumentAwaitingUpload,
  type DocumentDraftOut,
  type DocumentFileOut,
  type DocumentOut,
} from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { filesOf, firstPages } from '@countersign/core/document/files';
import { type FullDocument, warningsOf } from '@countersign/core/document/lock';
import { reportedStatus } from '@countersign/core/document/status';
import { presentDocumentField } from './field.ts';
import { presentOwnData } from './own-data.ts';
import { presentPdfWarning } from './pdf-warning.ts';
import { presentRecipient } from './recipient.ts';

/** The whole document. Before finalize, the hash is empty and the size is 0. */
export function presentDocument(document: FullDocument): DocumentOut {
  return {
    id: encodeId('doc', document.id),
    team_id: document.teamId,
    title: document.title,
    status: reportedStatus(document),
    original_sha256: document.originalSha256 ?? '',
    size_bytes: document.sizeBytes ?? 0,
    visibility: document.visibility,
    created_at: document.createdAt.toISOString(),
    mode: document.mode,
    sealed: document.sealedAt !== null,
    seal_profile: document.sealProfile,
    delivery_problem: document.deliveryProblem,
    sent_at: document.sentAt?.toISOString() ?? null,
    completed_at: document.completedAt?.toISOString() ?? null,
    expires_at: document.expiresAt?.toISOString() ?? null,
    date_format: document.dateFormat,
    display_timezone: document.displayTimezone,
    message: document.message,
    redirect_url: document.redirectUrl,
    reminder_cadence_days: document.reminderCadenceDays,
    folder_id: document.folderId,
    source_template_id: document.sourceTemplateId,
    ...presentOwnData(document),
    bulk_send_id: document.bulkSendId,
    ...(document.erasedAt && {
      erased_at: document.erasedAt.toISOString(),
      sealed_kept: document.sealedKept,
    }),
    fields: document.fields.map(presentDocumentField),
    recipients: document.recipients.map(presentRecipient),
    files: presentFiles(document),
    warnings: warningsOf(document).map(presentPdfWarning),
  };
}

/** The files that the document is made from. */
export function presentFiles(document: FullDocument): DocumentFileOut[] {
  const files = filesOf(document);
  const first = firstPages(files);
  return files.map(({ id, name, sha256, sizeBytes, pages }, index) => ({
    id,
    name,
    sha256,
    size_bytes: sizeBytes,
    pages,
    first_page: first[index]!,
  }));
}

/** The response to GET: the short form for a draft whose PDF is not finalized. */
export function presentFetched(document: FullDocument): DocumentOut | DocumentAwaitingUpload {
  if (reportedStatus(document) !== AWAITING_UPLOAD) return presentDocument(document);
  return {
    id: encodeId('doc', document.id),
    status: AWAITING_UPLOAD,
    title: document.title,
    ...presentOwnData(document),
  };
}

/** The response to GET with a preparation session: once the draft was sent, without what its recipients do and enter. */
export function presentPrepared(document: FullDocument): DocumentOut | DocumentAwaitingUpload {
  return presentFetched(document.status === 'draft' ? document : { ...document, recipients: [], fields: [] });
}

/** The response to create: the upload URL and its expiry. */
export function presentDraft(
  document: FullDocument,
  upload: { url: string; expiresAt: Date },
): DocumentDraftOut {
  return {
    id: encodeId('doc', document.id),
    uploadUrl: upload.url,
    expiresAt: upload.expiresAt.toISOString(),
    status: AWAITING_UPLOAD,
    ...presentOwnData(document),
  };
}
