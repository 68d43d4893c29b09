/** Idempotency-Key: which call runs, and what a repetition of it receives (docs/spec/decisions.md, section 1). */
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Base, Ctx, SqlTx } from '../ctx.ts';

const keptMs = 24 * 3600 * 1000;
/** A call that has neither committed nor responded after this time is considered dead. */
const lockMs = 60_000;
/** Pause between attempts to release a claim or to store a response while the database is unavailable. */
const retryEveryMs = 1000;

/** The owner of idempotency keys. */
export interface KeyOwner extends Pick<Base, 'db' | 'secrets' | 'log' | 'now'> {
  /** From callerOf; outside any workspace the id of the person. */
  caller: string;
}

/** A key that one call holds until it has responded. */
export interface IdempotencyClaim {
  owner: KeyOwner;
  key: string;
  /** Also identifies the claim: a later claim of the same key ends later. */
  lockedUntil: Date;
}

/** A stored response. */
export interface StoredResponse {
  status: number;
  contentType: string | null;
  body: Uint8Array;
}

/**
 * Claims the key for this request, or returns the stored response of the first one. The claim succeeds if the key is new, if its
 * day is over, or if the same request held it and died before committing. Throws idempotency-key-reused for another request, and
 * idempotency-in-progress while the first one runs or when it committed without a stored response.
 */
export async function claimKey(
  owner: KeyOwner,
  key: string,
  requestSha256: Uint8Array<ArrayBuffer>,
): Promise<{ claim: IdempotencyClaim } | { stored: StoredResponse }> {
  const claim = { owner, key, lockedUntil: new Date(owner.now().getTime() + lockMs) };
  if (await insertClaim(claim, requestSha256)) return { claim };
  return { stored: await readResponse(owner, key, requestSha256) };
}

/** One statement; locks the record by primary key. False when another call holds the key. */
async function insertClaim(
  claim: IdempotencyClaim,
  requestSha256: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { owner, key, lockedUntil } = claim;
  const now = owner.now();
  const expiresAt = new Date(now.getTime() + keptMs);
  const claiming = owner.db.$executeRaw`
    INSERT INTO idempotency_record AS r (caller, key, request_sha256, locked_until, created_at, expires_at)
    VALUES (${owner.caller}, ${key}, ${requestSha256}, ${lockedUntil}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz)
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
      // The statement may have committed although its result was lost.
      void releaseLater(claim);
      throw error;
    },
  );
}

async function readResponse(
  owner: KeyOwner,
  key: string,
  requestSha256: Uint8Array,
): Promise<StoredResponse> {
  const { caller } = owner;
  const kept = await owner.db.idempotencyRecord.findUnique({ where: { caller_key: { caller, key } } });
  if (kept && Buffer.compare(kept.requestSha256, requestSha256) !== 0) {
    throw new ProblemError('idempotency-key-reused', {
      detail: 'The same Idempotency-Key was sent with another path or body.',
    });
  }
  if (!kept?.status || !kept.sealedBody) throw inProgress();
  const body = owner.secrets.decrypt(kept.sealedBody, responseContext(caller, key));
  return { status: kept.status, contentType: kept.contentType, body };
}

function inProgress(): ProblemError {
  return new ProblemError('idempotency-in-progress', {
    detail: 'The first call with this Idempotency-Key has not ended.',
    retryAfterSeconds: 1,
  });
}

/**
 * Records in the verb's transaction that its work is done, so a call that dies before it responds is never run a second
 * time. Throws, which rolls the work back, when another call has claimed the key in the meantime.
 */
export async function markCommitted({ owner, key, lockedUntil }: IdempotencyClaim, tx: SqlTx): Promise<void> {
  const marked = await tx.$executeRaw`
    UPDATE idempotency_record SET committed_at = ${owner.now()}::timestamptz
    WHERE caller = ${owner.caller} AND key = ${key} AND locked_until = ${lockedUntil}::timestamptz`;
  if (marked === 0) throw inProgress();
}

/** Stores the response, encrypted, for a day. */
export async function storeResponse(
  { owner, key, lockedUntil }: IdempotencyClaim,
  stored: StoredResponse,
): Promise<void> {
  const { caller } = owner;
  await owner.db.idempotencyRecord.updateMany({
    where: { caller, key, lockedUntil, status: null },
    data: {
      status: stored.status,
      contentType: stored.contentType,
      sealedBody: owner.secrets.encrypt(stored.body, responseContext(caller, key)),
    },
  });
}

/** Releases the key for another attempt, unless the work was committed. */
export async function releaseClaim({ owner, key, lockedUntil }: IdempotencyClaim): Promise<void> {
  await owner.db.idempotencyRecord.deleteMany({
    where: { caller: owner.caller, key, lockedUntil, committedAt: null },
  });
}

/**
 * Releases the claim once the database is back, so that a caller who received 503 can repeat the call at once instead of
 * waiting until the claim counts as dead. Stops after that time.
 */
export function releaseLater(claim: IdempotencyClaim): Promise<void> {
  return retryWhileLocked(() => releaseClaim(claim));
}

/** Stores the response of committed work once the database is back, so that a repetition receives it. Stops like releaseLater. */
export function storeLater(claim: IdempotencyClaim, stored: StoredResponse): Promise<void> {
  return retryWhileLocked(() => storeResponse(claim, stored));
}

async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < lockMs / retryEveryMs; attempt += 1) {
    await delay(retryEveryMs, undefined, { ref: false });
    const isDone = await work().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** The encryption context of a stored response. */
export function responseContext(caller: string, key: string): string {
  return `idempotency:${caller}:${key}`;
}

/** The owner of the keys: an API key, which has one workspace and mode, or a person in one workspace and mode. */
export function callerOf({ actor, workspaceId, mode }: Pick<Ctx, 'actor' | 'workspaceId' | 'mode'>): string {
  return actor.type === 'api_key' ? actor.id : `${actor.id}:${workspaceId}:${mode}`;
}
