/** Documents for tests, created with the real verbs. Omitted input gets defaults. */
import { CreateDocumentReq, type DocumentListQuery } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import type { Base, Ctx } from '@countersign/core/ctx';
import { createDocument } from '@countersign/core/document/create';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { finalizeDocument } from '@countersign/core/document/finalize';
import { findDocuments, readDocuments } from '@countersign/core/document/list';
import { type FullDocument, getDocument } from '@countersign/core/document/lock';
import { sendDocument } from '@countersign/core/document/send';
import { uploadContent } from '@countersign/core/document/upload';
import { linkToken } from '@countersign/core/recipient/link';
import { completeSigning } from '@countersign/core/signing/complete';
import { giveConsent } from '@countersign/core/signing/consent';
import { openDocument } from '@countersign/core/signing/open';
import type { SigningRequest } from '@countersign/core/signing/session';
import type { Recipient } from '@countersign/db/models';
import type { Storage } from '@countersign/storage/storage';
import type * as z from 'zod';
import { samplePdf } from './sample-pdf.ts';

type Input = Partial<z.input<typeof CreateDocumentReq>>;
type StorageCtx = Ctx & { storage: Storage };

/** Two signers in parallel, a signature field each. */
export const twoSigners: Required<Pick<Input, 'recipients' | 'fields'>> = {
  recipients: [
    { name: 'Ada Lovelace', email: 'ada@example.test' },
    { name: 'Grace Hopper', email: 'grace@example.test' },
  ],
  fields: [
    { type: 'signature', page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06, recipient_index: 0 },
    { type: 'signature', page: 1, x: 0.5, y: 0.7, w: 0.3, h: 0.06, recipient_index: 1 },
  ],
};

/** A finalized draft. */
export async function finalizedDraft(
  ctx: StorageCtx,
  input: Input = {},
  pdf?: Uint8Array,
): Promise<FullDocument> {
  const created = await createDocument(
    ctx,
    CreateDocumentReq.parse({ title: 'Agreement', ...twoSigners, ...input }),
  );
  const publicId = encodeId('doc', created.id);
  const bytes = pdf ?? (await samplePdf());
  await uploadContent(
    ctx,
    publicId,
    (async function* () {
      yield bytes;
    })(),
  );
  const { document } = await finalizeDocument(ctx, publicId);
  return document;
}

/** A sent document, made from a new finalized draft. */
export async function sentDocument(
  ctx: StorageCtx,
  input: Input = {},
  pdf?: Uint8Array,
): Promise<FullDocument> {
  const draft = await finalizedDraft(ctx, input, pdf);
  await sendDocument(ctx, encodeId('doc', draft.id), {});
  return reread(ctx, draft.id);
}

/** A sent copy of a finalized document, without reading its PDF again. */
export async function sentCopy(ctx: Ctx, source: FullDocument): Promise<FullDocument> {
  const copy = await duplicateDocument(ctx, encodeId('doc', source.id), {});
  await sendDocument(ctx, encodeId('doc', copy.id), {});
  return reread(ctx, copy.id);
}

/** Copies of a document's row, for tests that need many. Recipients, fields, files and events are not copied. */
export async function copyRows(
  base: Base,
  { recipients: _, fields: __, files: ___, ...columns }: FullDocument,
  ids: readonly string[],
  changes: Pick<Partial<FullDocument>, 'chainSeq' | 'chainHead'> = {},
): Promise<void> {
  await base.db.document.createMany({
    data: ids.map((id) => ({
      ...columns,
      id,
      pages: columns.pages as object[],
      warnings: [],
      metadata: {},
      createdBy: columns.createdBy as object,
      erasedBy: undefined,
      ...changes,
    })),
  });
}

/** The document as it is now. */
export async function reread(ctx: Ctx, id: string): Promise<FullDocument> {
  return getDocument(ctx, encodeId('doc', id));
}

/** The values that the signing page sends for a recipient. */
export function asRecipient(
  base: Base,
  recipient: Recipient,
  sessionCookie: string | null = null,
): SigningRequest {
  return {
    token: linkToken(base.secrets, recipient),
    sessionCookie,
    ip: '198.51.100.7',
    userAgent: 'Browser of a test',
    requestId: 'signing-test',
  };
}

/** Opens and consents, so that only completing is left. */
export async function ready(base: Base, recipient: Recipient): Promise<SigningRequest> {
  const request = asRecipient(base, recipient);
  await openDocument(base, request);
  await giveConsent(base, request);
  return request;
}

/** Values that satisfy a recipient's signature fields. */
export function typedValues(
  document: FullDocument,
  recipient: Recipient,
): Record<string, { mode: 'type'; text: string }> {
  const own = document.fields.filter((field) => field.recipientId === recipient.id && !field.readOnly);
  return Object.fromEntries(
    own
      .filter((field) => field.type === 'signature' || field.type === 'initials')
      .map((field) => [field.id, { mode: 'type' as const, text: recipient.name }]),
  );
}

/** Opens, consents and completes. */
export async function signAs(
  base: Base & { storage: Storage },
  document: FullDocument,
  recipient: Recipient,
) {
  const request = await ready(base, recipient);
  return completeSigning(base, request, { values: typedValues(document, recipient) });
}

/** A page of a list with its documents. */
export async function listDocuments(ctx: Ctx, query: DocumentListQuery) {
  const { groups, total, hasMore } = await findDocuments(ctx, query);
  return { items: await readDocuments(ctx, groups.flat()), total, hasMore };
}
