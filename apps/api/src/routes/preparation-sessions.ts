/** /v1/preparation-sessions: the page of a preparation URL exchanges the URL's token for its session, once. */
import { StartPreparationReq } from '@countersign/contract/preparation';
import { startPreparation } from '@countersign/core/document/preparation-session';
import { Router } from 'express';
import { openJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { baseOf } from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';

/** A whole office may share one address. */
const startsPerAddress = { name: 'preparation-session-start', rate: 10, burst: 120 };

/** Exchanges the URL token for a session. The token is in the body, so only the address of the page contains it. */
export function preparationSessionRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const json = jsonBody(bodies, {
    limits: () => openJson,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });

  router.post(
    '/preparation-sessions',
    addressLimit(deps, startsPerAddress),
    json,
    async (request, response) => {
      const { token } = parseBody(StartPreparationReq, request);
      const started = await startPreparation(baseOf(deps, request), token);
      response.status(201).json({
        session: started.token,
        expires_at: started.endsAt.toISOString(),
        origins: started.origins,
        document_id: started.publicId,
        mode: started.mode,
        can_send: started.canSend,
      });
    },
  );

  return router;
}
