/** Logs and measures every request. The path has named parameters, so that no id or token is logged. */
import { AsyncResource } from 'node:async_hooks';
import type { Log } from '@countersign/log/port';
import type { RequestHandler } from 'express';
import { findRequestCtx, requestId, requestRoute } from '../ctx.ts';
import type { Metrics } from '../metrics.ts';

/** Probes come every few seconds, so they are measured but not logged. */
const unlogged = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs when the response has ended or the caller has disconnected. */
export function accessLog(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    const ended = AsyncResource.bind(() => {
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
      const route = requestRoute(request) ?? 'unknown';
      metrics.observeRequest({ method: request.method, route, status: response.statusCode, seconds });
      if (unlogged.has(route)) return;
      const workspace = findRequestCtx(request)?.workspaceId;
      log.info('request', {
        request_id: requestId(request),
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(seconds * 10_000) / 10,
        ...(workspace && { workspace }),
        ...(!response.writableFinished && { caller_left: true }),
      });
    });
    response.once('close', ended);
    next();
  };
}
