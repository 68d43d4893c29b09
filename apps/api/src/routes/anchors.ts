/** GET /anchors: the published anchors of all audit trails, for everybody (docs/AUDIT.md, Anchors). */

import { AnchorListQuery } from '@countersign/contract/anchor';
import { utcDay } from '@countersign/contract/calendar-day';
import { getAnchor, listAnchors } from '@countersign/core/anchor/list';
import { ProblemError } from '@countersign/problem/problem-error';
import { Router } from 'express';
import * as z from 'zod';
import type { AppDeps } from '../deps.ts';
import { sweptAddressLimit } from '../middleware/address-limit.ts';
import { parseQuery } from '../middleware/validate.ts';
import { presentAnchor } from '../present/anchor.ts';

/** For each address: a hundred pages at once, then two a second. */
const limits = {
  name: 'anchors',
  rate: 2,
  burst: 100,
  detail: 'Too many anchors were requested from this address.',
};
/** Anchors never change, except that a missing timestamp is added. */
const freshSeconds = 300;

/** The list, and one anchor. */
export function anchorRoutes(deps: AppDeps): Router {
  const router = Router();
  const limit = sweptAddressLimit(deps, limits);

  router.get('/anchors', async (request, response) => {
    await limit(request, response);
    const query = parseQuery(AnchorListQuery, request);
    const { items, next } = await listAnchors(deps, query);
    response.setHeader('Cache-Control', `public, max-age=${freshSeconds}`);
    response.json({
      items: items.map(presentAnchor),
      limit: query.limit,
      next_starting_after: next && utcDay(next),
    });
  });

  router.get('/anchors/:date', async (request, response) => {
    await limit(request, response);
    const { date } = request.params;
    if (!z.iso.date().safeParse(date).success)
      throw new ProblemError('not-found', { detail: 'Name a day, as in /anchors/2026-11-24.' });
    const anchor = await getAnchor(deps, date);
    response.setHeader('Cache-Control', `public, max-age=${freshSeconds}`);
    response.json(presentAnchor(anchor));
  });

  return router;
}
