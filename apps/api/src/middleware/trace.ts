/** A span for each request, as a child of the caller's if it sends a traceparent (W3C Trace Context). Paths have named parameters. */
import { once } from 'node:events';
import { noTrace, type Trace } from '@countersign/log/trace';
import type { RequestHandler } from 'express';
import { requestId, requestRoute } from '../ctx.ts';

/** Probes are not traced, because they come every few seconds. */
const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/** Creates spans from the request to the end of its response. */
export function traceRequests(trace: Trace = noTrace): RequestHandler {
  return (request, response, next) => {
    const route = requestRoute(request) ?? 'unknown';
    if (trace === noTrace || untraced.has(route)) {
      next();
      return;
    }
    const { traceparent, tracestate } = request.headers;
    const carried =
      typeof traceparent === 'string'
        ? { traceparent, ...(typeof tracestate === 'string' && { tracestate }) }
        : null;
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'request.id': requestId(request),
    };
    void trace.inSpan(`${request.method} ${route}`, { kind: 'server', carried, attributes }, async (span) => {
      const closed = once(response, 'close');
      next();
      await closed;
      span.describe({ 'http.response.status_code': response.statusCode });
    });
  };
}
