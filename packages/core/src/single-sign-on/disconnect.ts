/** Lets the operator take away a person's ways to sign in, except by email. */
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';

/**
 * Forgets the person's accounts at identity providers and their passkeys, and ends their sessions. The next single sign-on with their
 * verified address connects an account again. Returns how many were forgotten.
 */
export async function disconnectPerson(
  base: Pick<Base, 'db'>,
  userId: string,
): Promise<{ accounts: number; passkeys: number }> {
  return inTransaction(base.db, async ({ tx }) => {
    const { count: accounts } = await tx.externalIdentity.deleteMany({ where: { userId } });
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId } });
    await tx.userSession.deleteMany({ where: { userId } });
    return { accounts, passkeys };
  });
}
