/** Starts sessions, which last 30 days from the last visit, and records sign-ins (docs/spec/decisions.md, section 7). */
import type { SignInOutcome } from '@countersign/contract/console';
import { newId } from '@countersign/contract/ids';
import type { InTransaction, PersonCtx, Tx } from '../ctx.ts';
import { hashToken, newToken } from './token.ts';

export const sessionSeconds = 30 * 86_400;

export interface OpenedSession {
  userId: string;
  /** The value of the cookie, which cannot be read again. */
  token: string;
  expiresAt: Date;
}

/**
 * Creates a session with a new value and ends the previous one of the browser, so that a value from before the sign-in is
 * worthless after it.
 */
export async function openSession(
  ctx: PersonCtx & InTransaction,
  input: { userId: string; previousToken: string | null; outcome: SignInOutcome },
): Promise<OpenedSession> {
  const now = ctx.now();
  const { token, sha256 } = newToken();
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
  const previous = input.previousToken === null ? null : hashToken(input.previousToken);
  if (previous) await ctx.db.userSession.deleteMany({ where: { tokenSha256: previous } });
  await ctx.db.userSession.create({
    data: {
      id: newId(),
      userId: input.userId,
      tokenSha256: sha256,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    },
  });
  await recordSignIn(ctx.db, ctx, input.userId, input.outcome);
  return { userId: input.userId, token, expiresAt };
}

/** Adds an entry to the person's sign-in history. */
export async function recordSignIn(
  db: Pick<Tx, 'signIn'>,
  ctx: PersonCtx,
  userId: string,
  outcome: SignInOutcome,
): Promise<void> {
  await db.signIn.create({
    data: { id: newId(), userId, outcome, at: ctx.now(), ip: ctx.ip, userAgent: ctx.userAgent },
  });
}
