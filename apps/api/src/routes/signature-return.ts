/**
 * /signature-return: where the provider of a recipient's key sends the browser back (docs/decisions/051-recipient-signatures.md). The
 * answers are redirects, because people see them: to the provider again, or to the signing page.
 */

import { signingUrl } from '@countersign/core/recipient/link';
import { pendingSeconds, returnPath, visitCookieName } from '@countersign/core/recipient-signature/pending';
import { continueOwnSignature, type ReturnOutcome } from '@countersign/core/recipient-signature/return';
import { type Request, type Response, Router } from 'express';
import { callerAgent, callerIp, readCookie, requestId } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { sweptAddressLimit } from '../middleware/address-limit.ts';

/** A signature takes two. A whole office may share one address. */
const returnsPerAddress = { name: 'signature-return-address', rate: 1, burst: 60 };
/** The longest code that is passed on. */
const maxCodeLength = 4096;

type Edge = Pick<AppDeps, 'settings'>;

/** Sets the cookie that binds a visit to this browser. It is sent only to the address of the return. */
export function setVisitCookie(deps: Edge, response: Response, recipientId: string, verifier: string): void {
  response.cookie(visitCookieName(recipientId), verifier, {
    ...cookieOptions(deps),
    maxAge: pendingSeconds * 1000,
    encode: String,
  });
}

// `lax`, because the browser comes from the pages of the provider.
const cookieOptions = ({ settings }: Edge) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.publicUrl.startsWith('https:'),
    path: returnPath,
  }) as const;

export function signatureReturnRoutes(deps: AppDeps): Router {
  const router = Router();
  const limit = sweptAddressLimit(deps, returnsPerAddress);
  router.get(returnPath, async (request, response) => {
    await limit(request, response);
    const code = queryText(request, 'code');
    const outcome = await continueOwnSignature(deps, {
      state: queryText(request, 'state') ?? '',
      code: code !== null && code.length <= maxCodeLength ? code : null,
      cookie: (name) => readCookie(request, name),
      ip: callerIp(request),
      userAgent: callerAgent(request),
      requestId: requestId(request),
    });
    if (outcome.kind === 'authorize')
      setVisitCookie(deps, response, outcome.recipientId, outcome.visit.verifier);
    else if (outcome.kind !== 'unknown')
      response.clearCookie(visitCookieName(outcome.recipientId), cookieOptions(deps));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, addressOf(deps, outcome));
  });
  return router;
}

function queryText(request: Request, name: string): string | null {
  const value = request.query[name];
  return typeof value === 'string' ? value : null;
}

/** Without a known visit, the page for links that do not work, which advises to use the link of the email. */
function addressOf({ settings }: Edge, outcome: ReturnOutcome): string {
  switch (outcome.kind) {
    case 'authorize':
      return outcome.url;
    case 'signed':
      return signingUrl(settings.publicUrl, outcome.token);
    case 'failed':
      return `${signingUrl(settings.publicUrl, outcome.token)}?signature=${outcome.failure}`;
    case 'unknown':
      return signingUrl(settings.publicUrl, 'returned');
  }
}
