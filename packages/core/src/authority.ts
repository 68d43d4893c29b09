/**
 * The authority of the caller at the moment of a change. Authentication reads it before the body, which may take a minute to arrive; meanwhile
 * a role can be lowered, a key revoked and a session ended.
 */
import type { Role } from '@countersign/contract/roles';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole, guardSignInMethod, requiresSingleSignOn } from './access.ts';
import type { InTransaction, PersonCtx, TxCtx } from './ctx.ts';

/**
 * Locks the workspace's row (`FOR NO KEY UPDATE`, by primary key), so that changes to members happen one after the other, and checks that the
 * caller may still do this. Every verb that gives somebody access begins its transaction with it: locks of other rows and the end of the admin
 * log come later. Throws forbidden, not-found, unauthenticated and single-sign-on-required, as authentication does.
 */
export async function lockAuthority(tx: TxCtx, least: Role): Promise<void> {
  await tx.db.$queryRaw`SELECT 1 FROM workspace WHERE id = ${tx.workspaceId}::uuid FOR NO KEY UPDATE`;
  if (tx.actor.type === 'user') await guardPerson(tx, least);
  if (tx.actor.type === 'api_key') await guardKey(tx);
}

async function guardPerson(tx: TxCtx, least: Role): Promise<void> {
  const { workspaceId, actor, sessionId, signedInBy } = tx;
  const membership = await tx.db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId: actor.id } },
    select: { role: true, fromGroups: true, workspace: { select: { requiresSingleSignOn: true } } },
  });
  if (!membership)
    throw new ProblemError('not-found', { detail: 'No such workspace, or you are not a member of it.' });
  if (signedInBy) guardSignInMethod(requiresSingleSignOn(membership), signedInBy);
  guardRole(membership, least);
  if (sessionId !== undefined) await lockSession(tx, sessionId);
}

async function guardKey({ db, workspaceId, actor, now }: TxCtx): Promise<void> {
  const valid = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM api_key
    WHERE id = ${actor.id}::uuid AND workspace_id = ${workspaceId}::uuid AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now()}::timestamptz) FOR SHARE`;
  if (valid.length === 0)
    throw new ProblemError('unauthenticated', {
      detail: 'The key was revoked or has expired.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
}

/** Keeps the session (`FOR SHARE`, by primary key) until the transaction ends. Throws unauthenticated if it has ended. */
export async function lockSession(tx: PersonCtx & InTransaction, sessionId: string): Promise<void> {
  const valid = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM user_session WHERE id = ${sessionId}::uuid AND expires_at > ${tx.now()}::timestamptz FOR SHARE`;
  if (valid.length === 0)
    throw new ProblemError('unauthenticated', { detail: 'There is no session, or it has ended. Sign in.' });
}
