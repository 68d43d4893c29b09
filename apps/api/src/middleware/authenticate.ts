/**
 * Authenticates callers: an API key (docs/spec/decisions.md, section 1; RFC 6750, section 2.1), a person with a session (section 7), an
 * upload URL, or the page of a preparation session.
 */
import { type Mode, modes } from '@countersign/contract/common';
import { preparationHeader } from '@countersign/contract/session-header';
import { guardRole, guardSignInMethod } from '@countersign/core/access';
import type { Ctx } from '@countersign/core/ctx';
import { findPreparationScope } from '@countersign/core/document/preparation-session';
import { findUploadScope } from '@countersign/core/document/upload';
import { authenticateKey } from '@countersign/core/key/authenticate';
import type { TokenBucket } from '@countersign/core/rate-limit/token-bucket';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import { callerAgent, callerIp, remember, requestCtx, requestId, requestRoute } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { leastRole, type Operation } from '../openapi/operation.ts';
import type { KnownCallers } from './callers.ts';
import { spendToken } from './rate-limit.ts';
import {
  baseOf,
  given,
  guardSameOrigin,
  namedWorkspace,
  requirePerson,
  sessionToken,
  withoutHeader,
} from './session.ts';

/**
 * Builds the Ctx of the request from its key, from the token of an `uploadUrl` or a preparation session, or from a session cookie with
 * X-Workspace and X-Mode. Throws unauthenticated with `WWW-Authenticate: Bearer`; for a person also forbidden, and not-found for a
 * workspace that they do not belong to, and single-sign-on-required.
 */
export function authenticate(deps: AppDeps, known: KnownCallers): RequestHandler {
  return async (request, response, next) => {
    const { bucket, isCounted, ...caller } = await findCaller(deps, request, response).catch(
      (error: unknown) => {
        known.forget(request);
        throw error;
      },
    );
    known.remember(request, caller.workspaceId);
    remember(request, {
      ...(bucket && { bucket }),
      ...(isCounted && { isCounted }),
      ctx: {
        ...baseOf(deps, request),
        ...caller,
        ip: callerIp(request),
        userAgent: callerAgent(request),
        requestId: requestId(request),
      },
    });
    next();
  };
}

/** Throws forbidden unless the caller's role allows the operation. */
export function authorize(operations: readonly Operation[]): RequestHandler {
  const needed = new Map(
    operations.map((operation) => [
      `${operation.method.toUpperCase()} ${operation.path}`,
      leastRole(operation),
    ]),
  );
  return (request, _response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    guardRole(requestCtx(request), needed.get(`${method} ${requestRoute(request)}`) ?? 'manager');
    next();
  };
}

type Caller = Pick<
  Ctx,
  'workspaceId' | 'teamId' | 'mode' | 'actor' | 'role' | 'signedInBy' | 'sessionId' | 'isPreparing'
> & {
  /** The bucket of the workspace, if this request was counted already. */
  bucket?: TokenBucket;
  /** Set if the request was counted elsewhere than in the bucket of the workspace. */
  isCounted?: true;
};

async function findCaller(deps: AppDeps, request: Request, response: Response): Promise<Caller> {
  if (request.headers.authorization !== undefined) return findKey(deps, request);
  const preparation = request.get(preparationHeader);
  if (preparation !== undefined) return findPreparer(deps, request, response, preparation);
  const token = uploadTokenOf(request);
  if (token !== null) return findUploader(deps, request, token);
  return sessionToken(deps, request) === null ? findKey(deps, request) : findPerson(deps, request, response);
}

/** The token of an `uploadUrl`; null on every other request. */
function uploadTokenOf(request: Request): string | null {
  const { token } = request.query;
  const isUpload = request.method === 'PUT' && requestRoute(request) === '/v1/documents/{doc_id}/content';
  return isUpload && typeof token === 'string' ? token : null;
}

async function findUploader(deps: AppDeps, request: Request, token: string): Promise<Caller> {
  const documentId = request.path.split('/')[2]!;
  const scope = await findUploadScope(baseOf(deps, request), documentId, token);
  if (!scope)
    throw withoutCredential(
      'The upload URL is not valid or has expired. PUT the PDF to this path without the token, with an API key.',
    );
  return { ...scope, actor: { type: 'system', id: 'upload-url' }, role: 'manager' };
}

/** What the page of a preparation session may do, with its own document only. */
const preparationRoutes: ReadonlySet<string> = new Set([
  'GET /v1/documents/{doc_id}',
  'GET /v1/console/documents/{doc_id}/content',
  'PUT /v1/documents/{doc_id}/recipients',
  'PUT /v1/documents/{doc_id}/fields',
]);
const contentRoute = 'GET /v1/console/documents/{doc_id}/content';
const sendRoute = 'POST /v1/documents/{doc_id}/send';

/** Rate limit of one page: requests per second, and burst. */
const pageLimit = { rate: 5, burst: 60 };

async function findPreparer(
  deps: AppDeps,
  request: Request,
  response: Response,
  token: string,
): Promise<Caller> {
  const base = baseOf(deps, request);
  const scope = await findPreparationScope(base, token);
  if (!scope) throw withoutCredential('The preparation session is not valid or has ended.');
  const { sessionId, publicId, canSend, status, ...caller } = scope;
  // Each page has its own limit, and all pages of a workspace share another one. They do not count towards the rate limit of its API keys.
  await spendToken(base, response, {
    ...pageLimit,
    bucket: `preparation:${sessionId}`,
    detail: `A preparation session may make ${pageLimit.rate} requests a second, ${pageLimit.burst} at once.`,
  });
  const { rateSustainedRps: rate, rateBurstRps: burst } = deps.settings;
  await spendToken(base, response, {
    ...{ rate, burst, bucket: `preparations:${caller.workspaceId}` },
    detail: `The preparation sessions of a workspace may make ${rate} requests a second, ${burst} at once.`,
  });
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${requestRoute(request)}`;
  if (!(preparationRoutes.has(route) || (canSend && route === sendRoute)))
    throw new ProblemError('forbidden', { detail: 'A preparation session may not do this.' });
  const [, documentId] = /\/documents\/([^/]+)/.exec(request.path) ?? [];
  if (documentId !== publicId)
    throw new ProblemError('not-found', { detail: 'The preparation session is for another document.' });
  // The page shows the PDF of a draft. Once it was sent, its content belongs to the console and the API.
  const { version } = request.query;
  if (route === contentRoute && (status !== 'draft' || (version !== undefined && version !== 'original')))
    throw new ProblemError('forbidden', {
      detail: 'A preparation session may read only the original PDF, and only of a draft.',
    });
  return { ...caller, isPreparing: true, isCounted: true };
}

async function findKey(deps: AppDeps, request: Request): Promise<Caller> {
  const key = bearerToken(request.headers.authorization);
  const found = key === null ? null : await authenticateKey(baseOf(deps, request), key);
  if (!found) throw unauthenticated(key === null ? 'missing' : 'refused');
  const { workspaceId, teamId, mode, bucket } = found;
  return {
    workspaceId,
    teamId,
    mode,
    bucket,
    actor: { type: 'api_key', id: found.keyId, name: found.keyName },
    role: 'manager',
  };
}

async function findPerson(deps: AppDeps, request: Request, response: Response): Promise<Caller> {
  guardSameOrigin(deps, request);
  const workspace = namedWorkspace(request);
  if (workspace === null) throw withoutHeader();
  const mode = given(request, 'X-Mode', 'mode') ?? 'live';
  if (!isMode(mode))
    throw invalid(['header', 'X-Mode'], "Input should be 'live' or 'test'", { type: 'enum', input: mode });
  const { person, membership } = await requirePerson(deps, request, response, workspace);
  if (!membership)
    throw new ProblemError('not-found', { detail: 'No such workspace, or you are not a member of it.' });
  const { requiresSingleSignOn, ...place } = membership;
  const { userId: id, name, email, signedInBy, sessionId } = person;
  guardSignInMethod(requiresSingleSignOn, signedInBy);
  return { ...place, mode, signedInBy, sessionId, actor: { type: 'user', id, name, email } };
}

const isMode = (text: string): text is Mode => (modes as readonly string[]).includes(text);

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S.*?) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** The problem for a request without a valid key. */
function unauthenticated(why: 'missing' | 'refused'): ProblemError {
  return withoutCredential(
    why === 'missing'
      ? 'Send an API key as Authorization: Bearer <key>.'
      : 'The key is malformed, unknown, revoked or expired.',
  );
}

/** The problem for a request without the credential that it needs; `detail` says which one. */
export function withoutCredential(detail: string): ProblemError {
  return new ProblemError('unauthenticated', { detail, headers: { 'WWW-Authenticate': 'Bearer' } });
}
