/** The operations of routes/documents.ts (docs/spec/interface.md, Documents; docs/spec/decisions.md, section 3). */
import {
  CreateDocumentReq,
  DocumentAwaitingUpload,
  DocumentDraftOut,
  DocumentListQuery,
  DocumentOut,
  DocumentPage,
  DownloadQuery,
  DuplicateDocumentIn,
  EnvelopePatch,
  SendOut,
  SendReq,
  UploadQuery,
  VoidOut,
  VoidReq,
} from '@countersign/contract/document';
import { EventOut, TrailQuery } from '@countersign/contract/event';
import { FieldSpecs } from '@countersign/contract/field';
import { RecipientPatch, RecipientSpecs, SigningSessionOut } from '@countersign/contract/recipient';
import * as z from 'zod';
import { nextPage, type Operation } from './operation.ts';
import { pdfAnswers } from './pdf-answers.ts';

const parameters = { doc_id: 'Document id, `doc_…`' };
const document = { description: 'The document', schema: DocumentOut };

export const documentOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/documents',
    operationId: 'listDocuments',
    tag: 'documents',
    summary: 'List documents',
    description:
      'Documents of the mode of the key, newest first. A document is listed as `expired` from the moment of its `expires_at`. For the next page use `starting_after`, or follow the header `Link`.',
    query: DocumentListQuery,
    answers: { 200: { description: 'A page of documents', schema: DocumentPage, headers: nextPage } },
  },
  {
    method: 'post',
    path: '/v1/documents',
    operationId: 'createDocument',
    tag: 'documents',
    summary: 'Create a document',
    description:
      'Creates a draft. Next, PUT the PDF to `uploadUrl` with the content type `application/pdf`, then finalize the document. The URL is a credential of its own: it needs no API key, works from a browser of any origin, and expires at `expiresAt`.',
    body: { schema: CreateDocumentReq },
    answers: { 201: { description: 'The draft, and the URL for its PDF', schema: DocumentDraftOut } },
    problems: ['auth-level-unavailable', 'external-id-taken'],
  },
  {
    method: 'get',
    path: '/v1/documents/{doc_id}',
    operationId: 'getDocument',
    tag: 'documents',
    summary: 'Fetch a document',
    parameters,
    answers: {
      200: {
        description: 'The document, or the short form of a draft whose PDF is not finalized',
        schema: z.union([DocumentOut, DocumentAwaitingUpload]),
      },
    },
    problems: ['not-found'],
  },
  {
    method: 'patch',
    path: '/v1/documents/{doc_id}',
    operationId: 'patchDocument',
    tag: 'documents',
    summary: 'Change display preferences, folder, visibility, external_id and metadata',
    description:
      'Absent members do not change. `null` clears a member, except `visibility`: `folder_id: null` takes the document out of its folder, `reminder_cadence_days: null` stops reminders. `metadata` is merged by key: a text sets the key, null removes it, absent keys stay; `metadata: null` removes all keys. All of this is allowed in every status.',
    parameters,
    body: { schema: EnvelopePatch },
    answers: { 200: document },
    problems: ['not-found', 'document-state', 'external-id-taken'],
  },
  {
    method: 'put',
    path: '/v1/documents/{doc_id}/content',
    operationId: 'uploadContent',
    tag: 'documents',
    summary: 'Upload the PDF',
    description:
      'Can be repeated until the document is finalized. The last upload is used. With `token`, as in `uploadUrl`, no API key is needed.',
    query: UploadQuery,
    parameters,
    body: { contentType: 'application/pdf' },
    answers: { 204: { description: 'Stored' } },
    problems: ['storage-exhausted', 'not-found', 'document-state'],
  },
  {
    method: 'get',
    path: '/v1/documents/{doc_id}/download',
    operationId: 'downloadDocument',
    tag: 'documents',
    summary: 'Download the original, the sealed PDF or the certificate',
    description:
      'By default the sealed PDF of a completed document, otherwise the original. Supports `Range`, `If-Range` and `If-None-Match`.',
    parameters,
    query: DownloadQuery,
    answers: pdfAnswers,
    problems: ['not-found', 'not-sealed', 'document-state', 'document-erased', 'range-not-satisfiable'],
  },
  {
    method: 'post',
    path: '/v1/documents/{doc_id}/duplicate',
    operationId: 'duplicateDocument',
    tag: 'documents',
    summary: 'Duplicate a document',
    description:
      'Creates a draft from the original PDF with the same recipients, fields and display preferences. `external_id` and `metadata` are not copied. Nothing is emailed until it is sent.',
    parameters,
    body: { schema: DuplicateDocumentIn, required: false },
    answers: { 201: { description: 'The new draft', schema: DocumentOut } },
    problems: ['not-found', 'document-state', 'document-erased', 'external-id-taken'],
  },
  {
    method: 'get',
    path: '/v1/documents/{doc_id}/events',
    operationId: 'listEvents',
    tag: 'documents',
    summary: 'List the audit trail',
    description:
      'The audit events in `seq` order, a hash chain; docs/AUDIT.md explains how to verify it. A response has at most 10,000 events. When more follow, the header `Link` has the address of the next page.',
    parameters,
    query: TrailQuery,
    answers: {
      200: {
        description: 'The events',
        schema: z.array(EventOut),
        headers: {
          Link: 'Only when more events follow: `<address of the next page>; rel="next"` (RFC 8288)',
        },
      },
    },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/documents/{doc_id}/recipients/{recipient_id}/session',
    operationId: 'createSigningSession',
    tag: 'documents',
    summary: 'Open the signing page for a recipient',
    description:
      'For a recipient with `delivery: "none"` whose turn it is. The URL opens the signing page once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. With this call your application vouches for the person: the audit trail and the certificate of completion name the API key and the time. At most 60 an hour for one recipient. Give the URL to nobody but the recipient.',
    parameters: { ...parameters, recipient_id: 'Id of a recipient of the document' },
    answers: { 201: { description: 'The URL', schema: SigningSessionOut } },
    problems: ['not-found', 'document-state', 'recipient-turn', 'recipient-was-mailed'],
  },
  {
    method: 'put',
    path: '/v1/documents/{doc_id}/fields',
    operationId: 'setFields',
    tag: 'documents',
    summary: 'Replace the fields of a draft',
    parameters,
    body: { schema: FieldSpecs },
    answers: { 200: document },
    problems: ['not-found', 'document-state'],
  },
  {
    method: 'post',
    path: '/v1/documents/{doc_id}/finalize',
    operationId: 'finalizeDocument',
    tag: 'documents',
    summary: 'Finalize the document',
    description:
      'Checks the uploaded PDF and makes it the original of the document. Every PDF that is accepted here can be sealed. Repeating the call changes nothing. `warnings` name what a sender should know about the PDF, for example earlier signatures, or content that can change what the document shows.',
    parameters,
    answers: { 200: document },
    problems: [
      'not-found',
      'content-missing',
      'document-state',
      'invalid-pdf',
      'pdf-too-complex',
      'storage-exhausted',
    ],
  },
  {
    method: 'put',
    path: '/v1/documents/{doc_id}/recipients',
    operationId: 'setRecipients',
    tag: 'documents',
    summary: 'Replace the recipients of a draft',
    description:
      'A recipient with the same address and role as before keeps its id and fields. Fields of removed recipients stay without a recipient and prevent sending until they are replaced.',
    parameters,
    body: { schema: RecipientSpecs },
    answers: { 200: document },
    problems: ['not-found', 'document-state', 'auth-level-unavailable'],
  },
  {
    method: 'patch',
    path: '/v1/documents/{doc_id}/recipients/{recipient_id}',
    operationId: 'correctRecipient',
    tag: 'documents',
    summary: 'Correct a recipient who has not acted yet',
    description:
      'Changes name, email, signing order, authentication level or delivery, also after the document was sent. Then the old link stops working, an earlier consent no longer counts, and a new invitation is sent as soon as it is the turn of the recipient. The event `recipient.corrected` has the old and the new values.',
    parameters: { ...parameters, recipient_id: 'Id of a recipient of the document' },
    body: { schema: RecipientPatch },
    answers: { 200: document },
    problems: ['not-found', 'document-state', 'recipient-was-mailed', 'auth-level-unavailable', 'mail-limit'],
  },
  {
    method: 'post',
    path: '/v1/documents/{doc_id}/send',
    operationId: 'sendDocument',
    tag: 'documents',
    summary: 'Send a document, or resend the invitations',
    description:
      'The first send issues the signing links and counts an envelope in live mode. On an open document it resends the invitation, with the same link, to every recipient whose turn it is and who has not completed. Recipients with `delivery: "none"` get no email; when only such recipients are due, the response is `recipient-not-mailed`. A document can be resent DOCUMENT_RESENDS_PER_HOUR times an hour, and a workspace can send ADDRESS_MAILS_PER_HOUR emails an hour to one address; beyond that the response is `mail-limit`.',
    parameters,
    body: { schema: SendReq, required: false },
    answers: { 200: { description: 'Sent', schema: SendOut } },
    problems: [
      'not-found',
      'document-state',
      'recipient-not-mailed',
      'not-sendable',
      'allowance-exhausted',
      'mail-limit',
    ],
  },
  {
    method: 'post',
    path: '/v1/documents/{doc_id}/void',
    operationId: 'voidDocument',
    tag: 'documents',
    summary: 'Void an open document',
    description: 'Sends an email to every recipient who received a signing link.',
    parameters,
    body: { schema: VoidReq },
    answers: { 200: { description: 'Voided', schema: VoidOut } },
    problems: ['not-found', 'document-state'],
  },
];
