/** Workspaces: made by the operator, never over the API (decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { isUniqueViolation } from '@countersign/db/errors';
import { inTransaction } from '@countersign/db/transaction';
import { invalid } from '@countersign/problem/problem-error';
import type { Base, Tx } from '../ctx.ts';

export interface NewWorkspace {
  /** Lower-case letters, digits and hyphens; unique. */
  slug: string;
  name: string;
  ownerEmail: string;
}

export interface CreatedWorkspace {
  workspaceId: string;
  teamId: string;
  ownerId: string;
}

/**
 * Makes a workspace with its team and its owner, who may own others already. Throws a validation problem when the slug
 * cannot be used or is taken.
 */
export async function createWorkspace(
  base: Pick<Base, 'db' | 'now'>,
  input: NewWorkspace,
): Promise<CreatedWorkspace> {
  try {
    return await inTransaction(base.db, ({ tx }) => insertWorkspace(tx, input, base.now()));
  } catch (error) {
    if (isUniqueViolation(error, 'slug') || isUniqueViolation(error, 'workspace_slug_key'))
      throw invalid(['slug'], 'Value error, a workspace of this slug exists', { input: input.slug });
    throw error;
  }
}

/** As createWorkspace, inside the caller's transaction. */
export async function insertWorkspace(tx: Tx, input: NewWorkspace, now: Date): Promise<CreatedWorkspace> {
  const email = normalizeEmail(input.ownerEmail);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(input.slug) || input.slug.length > 63)
    throw invalid(['slug'], 'Value error, use lower-case letters, digits and single hyphens', {
      input: input.slug,
    });
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid(['ownerEmail'], 'value is not a valid email address');
  const workspaceId = newId();
  const teamId = newId();
  await tx.workspace.create({
    data: { id: workspaceId, slug: input.slug, name: input.name, createdAt: now },
  });
  await tx.team.create({ data: { id: teamId, workspaceId, name: input.name, createdAt: now } });
  const owner = await tx.user.upsert({
    where: { email },
    create: { id: newId(), email, name: email.slice(0, email.indexOf('@')), createdAt: now },
    update: {},
  });
  await tx.membership.create({ data: { workspaceId, userId: owner.id, role: 'owner', createdAt: now } });
  return { workspaceId, teamId, ownerId: owner.id };
}
