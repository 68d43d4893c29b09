/** Ends sessions: the current one, or all of a person (docs/spec/decisions.md, section 7). */
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { recordSignIn } from './open-session.ts';

/** Ends the session; its cookie is worthless from now on. */
export async function signOut(ctx: PersonCtx, who: { sessionId: string; userId: string }): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.userSession.deleteMany({ where: { id: who.sessionId } });
    if (count > 0) await recordSignIn(tx.db, tx, who.userId, 'signed_out');
  });
}

/** Ends every session of the person on all devices, and invalidates unused sign-in links. */
export async function signOutEverywhere(
  ctx: PersonCtx,
  who: { userId: string; email: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await tx.db.userSession.deleteMany({ where: { userId: who.userId } });
    await tx.db.signInLink.updateMany({
      where: { email: who.email, usedAt: null, expiresAt: { gt: tx.now() } },
      data: { usedAt: tx.now() },
    });
    await recordSignIn(tx.db, tx, who.userId, 'signed_out_everywhere');
  });
}
