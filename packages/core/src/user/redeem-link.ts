/** POST /v1/console/session: exchanges a mailed link for a session, once (docs/spec/decisions.md, section 7). */
import { ProblemError } from '@countersign/problem/problem-error';
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { type OpenedSession, openConsoleSession, recordSignIn } from './open-session.ts';
import { hashToken } from './token.ts';

/**
 * Uses up the link and opens a session. Of two concurrent calls, one succeeds. Throws not-found for used, expired and unknown
 * links, and if no user has the address.
 */
export async function redeemSignInLink(
  ctx: PersonCtx,
  input: { token: string; previousToken: string | null },
): Promise<OpenedSession> {
  const tokenSha256 = hashToken(input.token);
  if (!tokenSha256) throw unknownLink();
  const opened = await withTransaction(ctx, async (tx) => {
    const now = tx.now();
    // Locks the link's row. A second call waits here and then finds the link used.
    const { count } = await tx.db.signInLink.updateMany({
      where: { tokenSha256, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    const link = await tx.db.signInLink.findUnique({ where: { tokenSha256 } });
    const user = link && (await tx.db.user.findUnique({ where: { email: link.email } }));
    if (!user) return null;
    if (count === 0) {
      await recordSignIn(tx.db, tx, user.id, 'link_refused');
      return null;
    }
    return openConsoleSession(tx, {
      userId: user.id,
      previousToken: input.previousToken,
      outcome: 'signed_in',
      method: 'email',
    });
  });
  if (!opened) throw unknownLink();
  return opened;
}

function unknownLink(): ProblemError {
  return new ProblemError('not-found', {
    detail: 'This sign-in link was already used, has expired after 15 minutes, or does not exist.',
  });
}
