/** The passkeys of a person: list, rename, remove. */
import { isUuid } from '@countersign/contract/ids';
import type { Passkey } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { recordSignIn } from '../user/open-session.ts';
import { guardRecentSignIn } from '../user/recent-sign-in.ts';
import { queuePasskeyMail } from './queue-mail.ts';
import { maxPasskeys } from './register.ts';

/** The person's passkeys, oldest first. */
export async function listPasskeys(ctx: Pick<PersonCtx, 'db'>, userId: string): Promise<Passkey[]> {
  return ctx.db.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' }, take: maxPasskeys });
}

/** Changes the name. Throws not-found for passkeys of others. */
export async function renamePasskey(
  ctx: PersonCtx,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey> {
  if (!isUuid(id)) throw unknown();
  const { count } = await ctx.db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw unknown();
  return ctx.db.passkey.findUniqueOrThrow({ where: { id } });
}

/**
 * Removes a passkey, so that it can no longer sign in. Sessions that it began continue. The person gets an email about it. Throws
 * recent-sign-in-required, and not-found for passkeys of others.
 */
export async function removePasskey(
  ctx: PersonCtx,
  person: { userId: string; email: string; name: string; signedInAt: Date },
  id: string,
): Promise<void> {
  const { userId, signedInAt } = person;
  guardRecentSignIn(ctx, signedInAt);
  if (!isUuid(id)) throw unknown();
  await withTransaction(ctx, async (tx) => {
    const [removed] = await tx.db.$queryRaw<Array<{ name: string }>>`
      DELETE FROM passkey WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
    if (!removed) throw unknown();
    await recordSignIn(tx.db, tx, userId, 'passkey_removed');
    await queuePasskeyMail(tx, person, { change: 'removed', name: removed.name });
  });
}

function unknown(): ProblemError {
  return new ProblemError('not-found', { detail: 'You have no such passkey.' });
}
