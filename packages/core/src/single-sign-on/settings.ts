/** /v1/console/workspace/single-sign-on: which groups give which role, and whether single sign-on is required. */
import type { SingleSignOnSettingsReq } from '@countersign/contract/console';
import { type Role, roles } from '@countersign/contract/roles';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type AdminChange, recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, type Tx, type TxCtx, withTransaction } from '../ctx.ts';

export interface SingleSignOnSettings {
  required: boolean;
  groups: Array<{ group: string; role: Role }>;
}

/** The settings of the workspace, groups in the order of their names. */
export async function getSingleSignOn(ctx: Ctx): Promise<SingleSignOnSettings> {
  guardRole(ctx, 'owner');
  const { requiresSingleSignOn, groupRoles } = await ctx.db.workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
    select: {
      requiresSingleSignOn: true,
      groupRoles: { select: { groupName: true, role: true }, orderBy: { groupName: 'asc' } },
    },
  });
  return {
    required: requiresSingleSignOn,
    groups: groupRoles.map(({ groupName, role }) => ({ group: groupName, role })),
  };
}

/**
 * Replaces the settings. Memberships follow at each person's next sign-in. Only an owner who signed in by single sign-on can begin to
 * require it, so that at least one owner can still use the workspace. Throws validation for that, and for a group that is given twice, and
 * forbidden if only operators may give roles to groups.
 */
export async function setSingleSignOn(
  ctx: Ctx,
  input: SingleSignOnSettingsReq,
): Promise<SingleSignOnSettings> {
  guardRole(ctx, 'owner');
  const seen = new Set<string>();
  for (const [index, { group }] of input.groups.entries()) {
    if (seen.has(group))
      throw invalid(['body', 'groups', index, 'group'], 'Value error, the group is given twice', {
        input: group,
      });
    seen.add(group);
  }
  return withTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    await lockAuthority(tx, 'owner');
    await guardNewGroups(tx, input.groups);
    const { requiresSingleSignOn: before } = await tx.db.workspace.findUniqueOrThrow({
      where: { id: workspaceId },
      select: { requiresSingleSignOn: true },
    });
    if (input.required && !before && tx.signedInBy !== 'single_sign_on')
      throw invalid(
        ['body', 'required'],
        'Value error, sign in by single sign-on first. This shows that it works and that you keep access',
      );
    await tx.db.groupRole.deleteMany({ where: { workspaceId } });
    await tx.db.groupRole.createMany({
      data: input.groups.map(({ group, role }) => ({ workspaceId, groupName: group, role })),
    });
    await tx.db.workspace.update({
      where: { id: workspaceId },
      data: { requiresSingleSignOn: input.required },
    });
    const counts = roles.map((role) => [role, input.groups.filter((one) => one.role === role).length]);
    await recordChange(tx, { required: input.required, groups: Object.fromEntries(counts) });
    return getSingleSignOn(tx);
  });
}

/**
 * Where anyone may create workspaces, only operators give roles to groups. Otherwise anybody could add all people of a group to a workspace of
 * their own. Groups that have the role already can stay.
 */
async function guardNewGroups(tx: TxCtx, groups: SingleSignOnSettings['groups']): Promise<void> {
  const { db, workspaceId, actor, settings } = tx;
  if (settings.workspaceCreation !== 'anyone') return;
  const known = await db.groupRole.findMany({ where: { workspaceId } });
  if (groups.every(({ group, role }) => known.some((one) => one.groupName === group && one.role === role)))
    return;
  const person = await db.user.findUnique({ where: { id: actor.id }, select: { operator: true } });
  if (person?.operator) return;
  throw new ProblemError('forbidden', {
    detail:
      'Anyone can create workspaces in this installation, so only its operators can give roles to groups.',
  });
}

/** Turns the requirement on or off for an operator. Returns whether it changed. Call it in a transaction. */
export async function requireSingleSignOn(
  change: AdminChange & { db: Tx },
  required: boolean,
): Promise<boolean> {
  const { count } = await change.db.workspace.updateMany({
    where: { id: change.workspaceId, requiresSingleSignOn: !required },
    data: { requiresSingleSignOn: required },
  });
  if (count > 0) await recordChange(change, { required });
  return count > 0;
}

/** How many groups give each role; their names are texts, which the log could not erase. */
async function recordChange(change: AdminChange, details: Record<string, unknown>): Promise<void> {
  await recordAdminEvent(change, {
    type: 'workspace.single_sign_on_changed',
    target: { type: 'workspace', id: change.workspaceId },
    details,
  });
}
