/**
 * Attempts to sign in that leave the service, for example to an identity provider. The secret of an attempt works once, for ten minutes,
 * and only in the browser that began it.
 */
import type { PersonCtx } from '../ctx.ts';
import { hashToken, newToken } from './token.ts';

export const attemptMinutes = 10;

/** What the attempt is for. A secret works only for its own purpose. */
export type AttemptPurpose = 'single_sign_on' | 'passkey_sign_in' | 'passkey_registration';

export interface Attempt {
  /** Leaves the service and comes back with the answer. */
  secret: string;
  /** Stays in a cookie of the browser. */
  browserToken: string;
}

/** A new attempt, not stored yet. A browser that already has a token keeps it, so that attempts in several tabs work. */
export function newAttempt(browserToken: string | null): Attempt {
  const known = browserToken !== null && hashToken(browserToken) !== null;
  return { secret: newToken().token, browserToken: known ? browserToken : newToken().token };
}

/** Stores the attempt, as hashes. */
export async function storeAttempt(
  ctx: PersonCtx,
  purpose: AttemptPurpose,
  { secret, browserToken }: Attempt,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.signInAttempt.create({
    data: {
      secretSha256: hashToken(secret)!,
      browserSha256: hashToken(browserToken)!,
      purpose,
      createdAt: now,
      expiresAt: new Date(now.getTime() + attemptMinutes * 60_000),
    },
  });
}

/** Uses up the attempt. Of two concurrent calls, one succeeds. False if it is unknown, used or expired, or began in another browser. */
export async function takeAttempt(
  ctx: PersonCtx,
  purpose: AttemptPurpose,
  { secret, browserToken }: { secret: string; browserToken: string | null },
): Promise<boolean> {
  const secretSha256 = hashToken(secret);
  const browserSha256 = browserToken === null ? null : hashToken(browserToken);
  if (!secretSha256 || !browserSha256) return false;
  const now = ctx.now();
  const { count } = await ctx.db.signInAttempt.updateMany({
    where: { secretSha256, browserSha256, purpose, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count > 0;
}
