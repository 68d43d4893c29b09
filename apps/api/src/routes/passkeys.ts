/** /v1/console/passkeys and /v1/console/passkey-sign-in: passkeys of the signed-in person, and signing in with one. */
import { CreatePasskeyReq, PasskeySignInReq, PatchPasskeyReq } from '@countersign/contract/passkey';
import { listPasskeys, removePasskey, renamePasskey } from '@countersign/core/passkey/manage';
import { finishRegistration, type Registrant, startRegistration } from '@countersign/core/passkey/register';
import { finishPasskeySignIn, startPasskeySignIn } from '@countersign/core/passkey/sign-in';
import { readPerson } from '@countersign/core/user/read-session';
import { type Request, Router } from 'express';
import { openJson, usualJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { personIdempotency } from '../middleware/idempotency.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import {
  attemptToken,
  fromOwnPages,
  personCtx,
  requestPerson,
  sessionToken,
  setAttemptCookie,
  setSessionCookie,
  signedIn,
} from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentPasskey, presentSession } from '../present/console.ts';

/** Offices share an address, and each sign-in takes two requests. */
const signInsPerAddress = { name: 'passkey', rate: 5, burst: 300 };

/** Passkeys of people. */
export function passkeyRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const person = signedIn(deps);
  const once = personIdempotency(deps);
  const json = jsonBody(bodies, {
    limits: () => usualJson,
    owner: (request) => ({ kind: 'workspace', id: requestPerson(request).userId }),
  });
  const open = jsonBody(bodies, {
    limits: () => openJson,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });
  const signIns = addressLimit(deps, signInsPerAddress);
  const ownPage = fromOwnPages(deps);
  const registrant = (request: Request): Registrant => {
    const { userId, email, name, signedInAt, sessionId } = requestPerson(request);
    return { userId, email, name, signedInAt, sessionId, sessionToken: sessionToken(deps, request)! };
  };

  router.post('/console/passkey-sign-in', ownPage, signIns, async (request, response) => {
    const known = attemptToken(deps, request);
    const { options, browserToken } = await startPasskeySignIn(personCtx(deps, request), known);
    setAttemptCookie(deps, response, browserToken);
    response.json({ options });
  });

  router.post('/console/passkey-sign-in/session', ownPage, signIns, open, async (request, response) => {
    const { response: answer } = parseBody(PasskeySignInReq, request);
    const opened = await finishPasskeySignIn(personCtx(deps, request), {
      response: answer,
      browserToken: attemptToken(deps, request),
      previousToken: sessionToken(deps, request),
    });
    setSessionCookie(deps, response, opened.token);
    const { method: signedInBy, expiresAt } = opened;
    response.json(presentSession(await readPerson(deps, opened.userId), { signedInBy, expiresAt }, deps));
  });

  router.get('/console/passkeys', person, async (request, response) => {
    response.json((await listPasskeys(deps, requestPerson(request).userId)).map(presentPasskey));
  });

  router.post('/console/passkeys/registration', person, once, async (request, response) => {
    const options = await startRegistration(personCtx(deps, request), registrant(request));
    response.json({ options });
  });

  router.post('/console/passkeys', person, json, once, async (request, response) => {
    const input = parseBody(CreatePasskeyReq, request);
    const passkey = await finishRegistration(personCtx(deps, request), registrant(request), input);
    response.status(201).json(presentPasskey(passkey));
  });

  router.patch('/console/passkeys/:passkey_id', person, json, async (request, response) => {
    const { name } = parseBody(PatchPasskeyReq, request);
    const id = String(request.params.passkey_id);
    const { userId } = requestPerson(request);
    response.json(presentPasskey(await renamePasskey(personCtx(deps, request), userId, id, name)));
  });

  router.delete('/console/passkeys/:passkey_id', person, async (request, response) => {
    const id = String(request.params.passkey_id);
    await removePasskey(personCtx(deps, request), requestPerson(request), id);
    response.status(204).end();
  });

  return router;
}
