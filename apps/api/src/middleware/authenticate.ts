/** API keys (decisions.md, section 1; RFC 6750, section 2.1). */
import type { Base, Log } from '@countersign/core/ctx';
import { authenticateKey } from '@countersign/core/key/authenticate';
import { ProblemError } from '@countersign/problem/problem-error';
import type { RequestHandler } from 'express';
import { callerIp, remember, requestId } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';

/** Longest user agent that is kept. */
const maxUserAgent = 500;

/** Builds the Ctx of the request from its key, or throws unauthenticated with `WWW-Authenticate: Bearer`. */
export function authenticate(deps: AppDeps): RequestHandler {
  const { db, queue, secrets, settings, now } = deps;
  return async (request, _response, next) => {
    const id = requestId(request);
    const base: Base = { db, queue, secrets, settings, now, log: logOfRequest(deps.log, id) };
    const key = bearerToken(request.headers.authorization);
    const caller = key === null ? null : await authenticateKey(base, key);
    if (!caller) throw unauthenticated(key === null ? 'missing' : 'refused');
    remember(request, {
      ctx: {
        ...base,
        workspaceId: caller.workspaceId,
        teamId: caller.teamId,
        mode: caller.mode,
        actor: { type: 'api_key', id: caller.keyId, name: caller.keyName },
        ip: callerIp(request),
        userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
        requestId: id,
      },
    });
    next();
  };
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S.*?) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** The problem of a call without a usable key. */
function unauthenticated(why: 'missing' | 'refused'): ProblemError {
  return withoutCredential(
    why === 'missing'
      ? 'Send an API key as Authorization: Bearer <key>.'
      : 'The key is malformed, unknown, revoked or expired.',
  );
}

/** The problem of a call without the bearer credential that it needs; `detail` tells which. */
export function withoutCredential(detail: string): ProblemError {
  return new ProblemError('unauthenticated', { detail, headers: { 'WWW-Authenticate': 'Bearer' } });
}

function logOfRequest(log: Log, id: string): Log {
  return {
    info: (message, fields) => log.info(message, { request_id: id, ...fields }),
    warn: (message, fields) => log.warn(message, { request_id: id, ...fields }),
    error: (message, fields) => log.error(message, { request_id: id, ...fields }),
  };
}
