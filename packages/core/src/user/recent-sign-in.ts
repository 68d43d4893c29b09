/** Changes to the ways to sign in need a recent sign-in, so that an old session that was stolen is not enough for them. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { PersonCtx } from '../ctx.ts';

export const recentSignInMinutes = 60;

/** Throws recent-sign-in-required if the session began more than 60 minutes ago. Visits do not count. */
export function guardRecentSignIn(ctx: Pick<PersonCtx, 'now'>, signedInAt: Date): void {
  if (ctx.now().getTime() - signedInAt.getTime() <= recentSignInMinutes * 60_000) return;
  throw new ProblemError('recent-sign-in-required', {
    detail: `Passkeys can be added and removed within ${recentSignInMinutes} minutes after signing in.`,
  });
}
