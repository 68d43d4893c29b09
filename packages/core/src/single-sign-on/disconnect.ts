/** Lets the operator disconnect a person from the identity provider. */
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';

/**
 * Forgets the person's accounts at identity providers and ends their sessions. The next single sign-on with their verified address connects
 * an account again. Returns the number of forgotten accounts.
 */
export async function disconnectPerson(base: Pick<Base, 'db'>, userId: string): Promise<number> {
  return inTransaction(base.db, async ({ tx }) => {
    const { count } = await tx.externalIdentity.deleteMany({ where: { userId } });
    await tx.userSession.deleteMany({ where: { userId } });
    return count;
  });
}
