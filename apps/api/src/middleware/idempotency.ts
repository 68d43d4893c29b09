/** Idempotency-Key on every POST made with an API key or a session (docs/spec/decisions.md, section 1). */
import { createHash } from 'node:crypto';
import {
  callerOf,
  claimKey,
  type IdempotencyClaim,
  type KeyOwner,
  markCommitted,
  releaseClaim,
  releaseLater,
  type StoredResponse,
  storeLater,
  storeResponse,
} from '@countersign/core/idempotency/claim';
import { invalid } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import { bodyDigest, remember, requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { baseOf, requestPerson } from './session.ts';

const maxKeyLength = 255;

/**
 * Runs the first POST with a key and keeps its response for a day. A later POST with the same key receives that response; a
 * different request fails with idempotency-key-reused. While the first one runs, or when its process died between commit and
 * response, the result is idempotency-in-progress. Responses 422, 429 and 5xx are not kept.
 */
export function idempotency(): RequestHandler {
  return async (request, response, next) => {
    const ctx = requestCtx(request);
    const claim = await claimOrReplay({ ...ctx, caller: callerOf(ctx) }, request, response);
    if (claim === 'replayed') return;
    if (claim)
      remember(request, {
        ctx: { ...ctx, idempotency: { markCommitted: (tx) => markCommitted(claim, tx) } },
      });
    next();
  };
}

/** The same for what a signed-in person does outside any workspace. */
export function personIdempotency(deps: AppDeps): RequestHandler {
  return async (request, response, next) => {
    const owner = { ...baseOf(deps, request), caller: requestPerson(request).userId };
    const claim = await claimOrReplay(owner, request, response);
    if (claim === 'replayed') return;
    if (claim) remember(request, { idempotency: { markCommitted: (tx) => markCommitted(claim, tx) } });
    next();
  };
}

/** Claims the key of the request, null when it has none, or sends the stored response. */
async function claimOrReplay(
  owner: KeyOwner,
  request: Request,
  response: Response,
): Promise<IdempotencyClaim | 'replayed' | null> {
  const key = request.method === 'POST' ? readKey(request) : null;
  if (key === null) return null;
  const claimed = await claimKey(owner, key, await hashRequest(request));
  if ('stored' in claimed) {
    replay(claimed.stored, response);
    return 'replayed';
  }
  holdResponse(claimed.claim, response);
  return claimed.claim;
}

function readKey(request: Request): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length >= 1 && key.length <= maxKeyLength) return key;
  const isShort = key.length === 0;
  throw invalid(
    ['header', 'Idempotency-Key'],
    isShort
      ? 'String should have at least 1 character'
      : `String should have at most ${maxKeyLength} characters`,
    { type: isShort ? 'string_too_short' : 'string_too_long' },
  );
}

/** Equal for requests with the same method, address and body. */
async function hashRequest(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256');
  hash.update(`${request.method} ${request.originalUrl}\n`).update(await bodyDigest(request));
  return new Uint8Array(hash.digest());
}

function replay({ status, contentType, body }: StoredResponse, response: Response): void {
  if (contentType) response.setHeader('Content-Type', contentType);
  response.setHeader('Idempotent-Replayed', 'true');
  response.status(status).end(body);
}

/** Holds the response back until it is stored, so that no caller sees a response that a repetition would not receive. */
function holdResponse(claim: IdempotencyClaim, response: Response): void {
  const chunks: Buffer[] = [];
  const end = response.end.bind(response);
  const collect = (chunk: unknown, encoding: unknown) => {
    if (chunk === null || chunk === undefined || typeof chunk === 'function') return;
    chunks.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk as Uint8Array),
    );
  };
  response.write = ((chunk: unknown, encoding?: unknown) => {
    collect(chunk, encoding);
    return true;
  }) as Response['write'];
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    collect(chunk, encoding);
    const body = Buffer.concat(chunks);
    settle(claim, response, body).finally(() => end(body));
    return response;
  }) as Response['end'];
}

/** Stores the response, or releases the key. If the database is unavailable, that is done later. Never throws. */
async function settle(claim: IdempotencyClaim, response: Response, body: Buffer): Promise<void> {
  const { statusCode: status } = response;
  const contentType = response.getHeader('Content-Type');
  const stored = { status, contentType: contentType === undefined ? null : String(contentType), body };
  const isKept = isFinal(status);
  try {
    await (isKept ? storeResponse(claim, stored) : releaseClaim(claim));
  } catch (error) {
    claim.owner.log.warn('the response to an Idempotency-Key could not be stored', { error });
    void (isKept ? storeLater(claim, stored) : releaseLater(claim));
  }
}

/** An invalid body (422), an empty rate limit bucket (429) and a failure of the service (5xx) changed nothing, so the caller may try again. */
const isFinal = (status: number) => status < 500 && status !== 429 && status !== 422;
