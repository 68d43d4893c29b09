/**
 * Rate limits of signing links (docs/decisions/014-limits-without-a-key.md). They count by link, because a whole office may share one
 * address, and in memory, so that a refusal costs the database nothing.
 */
import { sessionHeader, sessionPathToken } from '@countersign/contract/session-header';
import { recipientIdOf } from '@countersign/core/recipient/link';
import {
  findSigner,
  isCredential,
  type SigningRequest,
  sessionCookieName,
  unknownLink,
} from '@countersign/core/signing/session';
import { nameCaller } from '@countersign/db/fair-pool';
import type { Request, RequestHandler } from 'express';
import { completeJson, draftJson } from '../body/limits.ts';
import { callerAgent, callerIp, readCookie, remember, requestId, requestSigner } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { chargeLargeAnswer } from '../large-answers.ts';
import { createLocalBuckets } from '../local-buckets.ts';
import { countByLink, createKnownCredentials } from './callers.ts';
import { answerBucket, spendToken } from './rate-limit.ts';

/** The most links to remember; each takes about 200 bytes. */
const mostLinks = 50_000;
/** Completing is expensive, because it decodes images, with or without a key of the recipient's own. */
const completionCost = 5;
/** The cost of a completion or draft grows with its size, because it is parsed and its values are checked. */
const completionBytesPerToken = 128 * 1024;
/** A download, as a whole or in ranges. */
const fileCost = 20;
const bytesPerToken = 1024 * 1024;
/** Reassigning: five attempts at once, then one in five minutes. Counted in the database for all processes together. */
const reassignments = { rate: 1 / 300, burst: 5, detail: 'Too many attempts to reassign this document.' };
/** Visits to the provider of the recipient's key. Each causes calls to the provider and prepares a file. Counted in the database too. */
const ownSignatures = { rate: 1 / 300, burst: 20, detail: 'Too many attempts to sign with your own key.' };

/**
 * Takes tokens of the link in the path, or throws rate-limited with Retry-After. Sets the RateLimit headers in both cases. Throws
 * not-found for a malformed token without counting it, and for an unknown link before the body, which may be large, is read.
 */
export function limitLinks(deps: AppDeps): RequestHandler {
  const { linkSustainedRps: rate, linkBurstRps: burst } = deps.edge;
  const buckets = createLocalBuckets({ rate, burst, most: mostLinks });
  const sessions = createKnownCredentials();
  const detail = `A signing link may make ${rate} requests a second, ${burst} at once; completing, whole files and large answers count as several.`;
  return async (request, response, next) => {
    const token = linkOf(request);
    if (!isCredential(token)) throw unknownLink();
    const known = sessions.find(token);
    if (known === null) countByLink(deps, token);
    else nameCaller('link', known);
    const cost = costOf(request);
    answerBucket(response, buckets.take(token, cost), { rate, burst, cost, detail });
    chargeLargeAnswer(response, (tokens) => buckets.charge(token, tokens));
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const signer = await findSigner(deps, signingRequest(request, token));
    if (signer === null) throw unknownLink();
    nameCaller('link', signer.recipient.id);
    if (signer.signingSessionId !== null) sessions.remember(token, signer.recipient.id);
    remember(request, { signer });
    if (request.path.endsWith('/reassign'))
      await spendToken(deps, response, { ...reassignments, bucket: `reassign:${signer.recipient.id}` });
    if (request.path.endsWith('/own-signature'))
      await spendToken(deps, response, { ...ownSignatures, bucket: `own-signature:${signer.recipient.id}` });
    next();
  };
}

/**
 * The credential of a request below /v1/signing: the token in the path, or that of a signing session in its header. Empty if the
 * path has the token of a session. A copy, because a substring would keep the whole URL in memory.
 */
export function linkOf(request: Request): string {
  return credentialOf(request, Buffer.from(request.path.split('/', 2)[1] ?? '').toString('latin1'));
}

/** The request as verbs read it. */
export function signingRequest(request: Request<never> | Request, token: string): SigningRequest {
  return {
    token,
    sessionCookie: readCookie(request, sessionCookieName(token)),
    ip: callerIp(request),
    userAgent: callerAgent(request),
    requestId: requestId(request),
    signer: requestSigner(request),
  };
}

/** The same for a token that was read from the path. Sessions are accepted only in the header, because addresses end up in logs. */
export function credentialOf(request: Request<never> | Request, pathToken: string): string {
  if (pathToken === sessionPathToken) return request.get(sessionHeader) ?? '';
  return recipientIdOf(pathToken) === null ? '' : pathToken;
}

/** The cost in tokens. */
function costOf({ method, path, headers }: Request): number {
  if (method === 'POST' && /\/(?:complete|own-signature)$/.test(path)) {
    const bytes = Math.min(completeJson.bytes, Number(headers['content-length'] ?? completeJson.bytes));
    return completionCost + Math.floor(bytes / completionBytesPerToken);
  }
  if (method === 'PATCH') {
    const bytes = Math.min(draftJson.bytes, Number(headers['content-length'] ?? draftJson.bytes));
    return 1 + Math.floor(bytes / completionBytesPerToken);
  }
  if (method === 'POST') return 1;
  if (!/\/(?:content|copy)$/.test(path)) return 1;
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(headers.range?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined) return fileCost;
  const bytes = Math.max(0, Number(to) - Number(from) + 1);
  return Math.min(fileCost, Math.max(1, Math.ceil(bytes / bytesPerToken)));
}
