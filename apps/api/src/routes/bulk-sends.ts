/** /v1/bulk-sends (docs/spec/interface.md, Bulk sends; docs/spec/decisions.md, section 5). */
import {
  AnswersCsvQuery,
  type BulkRowIn,
  BulkSendListQuery,
  CorrectionsCsvQuery,
  CorrectionsQuery,
  type CreateBulkSendIn,
  CreateFromFileQuery,
  DispatchIn,
  DispatchQuery,
  ExtendOpenReq,
  GetBulkSendQuery,
  PatchBulkSendIn,
  RowsCsvQuery,
} from '@countersign/contract/bulk-send';
import { VoidReq } from '@countersign/contract/document';
import { recordExport } from '@countersign/core/admin-event/record-export';
import { answersAsCsv } from '@countersign/core/bulk-send/answers-csv';
import { archiveBulkSend, unarchiveBulkSend } from '@countersign/core/bulk-send/archive';
import { cancelBulkSend } from '@countersign/core/bulk-send/cancel';
import { correctBulkSend } from '@countersign/core/bulk-send/correct';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createBulkSendFromFile } from '@countersign/core/bulk-send/create-from-file';
import { dispatchBulkSend, retryFailedRows } from '@countersign/core/bulk-send/dispatch';
import { type FoundRow, findRows, getBulkSend, listBulkSends } from '@countersign/core/bulk-send/find';
import { correctionsAsCsv, findCorrections } from '@countersign/core/bulk-send/find-corrections';
import { forecastLastMail } from '@countersign/core/bulk-send/forecast';
import { getBulkHeader } from '@countersign/core/bulk-send/header';
import {
  extendOpenDocuments,
  remindOpenDocuments,
  voidOpenDocuments,
} from '@countersign/core/bulk-send/operate';
import { latestOperations } from '@countersign/core/bulk-send/operation';
import { countOutcomes } from '@countersign/core/bulk-send/outcomes';
import { patchBulkSend } from '@countersign/core/bulk-send/patch';
import { previewRow } from '@countersign/core/bulk-send/preview-row';
import { rowsAsCsv } from '@countersign/core/bulk-send/rows-csv';
import type { Ctx } from '@countersign/core/ctx';
import type { BulkSend } from '@countersign/db/models';
import { Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { sendPage } from '../list-answer.ts';
import { withLargeRows } from '../middleware/json-body.ts';
import { isRowsForm, isRowsUpload, pdfsFileOf, rowsFileOf } from '../middleware/rows-file.ts';
import { unsupportedMediaType } from '../middleware/unsupported-media-type.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import { bulkSendName, presentBulkRow, presentBulkSend, presentCorrection } from '../present/bulk-send.ts';
import { contentDisposition } from '../send-blob.ts';
import { sendCsv } from '../send-csv.ts';

const shownRows = 200;

/** The operations on bulk sends. */
export function bulkSendRoutes({ storage }: Pick<AppDeps, 'storage'>): Router {
  const router = Router();

  router.get('/bulk-sends', async (request, response) => {
    const query = parseQuery(BulkSendListQuery, request);
    const ctx = requestCtx(request);
    const found = await listBulkSends(ctx, query);
    const operations = await latestOperations(
      ctx,
      found.items.map(({ id }) => id),
    );
    const items = found.items.map((send) => presentBulkSend(send, null, operations.get(send.id) ?? null));
    sendPage(request, response, query, { ...found, items }, ({ id }) => id);
  });

  router.post('/bulk-sends', async (request, response) => {
    const ctx = requestCtx(request);
    if (isRowsUpload(request)) {
      const query = parseQuery(CreateFromFileQuery, request);
      const made = await createBulkSendFromFile(ctx, {
        templateId: query.template_id,
        sourceFilename: query.source_filename ?? null,
        file: rowsFileOf(request),
        pdfs: pdfsFileOf(request),
        fieldsFrom: query.fields_from,
        own: query,
      });
      response.status(201).json(presentBulkSend(made, [], null));
      return;
    }
    const made = await withLargeRows<CreateBulkSendIn, BulkRowIn, BulkSend>(request, (head, rows) =>
      createBulkSend(ctx, {
        templateId: head.template_id,
        sourceFilename: head.source_filename ?? null,
        own: head,
        rows,
      }),
    );
    response.status(201).json(await withRows(ctx, made));
  });

  router.get('/bulk-sends/:bulk_send_id', async (request, response) => {
    const ctx = requestCtx(request);
    const { id } = await getBulkSend(ctx, request.params.bulk_send_id);
    const { rows_limit: limit, rows_after: after, status } = parseQuery(GetBulkSendQuery, request);
    // Read before the counters and rows, so that these show the result of an operation that is reported as done.
    const operations = await latestOperations(ctx, [id]);
    const send = await getBulkSend(ctx, id);
    response.json(await shown(ctx, send, await findRows(ctx, send, { after, limit, status }), operations));
  });

  router.get('/bulk-sends/:bulk_send_id/outcomes', async (request, response) => {
    response.json(await countOutcomes(requestCtx(request), request.params.bulk_send_id));
  });

  router.patch('/bulk-sends/:bulk_send_id', async (request, response) => {
    const patch = parseBody(PatchBulkSendIn, request);
    const ctx = requestCtx(request);
    response.json(await shown(ctx, await patchBulkSend(ctx, request.params.bulk_send_id, patch), null));
  });

  router.post('/bulk-sends/:bulk_send_id/dispatch', async (request, response) => {
    const ctx = requestCtx(request);
    const { skip_invalid: skipInvalid } = parseQuery(DispatchQuery, request);
    const plan = parseBody(DispatchIn.nullish(), request) ?? {};
    const send = await dispatchBulkSend(ctx, request.params.bulk_send_id, { skipInvalid, ...plan });
    response.status(202).json(await withRows(ctx, send));
  });

  router.post('/bulk-sends/:bulk_send_id/cancel', async (request, response) => {
    const ctx = requestCtx(request);
    response.json(await withRows(ctx, await cancelBulkSend(ctx, request.params.bulk_send_id)));
  });

  router.post('/bulk-sends/:bulk_send_id/retry-failed', async (request, response) => {
    const ctx = requestCtx(request);
    response.status(202).json(await withRows(ctx, await retryFailedRows(ctx, request.params.bulk_send_id)));
  });

  router.post('/bulk-sends/:bulk_send_id/void-open', async (request, response) => {
    const ctx = requestCtx(request);
    const input = parseBody(VoidReq, request);
    response
      .status(202)
      .json(await shown(ctx, await voidOpenDocuments(ctx, request.params.bulk_send_id, input), null));
  });

  router.post('/bulk-sends/:bulk_send_id/remind-open', async (request, response) => {
    const ctx = requestCtx(request);
    response
      .status(202)
      .json(await shown(ctx, await remindOpenDocuments(ctx, request.params.bulk_send_id), null));
  });

  router.post('/bulk-sends/:bulk_send_id/extend', async (request, response) => {
    const ctx = requestCtx(request);
    const body = parseBody(ExtendOpenReq, request);
    const send = await extendOpenDocuments(ctx, request.params.bulk_send_id, {
      expiresAt: body.expires_at,
      alsoWithoutExpiry: body.also_without_expiry,
    });
    response.status(202).json(await shown(ctx, send, null));
  });

  router.post('/bulk-sends/:bulk_send_id/corrections', async (request, response) => {
    const ctx = requestCtx(request);
    await getBulkSend(ctx, request.params.bulk_send_id);
    if (!isRowsUpload(request) || isRowsForm(request)) throw unsupportedMediaType(request);
    const send = await correctBulkSend(ctx, request.params.bulk_send_id, rowsFileOf(request));
    response.status(202).json(await shown(ctx, send, null));
  });

  router.get('/bulk-sends/:bulk_send_id/corrections', async (request, response) => {
    const { after, limit, result } = parseQuery(CorrectionsQuery, request);
    const found = await findCorrections(requestCtx(request), request.params.bulk_send_id, {
      after,
      limit,
      result,
    });
    response.json({ items: found.map(presentCorrection) });
  });

  router.get('/bulk-sends/:bulk_send_id/corrections.csv', async (request, response) => {
    const { result } = parseQuery(CorrectionsCsvQuery, request);
    const lines = await correctionsAsCsv(requestCtx(request), request.params.bulk_send_id, result);
    await sendCsv(request, response, {
      name: 'corrections.csv',
      lines,
      beforeDelivery: recorded(requestCtx(request), 'rows.exported', { id: request.params.bulk_send_id }),
    });
  });

  router.post('/bulk-sends/:bulk_send_id/archive', async (request, response) => {
    const ctx = requestCtx(request);
    response.json(await shown(ctx, await archiveBulkSend(ctx, request.params.bulk_send_id), null));
  });

  router.post('/bulk-sends/:bulk_send_id/unarchive', async (request, response) => {
    const ctx = requestCtx(request);
    response.json(await shown(ctx, await unarchiveBulkSend(ctx, request.params.bulk_send_id), null));
  });

  router.get('/bulk-sends/:bulk_send_id/rows.csv', async (request, response) => {
    const ctx = requestCtx(request);
    const send = await getBulkSend(ctx, request.params.bulk_send_id);
    const { status } = parseQuery(RowsCsvQuery, request);
    const lines = rowsAsCsv(ctx, send, (row) => presentBulkRow(send, row), status);
    await sendCsv(request, response, {
      name: `${bulkSendName(send)} (rows).csv`,
      lines,
      beforeDelivery: recorded(ctx, 'rows.exported', send),
    });
  });

  router.get('/bulk-sends/:bulk_send_id/rows/:row_no/preview.pdf', async (request, response) => {
    const ctx = { ...requestCtx(request), storage, signal: callerSignal(response) };
    const { bulk_send_id: id, row_no: rowNo } = request.params;
    const { filename, bytes } = await previewRow(ctx, id, Number(rowNo));
    response.type('application/pdf').setHeader('Content-Disposition', contentDisposition('inline', filename));
    response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });

  router.get('/bulk-sends/:bulk_send_id/answers.csv', async (request, response) => {
    const ctx = requestCtx(request);
    const send = await getBulkSend(ctx, request.params.bulk_send_id);
    const { rows_after } = parseQuery(AnswersCsvQuery, request);
    const lines = answersAsCsv(ctx, send, rows_after);
    await sendCsv(request, response, {
      name: `${bulkSendName(send)} (answers).csv`,
      lines,
      beforeDelivery: recorded(ctx, 'answers.exported', send),
    });
  });

  router.get('/templates/:tpl_id/bulk.csv', async (request, response) => {
    const { filename, content } = await getBulkHeader(requestCtx(request), request.params.tpl_id);
    response.type('text/csv').setHeader('Content-Disposition', contentDisposition('attachment', filename));
    response.send(content);
  });

  return router;
}

const recorded =
  (ctx: Ctx, type: 'rows.exported' | 'answers.exported', { id }: Pick<BulkSend, 'id'>) =>
  () =>
    recordExport(ctx, { type, target: { type: 'bulk_send', id } });

/** A bulk send with its first rows, as responses show it. */
async function withRows(ctx: Ctx, send: BulkSend) {
  return shown(ctx, send, await findRows(ctx, send, { after: 0, limit: shownRows }));
}

/** A bulk send with these rows, its latest operation and its forecast. */
async function shown(
  ctx: Ctx,
  send: BulkSend,
  rows: FoundRow[] | null,
  given?: Awaited<ReturnType<typeof latestOperations>>,
) {
  const operations = given ?? (await latestOperations(ctx, [send.id]));
  const lastEmailAt = await forecastLastMail(ctx, send);
  return presentBulkSend(send, rows, operations.get(send.id) ?? null, lastEmailAt);
}
