/** Gives a person the memberships of their groups at each single sign-on (docs/decisions/046-single-sign-on.md). */
import type { Role } from '@countersign/contract/roles';
import { isAtLeast } from '@countersign/contract/roles';
import { recordAdminEvent } from '../admin-event/record.ts';
import type { InTransaction, PersonCtx } from '../ctx.ts';
import { endInvitationsBy } from '../membership.ts';
import { deleteInvitations } from '../user/invitations.ts';

type TxPersonCtx = PersonCtx & InTransaction;

/** The role in each workspace, by its id. */
export type GroupRoles = ReadonlyMap<string, Role>;

const actor = { type: 'system', id: 'single-sign-on' } as const;

/** The roles that these groups give, the highest one in each workspace. */
export async function rolesOf(ctx: Pick<PersonCtx, 'db'>, groups: readonly string[]): Promise<GroupRoles> {
  const rows = await ctx.db.groupRole.findMany({ where: { groupName: { in: [...groups] } } });
  const roles = new Map<string, Role>();
  for (const { workspaceId, role } of rows) {
    const known = roles.get(workspaceId);
    if (known === undefined || isAtLeast(role, known)) roles.set(workspaceId, role);
  }
  return roles;
}

/**
 * Adds, changes and removes memberships so that they match `roles`. Does not change memberships that a person or an operator gave, nor
 * the membership of the last owner of a workspace. Every change is in the admin log of its workspace.
 */
export async function applyGroups(tx: TxPersonCtx, userId: string, roles: GroupRoles): Promise<void> {
  const memberships = await tx.db.membership.findMany({ where: { userId } });
  const changed = [
    ...memberships
      // Equal mutant "fromGroups && roles.get(workspaceId) !== role → fromGroups": applyRole compares again.
      .filter(({ fromGroups, role, workspaceId }) => fromGroups && roles.get(workspaceId) !== role)
      .map(({ workspaceId }) => workspaceId),
    ...[...roles.keys()].filter((id) => !memberships.some(({ workspaceId }) => workspaceId === id)),
  ];
  // In a fixed order, so that two sign-ins cannot deadlock.
  for (const workspaceId of changed.toSorted())
    await applyRole(tx, userId, workspaceId, roles.get(workspaceId));
}

/** Sets the role in one workspace; undefined removes the membership. */
async function applyRole(
  tx: TxPersonCtx,
  userId: string,
  workspaceId: string,
  role: Role | undefined,
): Promise<void> {
  // Changes to the members of a workspace happen one after the other, as in user/members.ts.
  await tx.db.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
  const where = { workspaceId_userId: { workspaceId, userId } };
  const membership = await tx.db.membership.findUnique({ where });
  const change = { ...tx, workspaceId, actor };
  const target = { type: 'user', id: userId };
  const via = 'single_sign_on';
  if (!membership) {
    if (role === undefined) return;
    await tx.db.membership.create({
      data: { workspaceId, userId, role, fromGroups: true, createdAt: tx.now() },
    });
    await recordAdminEvent(change, { type: 'member.joined', target, details: { role, via } });
    return;
  }
  if (!membership.fromGroups || membership.role === role) return;
  if (membership.role === 'owner' && (await isLastOwner(tx, workspaceId))) {
    tx.log.warn('groups would take away the last owner of a workspace: the role was kept', {
      workspace: workspaceId,
    });
    return;
  }
  if (role === undefined) {
    await tx.db.membership.delete({ where });
    await deleteInvitations(tx, workspaceId, { sentBy: userId });
    await recordAdminEvent(change, {
      type: 'member.removed',
      target,
      details: { role: membership.role, via },
    });
    return;
  }
  await tx.db.membership.update({ where, data: { role } });
  if (!isAtLeast(role, membership.role)) await endInvitationsBy(tx.db, workspaceId, userId);
  await recordAdminEvent(change, {
    type: 'member.role_changed',
    target,
    details: { before: membership.role, after: role, via },
  });
}

async function isLastOwner(tx: TxPersonCtx, workspaceId: string): Promise<boolean> {
  return (await tx.db.membership.count({ where: { workspaceId, role: 'owner' } })) <= 1;
}
