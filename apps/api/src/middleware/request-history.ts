/** Records requests with an API key in the request log of their workspace (docs/decisions/034-request-log.md). */
import { decodeId } from '@countersign/contract/ids';
import { scrubPath, scrubQuery } from '@countersign/core/request-log/scrub';
import type { RequestHandler } from 'express';
import {
  callerAgent,
  findRequestCtx,
  requestDocument,
  requestId,
  requestProblem,
  requestRoute,
} from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { createLocalBuckets } from '../local-buckets.ts';

const longestAgent = 200;
/** Refusals by the rate limit that are recorded for each workspace: all of a short burst, then one a second. */
const refusals = { rate: 1, burst: 60, most: 10_000 };

/** Adds the request to the log when its response has ended. Requests without a valid key belong to no workspace and are not recorded. */
export function recordRequests({ requestLog, now }: Pick<AppDeps, 'requestLog' | 'now'>): RequestHandler {
  if (!requestLog) return (_request, _response, next) => next();
  const buckets = createLocalBuckets(refusals);
  return (request, response, next) => {
    const createdAt = now();
    const startedAt = performance.now();
    response.once('close', () => {
      const ctx = findRequestCtx(request);
      const route = requestRoute(request);
      if (ctx?.actor.type !== 'api_key' || route === null) return;
      const { workspaceId, mode, actor } = ctx;
      const status = response.headersSent ? response.statusCode : null;
      if (status === 429 && !buckets.take(workspaceId).allowed) return;
      const path = scrubPath(route, request.originalUrl.split('?', 1)[0]!);
      requestLog.record({
        workspaceId,
        mode,
        keyId: actor.id,
        requestId: requestId(request),
        createdAt,
        method: request.method,
        route,
        path,
        query: scrubQuery(request.originalUrl),
        status,
        problem: requestProblem(request),
        durationMs: Math.round(performance.now() - startedAt),
        documentId: requestDocument(request) ?? documentIn(route, path),
        hasIdempotencyKey: request.headers['idempotency-key'] !== undefined,
        isReplay: response.getHeader('Idempotent-Replayed') !== undefined,
        userAgent: callerAgent(request)?.slice(0, longestAgent) ?? null,
      });
    });
    next();
  };
}

/** The document that the path names. */
function documentIn(route: string, path: string): string | null {
  const at = route.split('/').indexOf('{doc_id}');
  return at === -1 ? null : decodeId('doc', path.split('/')[at] ?? '');
}
