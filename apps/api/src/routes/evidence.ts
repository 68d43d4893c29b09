/** Evidence archives of many documents (docs/decisions/041-evidence-archives.md). */
import { BulkEvidenceQuery, EvidenceQuery } from '@countersign/contract/document';
import { recordExport } from '@countersign/core/admin-event/record-export';
import { getBulkSend } from '@countersign/core/bulk-send/find';
import type { Ctx, ScanCtx } from '@countersign/core/ctx';
import type { DocumentFilters } from '@countersign/core/document/list';
import { FairQueue } from '@countersign/core/fair-queue';
import {
  type Evidence,
  locateInEvidence,
  openEvidence,
  readEvidence,
} from '@countersign/core/results/evidence';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type Request, type Response, Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { parseQuery } from '../middleware/validate.ts';
import { bulkSendName } from '../present/bulk-send.ts';
import { contentDisposition, isFresh, parseRange } from '../send-blob.ts';
import { sendStream, slotPace } from '../send-stream.ts';

/**
 * Archives that one process makes at the same time. Each takes minutes to hours, so further requests do not wait: they get 503 with
 * Retry-After.
 */
const archiveLimits = {
  slots: 8,
  slotsPerKey: 2,
  waiting: 0,
  waitingPerKey: 0,
  busy: 'Too many evidence archives are being downloaded at once.',
};

/** The downloads of evidence archives. */
export function evidenceRoutes(deps: AppDeps): Router {
  const router = Router();
  const archives = new FairQueue(archiveLimits);

  const send = async (
    request: Request<never> | Request,
    response: Response,
    { filters, asOf, name }: { filters: DocumentFilters; asOf: string | undefined; name: string },
  ) => {
    const ctx = requestCtx(request);
    await archives.run({ key: ctx.workspaceId }, () =>
      sendEvidence(deps, request, response, { filters, asOf: momentOf(ctx, asOf), name }),
    );
  };

  router.get('/documents/evidence.tar', async (request, response) => {
    const { as_of: asOf, ...filters } = parseQuery(EvidenceQuery, request);
    await send(request, response, { filters, asOf, name: 'evidence.tar' });
  });

  router.get('/bulk-sends/:bulk_send_id/evidence.tar', async (request, response) => {
    const bulkSend = await getBulkSend(requestCtx(request), request.params.bulk_send_id);
    const { as_of: asOf } = parseQuery(BulkEvidenceQuery, request);
    const name = `${bulkSendName(bulkSend)} (evidence).tar`;
    await send(request, response, { filters: { bulk_send_id: bulkSend.id }, asOf, name });
  });

  return router;
}

/** Throws validation for a moment in the future, because the documents up to then are not known yet. */
function momentOf(ctx: Ctx, asOf: string | undefined): Date {
  const now = ctx.now();
  if (asOf === undefined) return now;
  const moment = new Date(asOf);
  if (moment > now)
    throw invalid(['query', 'as_of'], 'Value error, must not be in the future', { input: asOf });
  return moment;
}

/**
 * Streams the archive. A range is only served with the ETag in If-Range, because a part of another archive would be useless. The whole
 * archive has no Content-Length, because its size is known only once every audit trail was read.
 */
async function sendEvidence(
  { storage }: AppDeps,
  request: Request<never> | Request,
  response: Response,
  { filters, asOf, name }: { filters: DocumentFilters; asOf: Date; name: string },
): Promise<void> {
  const ctx = { ...requestCtx(request), storage, signal: callerSignal(response) };
  const evidence = await openEvidence(ctx, { filters, asOf });
  const etag = `"${evidence.fingerprint}"`;
  const here = new URL(request.originalUrl, ctx.settings.publicUrl);
  here.searchParams.set('as_of', asOf.toISOString());
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Location', `${here.pathname}${here.search}`);
  response.setHeader('Content-Disposition', contentDisposition('attachment', name));
  if (isFresh(request, etag)) {
    response.status(304).end();
    return;
  }
  response.type('application/x-tar');
  if (request.method === 'HEAD') {
    const { sizeBytes } = await locateInEvidence(ctx, evidence, 0);
    response.setHeader('Content-Length', sizeBytes).end();
    return;
  }
  const start = request.headers['if-range'] === etag ? startOf(request.headers.range) : null;
  // Filters can hold names and addresses, so only those that are ids are recorded.
  const { bulk_send_id, folder_id, status } = filters;
  const isOfBulkSend = bulk_send_id !== undefined && bulk_send_id !== 'none';
  await recordExport(ctx, {
    type: 'evidence.exported',
    target: isOfBulkSend
      ? { type: 'bulk_send', id: bulk_send_id }
      : { type: 'workspace', id: ctx.workspaceId },
    details: {
      documents: evidence.documents,
      fingerprint: evidence.fingerprint,
      from_byte: start ?? 0,
      bulk_send_id: isOfBulkSend ? undefined : bulk_send_id,
      folder_id,
      status,
    },
  });
  if (start === null) await sendStream(readEvidence(ctx, evidence), response, slotPace);
  else await sendRest(ctx, request, response, evidence, start);
}

/** Where the range begins; null for none, and for the last bytes, whose beginning is not known. */
function startOf(range: string | undefined): number | null {
  const digits = /^bytes=(\d{1,15})-/.exec(range?.trim() ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

async function sendRest(
  ctx: ScanCtx & Pick<AppDeps, 'storage'>,
  request: Request<never> | Request,
  response: Response,
  evidence: Evidence,
  start: number,
): Promise<void> {
  const position = await locateInEvidence(ctx, evidence, start);
  const { sizeBytes } = position;
  const range = parseRange(request.headers.range, sizeBytes);
  if (range === 'unsatisfiable')
    throw new ProblemError('range-not-satisfiable', {
      detail: `The archive has ${sizeBytes} bytes.`,
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
    });
  if (range === null) return sendStream(readEvidence(ctx, evidence), response, slotPace);
  const length = range.end - range.start + 1;
  response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  response.setHeader('Content-Length', length);
  await sendStream(firstBytes(readEvidence(ctx, evidence, position), length), response, slotPace);
}

async function* firstBytes(source: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.length);
    if (left === 0) return;
  }
}
