/** /v1/documents (docs/spec/interface.md, Documents; docs/spec/decisions.md, section 3). */

import { Readable } from 'node:stream';
import { DocumentAnchorListQuery } from '@countersign/contract/anchor';
import { utcDay } from '@countersign/contract/calendar-day';
import {
  DocumentFileOrder,
  DocumentListQuery,
  DownloadQuery,
  DuplicateDocumentIn,
  EnvelopePatch,
  FinalizeReq,
  SendReq,
  VoidReq,
} from '@countersign/contract/document';
import { TrailQuery } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { PreparationSessionReq } from '@countersign/contract/preparation';
import { RecipientPatch, RecipientSpecs } from '@countersign/contract/recipient';
import { listDocumentAnchors } from '@countersign/core/anchor/list';
import type { Ctx } from '@countersign/core/ctx';
import { correctRecipient } from '@countersign/core/document/correct-recipient';
import { createDocument } from '@countersign/core/document/create';
import { createDocumentWithFiles } from '@countersign/core/document/create-with-files';
import { findDownload, findFile, recordDownload } from '@countersign/core/document/download';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { finalizeDocument } from '@countersign/core/document/finalize';
import { findDocuments, readDocuments } from '@countersign/core/document/list';
import { type FullDocument, getDocument } from '@countersign/core/document/lock';
import { patchDocument } from '@countersign/core/document/patch';
import { createPreparationSession } from '@countersign/core/document/preparation-session';
import type { UploadedFile } from '@countersign/core/document/prepare-files';
import { sendDocument } from '@countersign/core/document/send';
import { setFields } from '@countersign/core/document/set-fields';
import { addFiles, orderFiles, removeFile } from '@countersign/core/document/set-files';
import { setRecipients } from '@countersign/core/document/set-recipients';
import { uploadAddress, uploadContent, uploadPath } from '@countersign/core/document/upload';
import { voidDocument } from '@countersign/core/document/void';
import { isErasedAfter, listEvents } from '@countersign/core/event/list';
import { FairQueue } from '@countersign/core/fair-queue';
import { createSigningSession } from '@countersign/core/signing/create-session';
import { putWithinQuota } from '@countersign/core/usage/storage';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { StepError } from '@countersign/problem/step-error';
import type { Storage } from '@countersign/storage/storage';
import { type Request, type Response, Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { remember, requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { sendJsonParts } from '../large-answers.ts';
import { linkNext } from '../list-answer.ts';
import { type Bodies, parseLargeBody, receivedFile } from '../middleware/json-body.ts';
import { filesOf } from '../middleware/uploaded-files.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import { presentDocumentAnchor } from '../present/anchor.ts';
import {
  presentDocument,
  presentDraft,
  presentFetched,
  presentFiles,
  presentPrepared,
} from '../present/document.ts';
import { type Extent, sendBlob } from '../send-blob.ts';
import { inUploadSlot } from '../uploads.ts';

/** Throws unless the Content-Type is a PDF and the Content-Length, if given, is within the limit. */
function guardUpload(request: Request, maxBytes: number): void {
  if (!request.is('application/pdf')) {
    throw new ProblemError('unsupported-media-type', { detail: 'Send the PDF as application/pdf.' });
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ProblemError('unsupported-media-type', { detail: 'Send the PDF without a content encoding.' });
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    throw new ProblemError('payload-too-large', {
      detail: `The PDF is over ${maxBytes} bytes.`,
      members: { max_bytes: maxBytes },
    });
  }
}

/** Stores the PDF of a JSON body as a file. Throws validation unless it was base64, payload-too-large and storage-exhausted. */
async function storeBase64(
  ctx: Ctx & { storage: Storage },
  bytes: Buffer | null | undefined,
): Promise<UploadedFile> {
  if (!bytes) throw invalid(['body', 'pdf_base64'], 'Value error, not base64 (RFC 4648, section 4)');
  const { maxPdfBytes } = ctx.settings;
  const blob = await putWithinQuota(ctx, Readable.from([bytes]), maxPdfBytes, bytes.length);
  return { blob, name: 'document.pdf', kind: 'pdf' };
}

const missingFile = () =>
  invalid(
    ['body', 'pdf_base64'],
    'Value error, finalize and send need the PDF in the same request: as pdf_base64, or in a form as the part file',
    {
      type: 'missing',
    },
  );
const fieldsWithoutFile = () =>
  invalid(['body', 'fields_from'], 'Value error, needs finalize or send in the same request');
const twoFiles = () => invalid(['body', 'pdf_base64'], 'Value error, the part file is already the PDF');

/** Responds to a creation: the whole document once it is finalized, otherwise where to upload its PDF. */
async function respondCreated(
  ctx: Ctx & { storage: Storage },
  response: Response,
  document: FullDocument,
): Promise<void> {
  const isFinalized = document.finalizedAt !== null;
  const upload = isFinalized
    ? { url: uploadPath(ctx, document.id), expiresAt: document.finalizedAt! }
    : await uploadAddress(ctx, document.id);
  const whole = isFinalized ? presentDocument(document) : {};
  remember(response.req, { documentId: document.id });
  response.status(201).json({ ...presentDraft(document, upload), ...whole });
}

/**
 * Lists in one process. Counting and searching a million documents takes PostgreSQL up to a second, so the lists of one workspace
 * must not take all its connections. As many may wait as the default rate limit lets a workspace send at once.
 */
const listLimits = {
  slots: 4,
  slotsPerKey: 2,
  waiting: 1000,
  waitingPerKey: 200,
  busy: 'Too many lists of documents are being read at once.',
};

/** Lists that are sent in parts, because they are large. They keep their slot until the caller has read them. */
const largeListLimits = { ...listLimits, slots: 16, waitMs: 30_000 };

/** Trails are sent in parts of this many events. */
const eventsInPart = 500;

/** The operations on documents. */
export function documentRoutes(deps: AppDeps, bodies: Bodies): Router {
  const { storage } = deps;
  const router = Router();
  const filesCtx = (request: Request, response: Response) => ({
    ...requestCtx(request),
    storage,
    converter: deps.converter,
    signal: callerSignal(response),
  });

  const lists = new FairQueue(listLimits);
  const largeLists = new FairQueue(largeListLimits);

  router.get('/documents', async (request, response) => {
    const query = parseQuery(DocumentListQuery, request);
    const ctx = requestCtx(request);
    const caller = { key: ctx.workspaceId, signal: callerSignal(response) };
    const { groups, total, hasMore } = await lists.run(caller, () => findDocuments(ctx, query));
    const { limit, offset } = query;
    const last = groups.at(-1)?.at(-1);
    if (hasMore && last) linkNext(request, response, { limit, starting_after: encodeId('doc', last) });
    const read = (ids: readonly string[]) =>
      lists.run(caller, async () =>
        (await readDocuments(ctx, ids)).map((document) => JSON.stringify(presentDocument(document))),
      );
    async function* parts() {
      yield '{"items":[';
      let separator = '';
      for (const ids of groups)
        for (const item of await read(ids)) {
          yield separator + item;
          separator = ',';
        }
      yield `],"total":${total},"limit":${limit},"offset":${offset}}`;
    }
    if (groups.length > 1) await largeLists.run(caller, () => sendJsonParts(response, parts()));
    else {
      let whole = '';
      for await (const part of parts()) whole += part;
      response.type('json').send(whole);
    }
  });

  router.post('/documents', async (request, response) => {
    const ctx = filesCtx(request, response);
    const base64 = receivedFile(request);
    const form = filesOf(request);
    if (form || base64 !== undefined) {
      const input = await StepError.in('create', () => parseLargeBody('CreateDocumentReq', request));
      const files = await StepError.in('upload', async () => form ?? [await storeBase64(ctx, base64)]);
      if (form && input.pdf_base64 !== undefined) throw new StepError('upload', twoFiles());
      if (input.fields_from && !input.finalize && !input.send)
        throw new StepError('create', fieldsWithoutFile());
      await respondCreated(ctx, response, await createDocumentWithFiles(ctx, input, files));
      return;
    }
    const input = await parseLargeBody('CreateDocumentReq', request);
    if (input.finalize || input.send) throw new StepError('upload', missingFile());
    if (input.fields_from) throw fieldsWithoutFile();
    await respondCreated(ctx, response, await createDocument(ctx, input));
  });

  router.get('/documents/:doc_id', async (request, response) => {
    const ctx = requestCtx(request);
    const document = await getDocument(ctx, request.params.doc_id);
    response.json(ctx.isPreparing ? presentPrepared(document) : presentFetched(document));
  });

  router.patch('/documents/:doc_id', async (request, response) => {
    const patch = parseBody(EnvelopePatch, request);
    response.json(presentDocument(await patchDocument(requestCtx(request), request.params.doc_id, patch)));
  });

  router.put('/documents/:doc_id/content', async (request, response) => {
    const ctx = requestCtx(request);
    guardUpload(request, ctx.settings.maxPdfBytes);
    // Ending the iteration early must not close the connection, so that an upload over the limit still gets a response.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    await inUploadSlot(bodies.uploads, response, () =>
      uploadContent({ ...ctx, storage }, request.params.doc_id, body),
    );
    response.status(204).end();
  });

  router.get('/documents/:doc_id/files', async (request, response) => {
    response.json(presentFiles(await getDocument(requestCtx(request), request.params.doc_id)));
  });

  router.post('/documents/:doc_id/files', async (request, response) => {
    const document = await addFiles(filesCtx(request, response), request.params.doc_id, filesOf(request)!);
    response.status(201).json(presentDocument(document));
  });

  router.put('/documents/:doc_id/files', async (request, response) => {
    const order = parseBody(DocumentFileOrder, request);
    response.json(presentDocument(await orderFiles(requestCtx(request), request.params.doc_id, order)));
  });

  router.get('/documents/:doc_id/files/:file_id/content', async (request, response) => {
    const ctx = requestCtx(request);
    const { doc_id, file_id } = request.params;
    const found = await findFile({ ...ctx, storage }, doc_id, file_id);
    const { documentId, fileId } = found;
    const beforeDelivery = (extent: Extent) => recordDownload(ctx, documentId, { fileId }, extent);
    const blob = { ...found, workspaceId: ctx.workspaceId };
    await sendBlob(request, response, deps, blob, found.isRecorded ? { beforeDelivery } : {});
  });

  router.delete('/documents/:doc_id/files/:file_id', async (request, response) => {
    await removeFile(requestCtx(request), request.params.doc_id, request.params.file_id);
    response.status(204).end();
  });

  router.post('/documents/:doc_id/finalize', async (request, response) => {
    const ctx = { ...requestCtx(request), storage, signal: callerSignal(response) };
    const input = parseBody(FinalizeReq.nullish(), request) ?? {};
    const { document } = await finalizeDocument(ctx, request.params.doc_id, input);
    response.json(presentDocument(document));
  });

  router.put('/documents/:doc_id/recipients', async (request, response) => {
    const specs = parseBody(RecipientSpecs, request);
    response.json(presentDocument(await setRecipients(requestCtx(request), request.params.doc_id, specs)));
  });

  router.patch('/documents/:doc_id/recipients/:recipient_id', async (request, response) => {
    const patch = parseBody(RecipientPatch, request);
    const { doc_id, recipient_id } = request.params;
    response.json(presentDocument(await correctRecipient(requestCtx(request), doc_id, recipient_id, patch)));
  });

  router.post('/documents/:doc_id/recipients/:recipient_id/session', async (request, response) => {
    const { doc_id, recipient_id } = request.params;
    const { url, expiresAt } = await createSigningSession(requestCtx(request), doc_id, recipient_id);
    response.status(201).json({ url, expires_at: expiresAt.toISOString() });
  });

  router.post('/documents/:doc_id/preparation-session', async (request, response) => {
    const input = parseBody(PreparationSessionReq.nullish(), request);
    const ctx = requestCtx(request);
    const canSend = input?.can_send ?? true;
    const { url, expiresAt } = await createPreparationSession(ctx, request.params.doc_id, { canSend });
    response.status(201).json({ url, expires_at: expiresAt.toISOString() });
  });

  router.put('/documents/:doc_id/fields', async (request, response) => {
    const specs = await parseLargeBody('FieldSpecs', request);
    const ctx = { ...requestCtx(request), storage, signal: callerSignal(response) };
    response.json(presentDocument(await setFields(ctx, request.params.doc_id, specs)));
  });

  router.post('/documents/:doc_id/send', async (request, response) => {
    const input = parseBody(SendReq.nullish(), request) ?? {};
    await sendDocument(requestCtx(request), request.params.doc_id, input);
    response.json({ id: request.params.doc_id, status: 'sent' });
  });

  router.post('/documents/:doc_id/void', async (request, response) => {
    await voidDocument(requestCtx(request), request.params.doc_id, parseBody(VoidReq, request));
    response.json({ id: request.params.doc_id, status: 'voided' });
  });

  router.post('/documents/:doc_id/duplicate', async (request, response) => {
    const input = parseBody(DuplicateDocumentIn.nullish(), request) ?? {};
    const document = await duplicateDocument(requestCtx(request), request.params.doc_id, input);
    remember(request, { documentId: document.id });
    response.status(201).json(presentDocument(document));
  });

  router.get('/documents/:doc_id/events', async (request, response) => {
    const ctx = requestCtx(request);
    const { after, limit } = parseQuery(TrailQuery, request);
    const document = await getDocument(ctx, request.params.doc_id);
    const last = Math.min(document.chainSeq, after + limit);
    if (last - after <= eventsInPart) {
      // One statement, so that an erasure at the same moment is in the answer as a whole or not at all.
      const events = await listEvents(ctx.db, document.id, { after, limit });
      const end = events.at(-1)?.seq ?? document.chainSeq;
      if (end < document.chainSeq) linkNext(request, response, { after: end, limit });
      response.json(events);
      return;
    }
    if (last < document.chainSeq) linkNext(request, response, { after: last, limit });
    async function* parts() {
      let separator = '[';
      for (let from = after; from < last; from += eventsInPart) {
        const part = { after: from, limit: Math.min(eventsInPart, last - from) };
        yield separator + JSON.stringify(await listEvents(ctx.db, document.id, part)).slice(1, -1);
        separator = ',';
      }
      // Some of the events would be erased without the event that says so, and the chain would seem broken.
      if (await isErasedAfter(ctx.db, document.id, document.chainSeq))
        throw new Error('the document was erased while its events were sent');
      yield ']';
    }
    await sendJsonParts(response, parts());
  });

  router.get('/documents/:doc_id/anchors', async (request, response) => {
    const query = parseQuery(DocumentAnchorListQuery, request);
    const { items, next } = await listDocumentAnchors(requestCtx(request), request.params.doc_id, query);
    if (next !== null) linkNext(request, response, { limit: query.limit, starting_after: utcDay(next) });
    response.json({
      items: items.map(presentDocumentAnchor),
      limit: query.limit,
      next_starting_after: next && utcDay(next),
    });
  });

  router.get('/documents/:doc_id/download', async (request, response) => {
    const ctx = requestCtx(request);
    const { version } = parseQuery(DownloadQuery, request);
    const signal = callerSignal(response);
    const found = await findDownload({ ...ctx, storage, signal }, request.params.doc_id, version);
    await sendBlob(
      request,
      response,
      deps,
      { ...found, workspaceId: ctx.workspaceId },
      {
        beforeDelivery: (extent) => recordDownload(ctx, found.documentId, found.version, extent),
      },
    );
  });

  return router;
}
