/** GET /v1/events: the events of webhook deliveries, for clients that poll. */
import { EventFeedQuery } from '@countersign/contract/webhook';
import { readEventFeed } from '@countersign/core/event/feed';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { parseQuery } from '../middleware/validate.ts';

/** The event feed. A waiting request ends early when the caller disconnects or the process stops. */
export function eventRoutes({ stopping }: AppDeps): Router {
  const router = Router();

  router.get('/events', async (request, response) => {
    const query = parseQuery(EventFeedQuery, request);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    // The caller may have disconnected while its key was looked up.
    if (response.closed) gone.abort();
    const signal = stopping ? AbortSignal.any([gone.signal, stopping]) : gone.signal;
    response.json(await readEventFeed(requestCtx(request), query, signal));
  });

  return router;
}
