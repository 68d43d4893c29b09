/**
 * The session cookie of people, and its protection against other sites (docs/spec/decisions.md, section 7). A change also needs a header
 * that forms and simple requests cannot carry (Fetch standard, CORS) and that is allowed to no other origin. Requests whose Origin or
 * Sec-Fetch-Site names another site are always refused.
 */
import type { Base, PersonCtx } from '@countersign/core/ctx';
import { attemptMinutes } from '@countersign/core/user/attempts';
import { findSession, type Membership, type SignedInPerson } from '@countersign/core/user/find-session';
import { consoleSessionSeconds } from '@countersign/core/user/open-session';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import { callerAgent, callerIp, readCookie, requestId, requestIdempotency } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { spendToken } from './rate-limit.ts';
import { logOfRequest } from './request-log.ts';

/**
 * The name of the session cookie. On https its prefix makes browsers refuse a cookie with this name from another host of the same domain
 * (RFC 6265bis, section 4.1.3.2).
 */
function sessionCookieName(deps: AppDeps): string {
  return isHttps(deps) ? '__Host-countersign_session' : 'countersign_session';
}

const isHttps = ({ settings }: AppDeps) => settings.publicUrl.startsWith('https:');

export const workspaceHeader = 'X-Workspace';

type AnyRequest = Request<never> | Request;

const people = new WeakMap<object, SignedInPerson>();

/** The dependencies of verbs, with the request id in every log line. */
export function baseOf(deps: AppDeps, request: AnyRequest): Base {
  const { db, queue, secrets, settings, inspections, now } = deps;
  const log = logOfRequest(deps.log, requestId(request));
  return { db, queue, secrets, settings, inspections, now, log };
}

/** The context for what a person does outside any workspace. */
export function personCtx(deps: AppDeps, request: AnyRequest): PersonCtx {
  const idempotency = requestIdempotency(request);
  return {
    ...baseOf(deps, request),
    ip: callerIp(request),
    userAgent: callerAgent(request),
    requestId: requestId(request),
    ...(idempotency && { idempotency }),
  };
}

/** The value of the session cookie, or null. */
export function sessionToken(deps: AppDeps, request: AnyRequest): string | null {
  return readCookie(request, sessionCookieName(deps));
}

/** The session cookie together with the workspace that the request names, or null without a session. */
export function sessionInWorkspace(deps: AppDeps, request: AnyRequest): string | null {
  const token = sessionToken(deps, request);
  return token && `${token} ${namedWorkspace(request)}`;
}

/** The slug of the workspace that the request names, or null. */
export function namedWorkspace(request: AnyRequest): string | null {
  return given(request, workspaceHeader, 'workspace');
}

/** The value of the header. A GET, which may be a link, can use the query parameter instead. */
export function given(request: AnyRequest, header: string, member: string): string | null {
  const value = request.get(header);
  if (value !== undefined) return value;
  const inQuery = request.method === 'GET' ? request.query[member] : undefined;
  return typeof inQuery === 'string' ? inQuery : null;
}

/** Throws forbidden when the browser reports that another site sent the request. */
export function guardSameOrigin(deps: AppDeps, request: AnyRequest): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = new URL(deps.settings.publicUrl).origin;
  const isOwn = origin === undefined || origin === own;
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ProblemError('forbidden', { detail: `Only pages at ${own} may send this request.` });
}

/** Middleware: guardSameOrigin for a route without a session, before its body is read. */
export function fromOwnPages(deps: AppDeps): RequestHandler {
  return (request, _response, next) => {
    guardSameOrigin(deps, request);
    next();
  };
}

/** The person of the session, and their membership in the named workspace. Renews the cookie. Throws unauthenticated. */
export async function requirePerson(
  deps: AppDeps,
  request: AnyRequest,
  response: Response,
  workspaceSlug: string | null = null,
): Promise<{ person: SignedInPerson; membership: Membership | null }> {
  const token = sessionToken(deps, request);
  const found = token === null ? null : await findSession(baseOf(deps, request), token, workspaceSlug);
  if (token === null || !found) throw signedOut();
  if (found.person.renewed) setSessionCookie(deps, response, token);
  return found;
}

/**
 * Middleware for what a person does outside any workspace. A change needs the header X-Workspace, with any value. Throws
 * unauthenticated, forbidden (also when only operators may do it) and rate-limited.
 */
export function signedIn(deps: AppDeps, who: 'anybody' | 'operators' = 'anybody'): RequestHandler {
  return async (request, response, next) => {
    guardSameOrigin(deps, request);
    const { person } = await requirePerson(deps, request, response);
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (isChange && request.get(workspaceHeader) === undefined) throw withoutHeader();
    if (who === 'operators' && !person.operator)
      throw new ProblemError('forbidden', { detail: 'Only operators of this installation may do this.' });
    people.set(request, person);
    const { rateSustainedRps: rate, rateBurstRps: burst } = deps.settings;
    const detail = `A person may make ${rate} requests a second, ${burst} at once.`;
    await spendToken(deps, response, { bucket: `person:${person.userId}`, rate, burst, detail });
    next();
  };
}

/** The person that signedIn found. Throws on a route without that middleware. */
export function requestPerson(request: AnyRequest): SignedInPerson {
  const person = people.get(request);
  if (!person) throw new Error('the route is not behind signedIn');
  return person;
}

/** Sets the session cookie for 30 days. */
export function setSessionCookie(deps: AppDeps, response: Response, token: string): void {
  response.cookie(sessionCookieName(deps), token, {
    ...cookieOptions(deps),
    maxAge: consoleSessionSeconds * 1000,
  });
}

/** The name of the cookie that binds an attempt to sign in to the browser where it began. */
function attemptCookieName(deps: AppDeps): string {
  return isHttps(deps) ? '__Host-countersign_sign_in' : 'countersign_sign_in';
}

/** The secret that this browser keeps during attempts to sign in, or null. */
export function attemptToken(deps: AppDeps, request: AnyRequest): string | null {
  return readCookie(request, attemptCookieName(deps));
}

/** Sets that secret for as long as an attempt is valid. */
export function setAttemptCookie(deps: AppDeps, response: Response, token: string): void {
  const options = { ...cookieOptions(deps), maxAge: attemptMinutes * 60_000 };
  response.cookie(attemptCookieName(deps), token, options);
}

/** Removes the session cookie. */
export function clearSessionCookie(deps: AppDeps, response: Response): void {
  response.clearCookie(sessionCookieName(deps), cookieOptions(deps));
}

function cookieOptions(deps: AppDeps) {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps(deps), path: '/', encode: String } as const;
}

/** The problem for a request with the cookie but without the header, which another site could have sent. */
export function withoutHeader(): ProblemError {
  return new ProblemError('forbidden', {
    detail: `With the session cookie send the header ${workspaceHeader}: <slug of the workspace>.`,
  });
}

function signedOut(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail: 'There is no session, or it has ended. Sign in.',
  });
}
