/** /v1/direct-links/{token}: what the page of a direct link calls. The token is the credential (docs/decisions/031-direct-links.md). */
import { VisitDirectLinkReq } from '@countersign/contract/direct-link';
import { findOpenLink, visitDirectLink } from '@countersign/core/template/visit-direct-link';
import { Router } from 'express';
import { openJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import { callerAgent, callerIp, requestId } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { spendToken } from '../middleware/rate-limit.ts';
import { baseOf, fromOwnPages } from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentPublicLink } from '../present/direct-link.ts';

const hourly = (perHour: number) => ({ rate: perHour / 3600, burst: perHour });

/** Reading a link changes nothing. A visit creates a document, so it is limited by address, by link and by email address. */
export function directLinkRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const { directLinkVisitsPerAddress: perAddress, directLinkVisitsPerHour: perLink } = deps.settings;
  const visitsPerAddress = addressLimit(deps, { name: 'direct-link', ...hourly(perAddress) });
  const json = jsonBody(bodies, {
    limits: () => openJson,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });
  const ownPage = fromOwnPages(deps);

  router.get('/direct-links/:token', async (request, response) => {
    response.json(presentPublicLink(await findOpenLink(deps, request.params.token)));
  });

  router.post('/direct-links/:token/visits', ownPage, visitsPerAddress, json, async (request, response) => {
    const found = await findOpenLink(deps, String(request.params.token));
    const visitor = parseBody(VisitDirectLinkReq, request);
    await spendToken(deps, response, {
      bucket: `direct-link:${found.link.id}`,
      ...hourly(perLink),
      detail: 'Many people are using this link. Try again later.',
    });
    const caller = {
      ip: callerIp(request),
      userAgent: callerAgent(request),
      requestId: requestId(request),
    };
    const url = await visitDirectLink(baseOf(deps, request), found, visitor, caller);
    response.status(201).json({ status: url === null ? 'emailed' : 'ready', url });
  });

  return router;
}
