/** Ends sessions: this one, or all that the person has (docs/spec/decisions.md, section 7). */
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { recordSignIn } from './open-session.ts';

/** The cookie is worth nothing from now on. */
export async function signOut(ctx: PersonCtx, who: { sessionId: string; userId: string }): Promise<void> {
  await withTransaction(ctx, async (t) => {
    const { count } = await t.tx.userSession.deleteMany({ where: { id: who.sessionId } });
    if (count > 0) await recordSignIn(t.tx, t, who.userId, 'signed_out');
  });
}

/** Ends every session of the person, on whatever device, and the links that were mailed and not used. */
export async function signOutEverywhere(
  ctx: PersonCtx,
  who: { userId: string; email: string },
): Promise<void> {
  await withTransaction(ctx, async (t) => {
    await t.tx.userSession.deleteMany({ where: { userId: who.userId } });
    await t.tx.signInLink.updateMany({
      where: { email: who.email, usedAt: null, expiresAt: { gt: t.now() } },
      data: { usedAt: t.now() },
    });
    await recordSignIn(t.tx, t, who.userId, 'signed_out_everywhere');
  });
}
