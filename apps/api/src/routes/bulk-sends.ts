/** /v1/bulk-sends (docs/spec/interface.md, Bulk sends; docs/spec/decisions.md, section 5). */
import { Readable } from 'node:stream';
import {
  AnswersCsvQuery,
  type BulkRowIn,
  BulkSendListQuery,
  type CreateBulkSendIn,
  CreateFromFileQuery,
  DispatchQuery,
  GetBulkSendQuery,
  PatchBulkSendIn,
  RowsCsvQuery,
} from '@countersign/contract/bulk-send';
import { answersAsCsv } from '@countersign/core/bulk-send/answers-csv';
import { cancelBulkSend } from '@countersign/core/bulk-send/cancel';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createBulkSendFromFile } from '@countersign/core/bulk-send/create-from-file';
import { dispatchBulkSend, retryFailedRows } from '@countersign/core/bulk-send/dispatch';
import { findRows, getBulkSend, listBulkSends } from '@countersign/core/bulk-send/find';
import { getBulkHeader } from '@countersign/core/bulk-send/header';
import { countOutcomes } from '@countersign/core/bulk-send/outcomes';
import { patchBulkSend } from '@countersign/core/bulk-send/patch';
import { rowsAsCsv } from '@countersign/core/bulk-send/rows-csv';
import type { Ctx } from '@countersign/core/ctx';
import type { BulkSend } from '@countersign/db/models';
import { type Request, type Response, Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { sendPage } from '../list-answer.ts';
import { withLargeRows } from '../middleware/json-body.ts';
import { isRowsUpload, rowsFileOf } from '../middleware/rows-file.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import { presentBulkRow, presentBulkSend } from '../present/bulk-send.ts';
import { contentDisposition } from '../send-blob.ts';
import { sendStream } from '../send-stream.ts';

const shownRows = 200;

/** The operations on bulk sends. */
export function bulkSendRoutes(): Router {
  const router = Router();

  router.get('/bulk-sends', async (request, response) => {
    const query = parseQuery(BulkSendListQuery, request);
    const found = await listBulkSends(requestCtx(request), query);
    const items = found.items.map((send) => presentBulkSend(send, null));
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
        own: query,
      });
      response.status(201).json(presentBulkSend(made, []));
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
    const send = await getBulkSend(ctx, request.params.bulk_send_id);
    const { rows_limit: limit, rows_after: after, status } = parseQuery(GetBulkSendQuery, request);
    response.json(presentBulkSend(send, await findRows(ctx.db, send, { after, limit, status })));
  });

  router.get('/bulk-sends/:bulk_send_id/outcomes', async (request, response) => {
    response.json(await countOutcomes(requestCtx(request), request.params.bulk_send_id));
  });

  router.patch('/bulk-sends/:bulk_send_id', async (request, response) => {
    const patch = parseBody(PatchBulkSendIn, request);
    const send = await patchBulkSend(requestCtx(request), request.params.bulk_send_id, patch);
    response.json(presentBulkSend(send, null));
  });

  router.post('/bulk-sends/:bulk_send_id/dispatch', async (request, response) => {
    const ctx = requestCtx(request);
    const { skip_invalid: skipInvalid } = parseQuery(DispatchQuery, request);
    const send = await dispatchBulkSend(ctx, request.params.bulk_send_id, { skipInvalid });
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

  router.get('/bulk-sends/:bulk_send_id/rows.csv', async (request, response) => {
    const ctx = requestCtx(request);
    const send = await getBulkSend(ctx, request.params.bulk_send_id);
    const { status } = parseQuery(RowsCsvQuery, request);
    const lines = rowsAsCsv(ctx, send, (row) => presentBulkRow(send, row), status);
    await sendCsv(request, response, { name: `${nameOf(send)} (rows).csv`, lines });
  });

  router.get('/bulk-sends/:bulk_send_id/answers.csv', async (request, response) => {
    const ctx = requestCtx(request);
    const send = await getBulkSend(ctx, request.params.bulk_send_id);
    const { rows_after } = parseQuery(AnswersCsvQuery, request);
    const lines = answersAsCsv(ctx, send, rows_after);
    await sendCsv(request, response, { name: `${nameOf(send)} (answers).csv`, lines });
  });

  router.get('/templates/:tpl_id/bulk.csv', async (request, response) => {
    const { filename, content } = await getBulkHeader(requestCtx(request), request.params.tpl_id);
    response.type('text/csv').setHeader('Content-Disposition', contentDisposition('attachment', filename));
    response.send(content);
  });

  return router;
}

const nameOf = (send: BulkSend) => send.sourceFilename?.replace(/\.(?:csv|xlsx|xlsm)$/i, '') || 'bulk send';

/** Streams a table. HEAD gets the headers only. */
async function sendCsv(
  request: Request<never> | Request,
  response: Response,
  { name, lines }: { name: string; lines: AsyncIterable<string> },
): Promise<void> {
  response.type('text/csv').setHeader('Content-Disposition', contentDisposition('attachment', name));
  if (request.method === 'HEAD') response.end();
  else await sendStream(Readable.from(lines), response);
}

/** A bulk send with its first rows, as responses show it. */
async function withRows(ctx: Ctx, send: BulkSend) {
  return presentBulkSend(send, await findRows(ctx.db, send, { after: 0, limit: shownRows }));
}
