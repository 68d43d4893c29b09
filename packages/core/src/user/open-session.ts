/**
 * Starts sessions, which last 30 days from the last visit if nothing ends them sooner, and records sign-ins (docs/spec/decisions.md,
 * section 7).
 */
import type { SignInMethod, SignInOutcome } from '@countersign/contract/console';
import { newId } from '@countersign/contract/ids';
import type { InTransaction, PersonCtx, Tx } from '../ctx.ts';
import { hashToken, newToken } from './token.ts';

export const consoleSessionSeconds = 30 * 86_400;

export interface OpenedSession {
  userId: string;
  method: SignInMethod;
  /** The value of the cookie, which cannot be read again. */
  token: string;
  expiresAt: Date;
}

/**
 * Creates a session with a new value and ends the previous one of the browser, so that a value from before the sign-in is
 * worthless after it.
 */
export async function openConsoleSession(
  ctx: PersonCtx & InTransaction,
  input: {
    userId: string;
    previousToken: string | null;
    outcome: SignInOutcome;
    method: SignInMethod;
    /** No visit extends the session beyond this moment. */
    endsAt?: Date;
  },
): Promise<OpenedSession> {
  const now = ctx.now();
  const { token, sha256 } = newToken();
  const { method, endsAt = null } = input;
  const expiresAt = sessionEnd(now, endsAt);
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
      method,
      endsAt,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    },
  });
  await recordSignIn(ctx.db, ctx, input.userId, input.outcome);
  return { userId: input.userId, method, token, expiresAt };
}

/** When a session ends after a visit at `now`. */
export function sessionEnd(now: Date, endsAt: Date | null): Date {
  const usual = now.getTime() + consoleSessionSeconds * 1000;
  return new Date(endsAt === null ? usual : Math.min(usual, endsAt.getTime()));
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
