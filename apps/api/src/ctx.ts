/** Facts about a request that Express has no members for: set by the middleware, read by routes. */
import type { Ctx } from '@countersign/core/ctx';
import type { TokenBucket } from '@countersign/core/rate-limit/token-bucket';
import type { Signer } from '@countersign/core/signing/session';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import type { Request } from 'express';

interface RequestState {
  requestId?: string;
  /** The path with its parameters named, as in the OpenAPI document. */
  route?: string;
  ctx?: Ctx;
  /** The workspace's bucket, if authentication has counted the request. */
  bucket?: TokenBucket;
  /** Set if the request was counted elsewhere than in the workspace's bucket. */
  isCounted?: true;
  signer?: Signer;
  /** Set when the request has an Idempotency-Key: see Ctx. */
  idempotency?: Ctx['idempotency'];
  bodyDigest?: () => Promise<Uint8Array>;
  /** Type of the problem that was answered. */
  problem?: ProblemSlug;
  /** UUID of a document that the request has created. */
  documentId?: string;
}

const states = new WeakMap<object, RequestState>();

/** Stores facts about the request. Given facts replace earlier ones. */
export function remember(request: Request<never> | Request, facts: RequestState): void {
  states.set(request, { ...states.get(request), ...facts });
}

/** The context that authentication built. Throws if the route is registered before authentication. */
export function requestCtx(request: Request<never> | Request): Ctx {
  const ctx = states.get(request)?.ctx;
  if (!ctx) throw new Error('the route is not behind authentication');
  return ctx;
}

/** The context, or null on a request without a key. */
export function findRequestCtx(request: Request<never> | Request): Ctx | null {
  return states.get(request)?.ctx ?? null;
}

/** The workspace's bucket, if authentication has counted the request. */
export function requestBucket(request: Request<never> | Request): TokenBucket | undefined {
  return states.get(request)?.bucket;
}

/** Whether the request was counted elsewhere than in the workspace's bucket. */
export function isCounted(request: Request<never> | Request): boolean {
  return states.get(request)?.isCounted ?? false;
}

/** The signer that the link of the request belongs to, if middleware looked them up before the body was read. */
export function requestSigner(request: Request<never> | Request): Signer | undefined {
  return states.get(request)?.signer;
}

/** The id of the request, in its answer and in every log line about it. */
export function requestId(request: Request<never> | Request): string {
  return states.get(request)?.requestId ?? '';
}

/** The path with its parameters named (`/v1/documents/{doc_id}`), or null for a path that the API does not have. */
export function requestRoute(request: Request<never> | Request): string | null {
  return states.get(request)?.route ?? null;
}

/** The type of the problem that was answered, or null. */
export function requestProblem(request: Request<never> | Request): ProblemSlug | null {
  return states.get(request)?.problem ?? null;
}

/** The UUID of the document that the request has created, or null. */
export function requestDocument(request: Request<never> | Request): string | null {
  return states.get(request)?.documentId ?? null;
}

/** The hook that records in a verb's transaction that the work of this request's Idempotency-Key is done. */
export function requestIdempotency(request: Request<never> | Request): Ctx['idempotency'] {
  return states.get(request)?.idempotency;
}

/** A digest of the value of the body: the same for JSON texts that differ only in spacing or in the order of members. Empty without a body. */
export async function bodyDigest(request: Request<never> | Request): Promise<Uint8Array> {
  return (await states.get(request)?.bodyDigest?.()) ?? new Uint8Array();
}

/** The caller's address, through the trusted proxies; IPv4 in its own notation. */
export function callerIp(request: Request<never> | Request): string | null {
  return request.ip?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '') ?? null;
}

/** Longest user agent that is kept. */
const maxUserAgent = 500;

/** The `User-Agent` header, cut to the longest that is kept; null without one. */
export function callerAgent(request: Request<never> | Request): string | null {
  return request.headers['user-agent']?.slice(0, maxUserAgent) ?? null;
}

/** The value of a cookie (RFC 6265, section 5.4), or null. */
export function readCookie(request: Request<never> | Request, name: string | null): string | null {
  if (!name) return null;
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value ?? null;
  }
  return null;
}
