/** What holds for every change of a role: by an owner, by groups of the identity provider and by an operator. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Tx } from './ctx.ts';

/** Throws last-owner if the workspace has only one owner. Call it with the workspace's row locked, before an owner loses the role. */
export async function guardLastOwner(db: Pick<Tx, 'membership'>, workspaceId: string): Promise<void> {
  const owners = await db.membership.count({ where: { workspaceId, role: 'owner' } });
  if (owners <= 1)
    throw new ProblemError('last-owner', { detail: 'This is the only owner of the workspace.' });
}

/**
 * Deletes the open invitations that this person sent. Call it when their role is lowered: they could get it back with an invitation to
 * another address of theirs.
 */
export async function endInvitationsBy(
  db: Pick<Tx, 'invitation'>,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await db.invitation.deleteMany({ where: { workspaceId, invitedById: userId, acceptedAt: null } });
}
