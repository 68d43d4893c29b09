/** POST /internal/mail-events: asynchronous bounces, reported by the operator's mail system (docs/spec/decisions.md, section 3). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeId } from '@countersign/contract/ids';
import { MailEventIn } from '@countersign/contract/mail-event';
import { recordBounce } from '@countersign/core/recipient/record-bounce';
import { Router } from 'express';
import { usualJson } from '../body/limits.ts';
import { requestId } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { bearerToken, withoutCredential } from '../middleware/authenticate.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { parseBody } from '../middleware/validate.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The operation for mail systems. Protected by MAIL_EVENTS_SECRET; without it every request is refused. */
export function internalRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();

  router.post(
    '/internal/mail-events',
    (request, _response, next) => {
      const given = bearerToken(request.headers.authorization);
      const secret = deps.edge.mailEventsSecret;
      if (given === null || secret === null || !timingSafeEqual(sha256(given), sha256(secret)))
        throw withoutCredential(
          given === null
            ? 'Send the value of MAIL_EVENTS_SECRET as Authorization: Bearer <secret>.'
            : 'This is not the value of MAIL_EVENTS_SECRET, or the service has none and takes no mail events.',
        );
      next();
    },
    jsonBody(bodies, { limits: () => usualJson, owner: () => ({ kind: 'workspace', id: 'mail-events' }) }),
    async (request, response) => {
      const event = parseBody(MailEventIn, request);
      await recordBounce(deps, {
        mailId: event.mail_id ?? undefined,
        documentId: (event.document_id && decodeId('doc', event.document_id)) || undefined,
        email: event.recipient_email ?? undefined,
        detail: event.detail,
        permanent: event.permanent,
        requestId: requestId(request),
      });
      response.status(204).end();
    },
  );

  return router;
}
