/** Lets the operator add a person to a workspace (docs/spec/decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { inTransaction } from '@countersign/db/transaction';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import type { Base } from '../ctx.ts';
import { endInvitationsBy, guardLastOwner } from '../membership.ts';

/**
 * Adds a person to the workspace, as a member by default. If the person is there already, changes the role if one is given; a lower one
 * invalidates the invitations that they sent. Throws not-found for an unknown workspace, and last-owner.
 */
export async function addUser(
  base: Pick<Base, 'db' | 'now'>,
  input: {
    workspaceSlug: string;
    email: string;
    name?: string | undefined;
    role?: Role | undefined;
  },
): Promise<{ id: string }> {
  const email = normalizeEmail(input.email);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid(['email'], 'value is not a valid email address');
  return inTransaction(base.db, async ({ tx }) => {
    const workspace = await tx.workspace.findUnique({ where: { slug: input.workspaceSlug } });
    if (!workspace)
      throw new ProblemError('not-found', { detail: `There is no workspace "${input.workspaceSlug}".` });
    const user = await tx.user.upsert({
      where: { email },
      create: {
        id: newId(),
        email,
        name: input.name ?? email.slice(0, email.indexOf('@')),
        createdAt: base.now(),
      },
      update: input.name === undefined ? {} : { name: input.name },
    });
    // Changes to the members of a workspace happen one after the other, as in authority.ts.
    await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspace.id}::uuid FOR NO KEY UPDATE`;
    const ids = { workspaceId: workspace.id, userId: user.id };
    const before = await tx.membership.findUnique({ where: { workspaceId_userId: ids } });
    const isLowered = before && input.role !== undefined && !isAtLeast(input.role, before.role);
    if (isLowered && before.role === 'owner') await guardLastOwner(tx, workspace.id);
    await tx.membership.upsert({
      where: { workspaceId_userId: ids },
      create: { ...ids, role: input.role ?? 'member', createdAt: base.now() },
      // Groups of the identity provider no longer change a role that an operator has given.
      update: input.role === undefined ? {} : { role: input.role, fromGroups: false },
    });
    if (isLowered) await endInvitationsBy(tx, workspace.id, user.id);
    const target = { type: 'user', id: user.id };
    const change = byOperator(tx, workspace.id, base.now);
    if (!before)
      await recordAdminEvent(change, {
        type: 'member.added',
        target,
        details: { role: input.role ?? 'member' },
      });
    else if (input.role !== undefined && (input.role !== before.role || before.fromGroups))
      await recordAdminEvent(change, {
        type: 'member.role_changed',
        target,
        details: {
          before: before.role,
          after: input.role,
          ...(before.fromGroups && { from_groups: false }),
        },
      });
    return { id: user.id };
  });
}
