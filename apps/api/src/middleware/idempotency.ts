/** Idempotency-Key on every POST (docs/spec/decisions.md, section 1). */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx, Tx } from '@countersign/core/ctx';
import { answerContext } from '@countersign/core/privacy/rotate-secrets';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import { bodySha256, remember, requestCtx } from '../ctx.ts';

const keptMs = 24 * 3600 * 1000;
/** A call that has neither committed nor answered for so long is taken for dead. */
const lockMs = 60_000;
const maxKeyLength = 255;
/** How often a claim is given up again while the database is away. */
const releaseEveryMs = 1000;

interface Claim {
  ctx: Ctx;
  key: string;
  /** Also tells the claims of one key apart: a later claim has a later end. */
  lockedUntil: Date;
}

interface Kept {
  requestSha256: Uint8Array;
  status: number | null;
  contentType: string | null;
  sealedBody: Uint8Array | null;
}

/**
 * Runs the first POST with a key and keeps its answer for a day; a later one with the same key gets that answer, a
 * different request is idempotency-key-reused, and while the first runs, or when it committed without an answer that could
 * be kept, idempotency-in-progress. Answers 429 and 5xx are not kept.
 */
export function idempotency(): RequestHandler {
  return async (request, response, next) => {
    const key = request.method === 'POST' ? readKey(request) : null;
    if (key === null) return next();
    const ctx = requestCtx(request);
    const requestSha256 = hashRequest(request);
    const claim = newClaim(ctx, key);
    if (!(await claimKey(claim, requestSha256)))
      return replay(ctx, key, await findKept(ctx, key), requestSha256, response);
    remember(request, { ctx: { ...ctx, idempotency: { markCommitted: (tx) => markCommitted(claim, tx) } } });
    keepAnswer(claim, response);
    next();
  };
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

function hashRequest(request: Request): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  hash.update(`${request.method} ${request.originalUrl}\n`).update(bodySha256(request));
  return new Uint8Array(hash.digest());
}

function newClaim(ctx: Ctx, key: string): Claim {
  return { ctx, key, lockedUntil: new Date(ctx.now().getTime() + lockMs) };
}

/**
 * Takes the key if it is new, if its day is over, or if the same request held it and died before committing. One statement;
 * locks the record, by primary key. False when somebody else has it.
 */
async function claimKey(claim: Claim, requestSha256: Uint8Array): Promise<boolean> {
  const { ctx, key, lockedUntil } = claim;
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + keptMs);
  const claiming = ctx.db.$executeRaw`
    INSERT INTO idempotency_record AS r (caller, key, request_sha256, locked_until, created_at, expires_at)
    VALUES (${callerOf(ctx)}, ${key}, ${requestSha256}, ${lockedUntil}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT (caller, key) DO UPDATE SET
      request_sha256 = excluded.request_sha256, locked_until = excluded.locked_until, committed_at = NULL,
      status = NULL, content_type = NULL, sealed_body = NULL,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE r.expires_at <= ${now}::timestamptz
      OR (r.status IS NULL AND r.committed_at IS NULL AND r.locked_until <= ${now}::timestamptz
          AND r.request_sha256 = excluded.request_sha256)`;
  return claiming.then(
    (claimed) => claimed === 1,
    (error: unknown) => {
      // The row may be there although its answer was lost.
      void releaseLater(claim);
      throw error;
    },
  );
}

async function findKept(ctx: Ctx, key: string): Promise<Kept | null> {
  return ctx.db.idempotencyRecord.findUnique({
    where: { caller_key: { caller: callerOf(ctx), key } },
    select: { requestSha256: true, status: true, contentType: true, sealedBody: true },
  });
}

function replay(
  ctx: Ctx,
  key: string,
  kept: Kept | null,
  requestSha256: Uint8Array,
  response: Response,
): void {
  if (kept && Buffer.compare(kept.requestSha256, requestSha256) !== 0) {
    throw new ProblemError('idempotency-key-reused', {
      detail: 'The same Idempotency-Key came with another path or body.',
    });
  }
  if (!kept?.status || !kept.sealedBody) throw inProgress();
  if (kept.contentType) response.setHeader('Content-Type', kept.contentType);
  response.setHeader('Idempotent-Replayed', 'true');
  response.status(kept.status).end(ctx.secrets.decrypt(kept.sealedBody, encryptionContext(ctx, key)));
}

function inProgress(): ProblemError {
  return new ProblemError('idempotency-in-progress', {
    detail: 'The first call with this Idempotency-Key has not ended.',
    retryAfterSeconds: 1,
  });
}

/**
 * Records in the verb's transaction that its work is done, so a call that dies before it answers is never run a second
 * time. Throws, and so undoes the work, when another call has taken the key over meanwhile.
 */
async function markCommitted({ ctx, key, lockedUntil }: Claim, tx: Tx): Promise<void> {
  const { count } = await tx.idempotencyRecord.updateMany({
    where: { caller: callerOf(ctx), key, lockedUntil },
    data: { committedAt: ctx.now() },
  });
  if (count === 0) throw inProgress();
}

/** Holds the answer back until it is stored, so that no caller has seen an answer that a repetition would not get. */
function keepAnswer(claim: Claim, response: Response): void {
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
    const settled = isFinal(response.statusCode) ? store(claim, response, body) : release(claim);
    settled
      .catch((error: unknown) => {
        claim.ctx.log.warn('the answer to an Idempotency-Key could not be kept', { error });
        if (!isFinal(response.statusCode)) void releaseLater(claim);
      })
      .finally(() => end(body));
    return response;
  }) as Response['end'];
}

const isFinal = (status: number) => status < 500 && status !== 429;

async function store({ ctx, key, lockedUntil }: Claim, response: Response, body: Buffer): Promise<void> {
  const contentType = response.getHeader('Content-Type');
  await ctx.db.idempotencyRecord.updateMany({
    where: { caller: callerOf(ctx), key, lockedUntil, status: null },
    data: {
      status: response.statusCode,
      contentType: contentType === undefined ? null : String(contentType),
      sealedBody: ctx.secrets.encrypt(body, encryptionContext(ctx, key)),
    },
  });
}

/** Gives the key free for another try, unless the work was committed. */
async function release({ ctx, key, lockedUntil }: Claim): Promise<void> {
  await ctx.db.idempotencyRecord.deleteMany({
    where: { caller: callerOf(ctx), key, lockedUntil, committedAt: null },
  });
}

/**
 * Releases the claim once the database is there again, so that a caller who got 503 while it was away can repeat the call at once
 * and not only when the claim is taken for dead. Gives up by then.
 */
async function releaseLater(claim: Claim): Promise<void> {
  for (let tried = 0; tried < lockMs / releaseEveryMs; tried += 1) {
    await delay(releaseEveryMs, undefined, { ref: false });
    const isDone = await release(claim).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

const encryptionContext = (ctx: Ctx, key: string) => answerContext(callerOf(ctx), key);

/** Whose keys they are: an API key's own; a person's, in each workspace and mode. */
function callerOf({ actor, workspaceId, mode }: Ctx): string {
  return actor.type === 'api_key' ? actor.id : `${actor.id}:${workspaceId}:${mode}`;
}
