/** GET /v1/requests: the request log. */
import { RequestListQuery } from '@countersign/contract/request-log';
import { listRequests } from '@countersign/core/request-log/list';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { linkNext } from '../list-answer.ts';
import { parseQuery } from '../middleware/validate.ts';
import { presentRequest } from '../present/request.ts';

/** The request log of the workspace. */
export function requestRoutes(): Router {
  const router = Router();

  router.get('/requests', async (request, response) => {
    const query = parseQuery(RequestListQuery, request);
    const { items, next } = await listRequests(requestCtx(request), query);
    if (next !== null) linkNext(request, response, { limit: query.limit, starting_after: next });
    response.json({ items: items.map(presentRequest), limit: query.limit, next_starting_after: next });
  });

  return router;
}
