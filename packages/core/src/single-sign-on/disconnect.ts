/** Lets the operator take away a person's ways to sign in, except by email. */
import { inTransaction } from '@countersign/db/transaction';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import type { Base } from '../ctx.ts';

/**
 * Disconnects the person's accounts at identity providers, removes their passkeys and ends their sessions. The next single sign-on with
 * their verified address connects an account again. Recorded in the admin log of each of their workspaces. Returns how many accounts and
 * passkeys were removed.
 */
export async function disconnectPerson(
  base: Pick<Base, 'db' | 'now'>,
  userId: string,
): Promise<{ accounts: number; passkeys: number }> {
  return inTransaction(base.db, async ({ tx }) => {
    // A passkey that is being added waits here, as in passkey/register.ts, and then finds no session.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const { count: accounts } = await tx.externalIdentity.deleteMany({ where: { userId } });
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId } });
    await tx.userSession.deleteMany({ where: { userId } });
    // In a fixed order, so that two commands cannot deadlock.
    const memberships = await tx.membership.findMany({ where: { userId }, orderBy: { workspaceId: 'asc' } });
    for (const { workspaceId } of memberships)
      await recordAdminEvent(byOperator(tx, workspaceId, base.now), {
        type: 'member.disconnected',
        target: { type: 'user', id: userId },
        details: { accounts, passkeys },
      });
    return { accounts, passkeys };
  });
}
