/** /v1/signing-sessions: the page that a session URL opens exchanges the URL's token for its session, once. */
import { StartSessionReq } from '@countersign/contract/signing';
import { startSigningSession } from '@countersign/core/signing/start-session';
import { Router } from 'express';
import { openJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { baseOf } from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';

/** A whole office may share one address. */
const startsPerAddress = { name: 'signing-session', rate: 10, burst: 120 };

/** Exchanges the URL token for a session. The token is in the body, so only the address of the page contains it. */
export function signingSessionRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const json = jsonBody(bodies, {
    limits: () => openJson,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });

  router.post('/signing-sessions', addressLimit(deps, startsPerAddress), json, async (request, response) => {
    const { token } = parseBody(StartSessionReq, request);
    const started = await startSigningSession(baseOf(deps, request), token);
    response.status(201).json({
      session: started.token,
      expires_at: started.endsAt.toISOString(),
      origins: started.origins,
    });
  });

  return router;
}
