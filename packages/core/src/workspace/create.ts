/** Creates workspaces, and decides who may (docs/spec/decisions.md, section 7). */
import { randomBytes } from 'node:crypto';
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { isUniqueViolation } from '@countersign/db/errors';
import type { Workspace } from '@countersign/db/models';
import { inTransaction } from '@countersign/db/transaction';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import { type Base, type PersonCtx, type Tx, withTransaction } from '../ctx.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';

const maxSlugLength = 63;

export interface NewWorkspace {
  /** Lower-case letters, digits and hyphens. Unique. */
  slug: string;
  name: string;
  ownerEmail: string;
  /** Makes the owner an operator of the installation. */
  operator?: boolean;
  /** The person who creates it; by default an operator on the command line. */
  createdBy?: { type: 'user'; id: string };
}

export interface CreatedWorkspace {
  workspaceId: string;
  teamId: string;
  ownerId: string;
}

/**
 * Creates a workspace with its team and owner; an owner can have several workspaces. Throws validation if the slug is invalid
 * or taken.
 */
export async function createWorkspace(
  base: Pick<Base, 'db' | 'now'>,
  input: NewWorkspace,
): Promise<CreatedWorkspace> {
  try {
    return await inTransaction(base.db, ({ tx }) => insertWorkspace(tx, input, base.now()));
  } catch (error) {
    if (isUniqueViolation(error, 'slug') || isUniqueViolation(error, 'workspace_slug_key'))
      throw invalid(['slug'], 'Value error, a workspace with this slug exists', { input: input.slug });
    throw error;
  }
}

/** createWorkspace inside the caller's transaction. */
export async function insertWorkspace(tx: Tx, input: NewWorkspace, now: Date): Promise<CreatedWorkspace> {
  const email = normalizeEmail(input.ownerEmail);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(input.slug) || input.slug.length > maxSlugLength)
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
    create: {
      id: newId(),
      email,
      name: email.slice(0, email.indexOf('@')),
      operator: input.operator ?? false,
      createdAt: now,
    },
    update: input.operator ? { operator: true } : {},
  });
  await tx.membership.create({ data: { workspaceId, userId: owner.id, role: 'owner', createdAt: now } });
  await recordAdminEvent(
    { ...byOperator(tx, workspaceId, () => now), ...(input.createdBy && { actor: input.createdBy }) },
    {
      type: 'workspace.created',
      target: { type: 'workspace', id: workspaceId },
      details: { owner_id: owner.id },
    },
  );
  return { workspaceId, teamId, ownerId: owner.id };
}

/** How many workspaces a person who is not an operator can create within a day. Every workspace has limits and an allowance of its own. */
const workspacesPerDay = 5;
const daySeconds = 86_400;

/**
 * Creates a workspace that the person owns. The slug is derived from the name, with a number if it is taken. Throws forbidden
 * unless the person is an operator or anyone may create workspaces, and rate-limited after five a day, except for operators.
 */
export async function createOwnWorkspace(
  ctx: PersonCtx,
  person: { userId: string; email: string; operator: boolean },
  name: string,
): Promise<Workspace> {
  if (!person.operator && ctx.settings.workspaceCreation !== 'anyone')
    throw new ProblemError('forbidden', {
      detail: 'Only operators of this installation can create workspaces.',
    });
  const stem = slugOf(name);
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : `-${attempt <= 20 ? attempt : randomBytes(4).toString('hex')}`;
    const slug = `${stem.slice(0, maxSlugLength - suffix.length).replace(/-+$/, '')}${suffix}`;
    try {
      return await withTransaction(ctx, async (tx) => {
        if (!person.operator) await limitWorkspaces(tx, person.userId);
        const made = await insertWorkspace(
          tx.db,
          { slug, name, ownerEmail: person.email, createdBy: { type: 'user', id: person.userId } },
          tx.now(),
        );
        return tx.db.workspace.findUniqueOrThrow({ where: { id: made.workspaceId } });
      });
    } catch (error) {
      const isTaken = isUniqueViolation(error, 'slug') || isUniqueViolation(error, 'workspace_slug_key');
      if (!isTaken || attempt === maxSlugAttempts) throw error;
    }
  }
}

const maxSlugAttempts = 25;

async function limitWorkspaces(tx: Pick<Base, 'db' | 'now'>, userId: string): Promise<void> {
  const limit = {
    bucket: `workspaces:${userId}`,
    rate: workspacesPerDay / daySeconds,
    burst: workspacesPerDay,
  };
  const { allowed, tokens } = await takeToken(tx, limit);
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / limit.rate));
  const retryAt = new Date(tx.now().getTime() + retryAfterSeconds * 1000).toISOString();
  throw new ProblemError('rate-limited', {
    detail: `One person can create ${workspacesPerDay} workspaces a day. Try again after ${retryAt}.`,
    retryAfterSeconds,
  });
}

/** The part of a name that is valid in a slug: letters without accents, digits, hyphens. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'workspace';
}
