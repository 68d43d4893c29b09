/** /v1/console, outside any workspace: sign-in, session, and accepting invitations (docs/spec/decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import {
  type AcceptedInvitationOut,
  AcceptInvitationReq,
  CreateSessionReq,
  CreateWorkspaceReq,
  PatchUserReq,
  type SessionOut,
  SignInReq,
  SingleSignOnReq,
} from '@countersign/contract/console';
import { hasPasskeys } from '@countersign/core/passkey/relying-party';
import { finishSingleSignOn } from '@countersign/core/single-sign-on/finish';
import type { IdentityProvider } from '@countersign/core/single-sign-on/provider';
import { startSingleSignOn } from '@countersign/core/single-sign-on/start';
import { findSession, type SignedInPerson } from '@countersign/core/user/find-session';
import { acceptInvitation, findInvitation } from '@countersign/core/user/invitations';
import type { OpenedSession } from '@countersign/core/user/open-session';
import { listSignIns, readPerson, renamePerson } from '@countersign/core/user/read-session';
import { redeemSignInLink } from '@countersign/core/user/redeem-link';
import { requestSignIn } from '@countersign/core/user/sign-in-link';
import { signOut, signOutEverywhere } from '@countersign/core/user/sign-out';
import { createOwnWorkspace } from '@countersign/core/workspace/create';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Response, Router } from 'express';
import { openJson, usualJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit, limitAddress } from '../middleware/address-limit.ts';
import { personIdempotency } from '../middleware/idempotency.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { spendToken } from '../middleware/rate-limit.ts';
import {
  attemptToken,
  clearSessionCookie,
  fromOwnPages,
  personCtx,
  requestPerson,
  sessionToken,
  setAttemptCookie,
  setSessionCookie,
  signedIn,
} from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentSession, presentSignIn, presentWorkspace } from '../present/console.ts';

/** Sign-in emails: for each network address ten at once, then one a minute; for each email address five, then one in five minutes. */
const mailsPerAddress = { name: 'sign-in', rate: 1 / 60, burst: 10 };
const mailsPerEmail = { rate: 1 / 300, burst: 5 };
/** Attempts with links. Links cannot be guessed; this limit protects the database from load. */
const linksPerAddress = { name: 'links', rate: 1, burst: 60 };

/** Single sign-on takes two requests. Sessions end each day, so a whole office may sign in from one address within minutes. */
const singleSignOnPerAddress = { name: 'single-sign-on', rate: 5, burst: 300 };

/** Sign-in, session and invitations. Links in emails open pages; only the POST of a button on the page uses a link, so mail scanners cannot. */
export function peopleRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const open = jsonBody(bodies, {
    limits: () => openJson,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });
  const json = jsonBody(bodies, {
    limits: () => usualJson,
    owner: (request) => ({ kind: 'workspace', id: requestPerson(request).userId }),
  });
  const mails = addressLimit(deps, mailsPerAddress);
  const links = addressLimit(deps, linksPerAddress);
  const singleSignOn = addressLimit(deps, singleSignOnPerAddress);
  const person = signedIn(deps);
  const once = personIdempotency(deps);
  const ownPage = fromOwnPages(deps);

  /** Sets the cookie and presents the session. */
  async function beginSession(response: Response, opened: OpenedSession): Promise<SessionOut> {
    setSessionCookie(deps, response, opened.token);
    return present({ ...opened, signedInBy: opened.method });
  }

  async function present(
    session: Pick<SignedInPerson, 'userId' | 'signedInBy' | 'expiresAt'>,
  ): Promise<SessionOut> {
    return presentSession(await readPerson(deps, session.userId), session, deps);
  }

  /** The identity provider. Throws not-found if the installation has none. */
  function identityProvider(): IdentityProvider {
    if (deps.identityProvider) return deps.identityProvider;
    throw new ProblemError('not-found', { detail: 'This installation has no identity provider.' });
  }

  router.post('/console/sign-in', ownPage, mails, open, async (request, response) => {
    const { email } = parseBody(SignInReq, request);
    const mailbox = deps.secrets.mac('person-address', normalizeEmail(email)).toString('base64url');
    const detail = 'Several emails have already been sent to this address. Try again later.';
    await spendToken(deps, response, { ...mailsPerEmail, bucket: `sign-in-mail:${mailbox}`, detail });
    await requestSignIn(personCtx(deps, request), email);
    response.status(202).end();
  });

  router.post('/console/session', ownPage, links, open, async (request, response) => {
    const { token } = parseBody(CreateSessionReq, request);
    const previousToken = sessionToken(deps, request);
    const opened = await redeemSignInLink(personCtx(deps, request), { token, previousToken });
    response.json(await beginSession(response, opened));
  });

  router.get('/console/session', person, async (request, response) => {
    response.json(await present(requestPerson(request)));
  });

  router.get('/console/sign-in-methods', singleSignOn, (_request, response) => {
    const { identityProvider: provider } = deps;
    response.json({
      single_sign_on: provider && { name: provider.name },
      passkeys: hasPasskeys(deps.settings),
    });
  });

  router.post('/console/single-sign-on', ownPage, singleSignOn, async (request, response) => {
    const known = attemptToken(deps, request);
    const started = await startSingleSignOn(personCtx(deps, request), identityProvider(), known);
    setAttemptCookie(deps, response, started.browserToken);
    response.json({ url: started.url });
  });

  router.post('/console/single-sign-on/session', ownPage, singleSignOn, open, async (request, response) => {
    const { query } = parseBody(SingleSignOnReq, request);
    const provider = identityProvider();
    const browserToken = attemptToken(deps, request);
    const previousToken = sessionToken(deps, request);
    const input = { query, browserToken, previousToken };
    const opened = await finishSingleSignOn(personCtx(deps, request), provider, input);
    response.json(await beginSession(response, opened));
  });

  router.delete('/console/session', person, async (request, response) => {
    await signOut(personCtx(deps, request), requestPerson(request));
    clearSessionCookie(deps, response);
    response.status(204).end();
  });

  router.post('/console/session/sign-out-everywhere', person, once, async (request, response) => {
    await signOutEverywhere(personCtx(deps, request), requestPerson(request));
    clearSessionCookie(deps, response);
    response.status(204).end();
  });

  router.get('/console/sign-ins', person, async (request, response) => {
    response.json((await listSignIns(deps, requestPerson(request).userId)).map(presentSignIn));
  });

  router.patch('/console/user', person, json, async (request, response) => {
    const person = requestPerson(request);
    await renamePerson(deps, person.userId, parseBody(PatchUserReq, request).name);
    response.json(await present(person));
  });

  router.post('/console/workspaces', person, json, once, async (request, response) => {
    const { name } = parseBody(CreateWorkspaceReq, request);
    const workspace = await createOwnWorkspace(personCtx(deps, request), requestPerson(request), name);
    response.status(201).json(presentWorkspace({ ...workspace, logo: null }));
  });

  router.get('/console/invitations/by-token/:token', async (request, response) => {
    await limitAddress(deps, request, response, linksPerAddress);
    const found = await findInvitation(deps, request.params.token);
    response.json({ workspace_name: found.workspaceName, email: found.email, role: found.role });
  });

  router.post(
    '/console/invitations/by-token/:token/accept',
    ownPage,
    links,
    open,
    async (request, response) => {
      const input = parseBody(AcceptInvitationReq.nullish(), request);
      const ctx = personCtx(deps, request);
      const previousToken = sessionToken(deps, request);
      const { userId, workspaceSlug, opened } = await acceptInvitation(ctx, {
        token: String(request.params.token),
        name: input?.name ?? null,
        previousToken,
      });
      let session: SessionOut | null = null;
      if (opened) session = await beginSession(response, opened);
      else if (previousToken) {
        const current = await findSession(ctx, previousToken);
        if (current?.person.userId === userId) session = await present(current.person);
      }
      response.json({ workspace_slug: workspaceSlug, session } satisfies AcceptedInvitationOut);
    },
  );

  return router;
}
