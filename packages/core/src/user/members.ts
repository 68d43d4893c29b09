/** The members of a workspace: list, change of role, removal (docs/spec/decisions.md, section 7). */
import { type Listed, onePage, type Page } from '@countersign/contract/common';
import { isUuid } from '@countersign/contract/ids';
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, type Tx, type TxCtx, withTransaction } from '../ctx.ts';
import { endInvitationsBy, guardLastOwner } from '../membership.ts';
import { deleteInvitations } from './invitations.ts';

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Given by groups of the identity provider, which decide the role. */
  fromGroups: boolean;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

/** One page of the members, owners first, then by name. Throws validation when `starting_after` is not a member. */
export async function listMembers({ db, workspaceId }: Ctx, page: Page): Promise<Listed<Member>> {
  const { limit, offset, starting_after: after = null } = page;
  const [found, total] = await Promise.all([
    readMembers(db, workspaceId, { after, offset, limit: limit + 1, userId: null }),
    db.membership.count({ where: { workspaceId } }),
  ]);
  if (after !== null && found.length === 0) await guardMember(db, workspaceId, after);
  return { ...onePage(found, limit), total };
}

async function guardMember(db: Ctx['db'], workspaceId: string, userId: string): Promise<void> {
  const member = await db.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  if (!member) throw invalid(['query', 'starting_after'], 'Value error, no such member', { input: userId });
}

async function readMembers(
  db: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  page: { userId: string | null; after: string | null; limit: number; offset: number },
): Promise<Member[]> {
  const { userId, after, limit, offset } = page;
  return db.$queryRaw<Member[]>`
    SELECT u.id AS "userId", u.email, u.name, m.role, m.from_groups AS "fromGroups", m.created_at AS "joinedAt",
      greatest(
        (SELECT max(last_seen_at) FROM user_session WHERE user_id = u.id),
        (SELECT max(at) FROM sign_in WHERE user_id = u.id AND outcome NOT IN ('link_refused', 'passkey_refused'))
      ) AS "lastSeenAt"
    FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND (${userId}::uuid IS NULL OR u.id = ${userId}::uuid)
      AND (${after}::uuid IS NULL OR (m.role, lower(u.name), u.id) > (
        SELECT last.role, lower(person.name), person.id FROM membership last JOIN app_user person ON person.id = last.user_id
        WHERE last.workspace_id = m.workspace_id AND last.user_id = ${after}::uuid))
    ORDER BY m.role, lower(u.name), u.id
    LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Changes the role of a member. A lower one invalidates the invitations that they sent. Throws not-found for people outside the workspace,
 * last-owner, and validation if groups of the identity provider decide the role.
 */
export async function changeRole(ctx: Ctx, userId: string, role: Role): Promise<Member> {
  guardRole(ctx, 'owner');
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'owner');
    const { role: before, fromGroups } = await findMember(tx, userId);
    if (fromGroups)
      throw invalid(
        ['body', 'role'],
        "Value error, the role comes from the person's groups at the identity provider. Change it there, or in the settings of single sign-on",
        { input: role },
      );
    if (before === 'owner' && role !== 'owner') await guardLastOwner(tx.db, ctx.workspaceId);
    await tx.db.membership.update({
      where: { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } },
      data: { role },
    });
    if (!isAtLeast(role, before)) await endInvitationsBy(tx.db, ctx.workspaceId, userId);
    await recordAdminEvent(tx, {
      type: 'member.role_changed',
      target: { type: 'user', id: userId },
      details: { before, after: role },
    });
    const [changed] = await readMembers(tx.db, ctx.workspaceId, { userId, after: null, limit: 1, offset: 0 });
    return changed!;
  });
}

/**
 * Removes a person from the workspace, with their invitations. Takes effect at once, because every request reads the membership. Throws
 * not-found and last-owner.
 */
export async function removeMember(ctx: Ctx, userId: string): Promise<void> {
  guardRole(ctx, 'owner');
  await withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'owner');
    const { role } = await findMember(tx, userId);
    if (role === 'owner') await guardLastOwner(tx.db, ctx.workspaceId);
    const removed = await tx.db.membership.delete({
      where: { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } },
      select: { user: { select: { email: true } } },
    });
    // With an open invitation to this address, or one that they sent to another address of theirs, the person could join again.
    await deleteInvitations(tx, ctx.workspaceId, { toEmail: removed.user.email });
    await deleteInvitations(tx, ctx.workspaceId, { sentBy: userId });
    await recordAdminEvent(tx, {
      type: 'member.removed',
      target: { type: 'user', id: userId },
      details: { role },
    });
  });
}

/** The membership. Call it after lockAuthority: otherwise two owners could remove each other at the same time. */
async function findMember(ctx: TxCtx, userId: string): Promise<{ role: Role; fromGroups: boolean }> {
  const member = isUuid(userId)
    ? await ctx.db.membership.findUnique({
        where: { workspaceId_userId: { workspaceId: ctx.workspaceId, userId } },
      })
    : null;
  if (!member) throw new ProblemError('not-found', { detail: 'No such member.' });
  return member;
}
