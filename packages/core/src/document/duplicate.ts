/**
 * POST /v1/documents/{id}/duplicate: a new draft from the same PDF; nothing is mailed (docs/spec/interface.md, Documents).
 */
import type { DuplicateDocumentIn } from '@countersign/contract/document';
import { encodeId, newId } from '@countersign/contract/ids';
import { type Ctx, withSqlTransaction } from '../ctx.ts';
import { guardUniqueExternalId, ownColumns } from '../own-data.ts';
import { isActive } from '../recipient/status.ts';
import { type SourceFile, writeFileRows } from './files.ts';
import { type InspectedFile, insertDocuments, type NewDocument } from './insert-documents.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { documentStateProblem, guardNotErased, guardStatus } from './status.ts';

/**
 * Copies the original PDF (by reference), the recipients, the fields without their values, and the display preferences. A
 * reassigned recipient is replaced by the successor. The copy has its own `external_id` and `metadata`, from the request. Throws
 * document-state if the source has no PDF yet, external-id-taken, and document-erased.
 */
export async function duplicateDocument(
  ctx: Ctx,
  publicId: string,
  input: DuplicateDocumentIn,
): Promise<FullDocument> {
  const uuid = documentUuid(publicId);
  return withSqlTransaction(ctx, async (tx) => {
    // Locked, so that the source cannot be erased while it is copied. The copy does not inherit an advanced clock.
    const { document: source } = await lockDocument(tx, uuid);
    guardNotErased(source);
    guardStatus('read', source);
    if (!source.finalizedAt)
      throw documentStateProblem('read', source.status, 'The document never received a PDF.');
    await guardUniqueExternalId(tx, 'document', input);
    const copy = copyOf(source, input);
    await insertDocuments(tx, [copy]);
    await writeFileRows(tx, { id: copy.id, files: [] }, copiedFiles(source, copy.id));
    return readLocked(tx, copy.id);
  });
}

/** The files with ids of their own. */
function copiedFiles({ id, files }: FullDocument, copyId: string): SourceFile[] {
  return files.map((file) => ({ ...file, id: file.id === id ? copyId : newId() }));
}

function contentOf(source: FullDocument): InspectedFile {
  return {
    originalSha256: source.originalSha256!,
    sizeBytes: source.sizeBytes!,
    preparedSha256: source.preparedSha256,
    contentIsSelfContained: source.contentIsSelfContained,
    pages: source.pages,
    warnings: source.warnings,
  };
}

function copyOf(source: FullDocument, input: DuplicateDocumentIn): NewDocument {
  const id = newId();
  const people = source.recipients.filter(isActive);
  const newIds = new Map(people.map((recipient) => [recipient.id, newId()]));
  return {
    id,
    content: contentOf(source),
    columns: {
      title: input.title ?? source.title,
      visibility: source.visibility,
      message: source.message,
      dateFormat: source.dateFormat,
      displayTimezone: source.displayTimezone,
      redirectUrl: source.redirectUrl,
      reminderCadenceDays: source.reminderCadenceDays,
      folderId: source.folderId,
      sourceTemplateId: source.sourceTemplateId,
      ...ownColumns(input),
    },
    recipients: people.map((recipient, position) => ({
      id: newIds.get(recipient.id)!,
      documentId: id,
      position,
      name: recipient.name,
      email: recipient.email,
      emailNormalized: recipient.emailNormalized,
      role: recipient.role,
      authLevel: recipient.authLevel,
      signingOrder: recipient.signingOrder,
      delivery: recipient.delivery,
      signatureLevel: recipient.signatureLevel,
    })),
    fields: source.fields.map((field) => ({
      id: newId(),
      documentId: id,
      recipientId: field.recipientId === null ? null : (newIds.get(field.recipientId) ?? null),
      position: field.position,
      type: field.type,
      page: field.page,
      x: field.x,
      y: field.y,
      w: field.w,
      h: field.h,
      name: field.name,
      required: field.required,
      readOnly: field.readOnly,
      prefillValue: field.prefillValue,
      settings: field.settings as object,
      visibleIf: field.visibleIf,
      requiredIf: field.requiredIf,
      anchor: field.anchor,
    })),
    origin: { duplicate_of: encodeId('doc', source.id) },
  };
}
