/** What people see about themselves: their workspaces and their sign-in history. */
import type { SignInOutcome } from '@countersign/contract/console';
import type { Role } from '@countersign/contract/roles';
import { requiresSingleSignOn } from '../access.ts';
import type { Base } from '../ctx.ts';

export interface PersonView {
  user: { id: string; email: string; name: string; operator: boolean };
  workspaces: Array<{ id: string; slug: string; name: string; role: Role; requiresSingleSignOn: boolean }>;
}

/** The most workspaces that are listed. */
const maxWorkspaces = 1000;
const shownSignIns = 100;

/** The person with their workspaces, by name. */
export async function readPerson(base: Pick<Base, 'db'>, userId: string): Promise<PersonView> {
  const { memberships, ...user } = await base.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      operator: true,
      memberships: {
        select: {
          role: true,
          fromGroups: true,
          workspace: { select: { id: true, slug: true, name: true, requiresSingleSignOn: true } },
        },
        orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
        take: maxWorkspaces,
      },
    },
  });
  const workspaces = memberships.map((membership) => ({
    ...membership.workspace,
    role: membership.role,
    requiresSingleSignOn: requiresSingleSignOn(membership),
  }));
  return { user, workspaces };
}

/** The last hundred entries of the person's sign-in history, newest first. */
export async function listSignIns(
  base: Pick<Base, 'db'>,
  userId: string,
): Promise<Array<{ at: Date; ip: string | null; userAgent: string | null; outcome: SignInOutcome }>> {
  const rows = await base.db.signIn.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    take: shownSignIns,
    select: { at: true, ip: true, userAgent: true, outcome: true },
  });
  return rows.map((row) => ({ ...row, outcome: row.outcome as SignInOutcome }));
}

/** Changes the name that others see. */
export async function renamePerson(base: Pick<Base, 'db'>, userId: string, name: string): Promise<void> {
  await base.db.user.update({ where: { id: userId }, data: { name } });
}
