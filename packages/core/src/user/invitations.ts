/** Invitations to a workspace (docs/spec/decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import { isUuid, newId } from '@countersign/contract/ids';
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { inTransaction } from '@countersign/db/transaction';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Base, type Ctx, type InTransaction, type PersonCtx, type Tx, withTransaction } from '../ctx.ts';
import { limitTeamInvitation } from '../mail/limit-mails.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';
import { type OpenedSession, openConsoleSession, recordSignIn } from './open-session.ts';
import { hashToken, newToken } from './token.ts';

export const invitationDays = 7;
/** The most open invitations of a workspace. */
const maxOpen = 500;

export interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  invitedBy: { id: string; name: string; email: string } | null;
}

const shown = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  expiresAt: true,
  invitedBy: { select: { id: true, name: true, email: true } },
} as const;

/** The page behind the link. Opening it does not use up the invitation. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation/${token}`;
}

/** The invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Ctx): Promise<OpenInvitation[]> {
  guardRole(ctx, 'owner');
  return ctx.db.invitation.findMany({
    where: { workspaceId: ctx.workspaceId, acceptedAt: null, expiresAt: { gt: ctx.now() } },
    orderBy: { id: 'desc' },
    take: maxOpen,
    select: shown,
  });
}

/**
 * Mails an invitation. Replaces an open one for the same address, whose link stops working. Throws validation if the person
 * is a member already, or too many invitations are open, and mail-limit.
 */
export async function invite(ctx: Ctx, input: { email: string; role: Role }): Promise<OpenInvitation> {
  guardRole(ctx, 'owner');
  const email = normalizeEmail(input.email);
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'owner');
    const scope = { workspaceId: ctx.workspaceId };
    if (await tx.db.membership.findFirst({ where: { ...scope, user: { email } } }))
      throw invalid(['body', 'email'], 'Value error, this person is already a member', {
        input: input.email,
      });
    await tx.db.invitation.deleteMany({ where: { ...scope, email, acceptedAt: null } });
    const now = tx.now();
    const open = await tx.db.invitation.count({
      where: { ...scope, acceptedAt: null, expiresAt: { gt: now } },
    });
    if (open >= maxOpen)
      throw invalid(['body', 'email'], `Value error, at most ${maxOpen} invitations can be open`);
    await limitTeamInvitation(tx, email);
    const { token, sha256 } = newToken();
    const invitation = await tx.db.invitation.create({
      data: {
        id: newId(),
        ...scope,
        email,
        role: input.role,
        tokenSha256: sha256,
        invitedById: ctx.actor.type === 'user' ? ctx.actor.id : null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + invitationDays * 86_400_000),
      },
      select: shown,
    });
    await queueAccountMail(tx, {
      kind: 'team-invitation',
      ...scope,
      toName: '',
      toAddress: email,
      data: { invitation_id: invitation.id },
      code: token,
    });
    await recordAdminEvent(tx, {
      type: 'member.invited',
      target: { type: 'invitation', id: invitation.id },
      details: { role: input.role },
    });
    return invitation;
  });
}

/** Invalidates the link. Throws not-found for invitations of other workspaces and for accepted ones. */
export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  guardRole(ctx, 'owner');
  const unknown = () => new ProblemError('not-found', { detail: 'No such invitation.' });
  if (!isUuid(id)) throw unknown();
  await withTransaction(ctx, async (tx) => {
    const where = { id, workspaceId: ctx.workspaceId, acceptedAt: null };
    const { count } = await tx.db.invitation.deleteMany({ where });
    if (count === 0) throw unknown();
    await recordAdminEvent(tx, { type: 'member.invitation_withdrawn', target: { type: 'invitation', id } });
  });
}

/**
 * Deletes the invitations to this address, or those that this person sent, accepted ones too. Their links stop working. Returns their
 * number.
 */
export async function deleteInvitations(
  { db }: { db: Pick<Tx, 'invitation'> },
  workspaceId: string,
  which: { toEmail: string } | { sentBy: string },
): Promise<number> {
  const where = 'toEmail' in which ? { email: normalizeEmail(which.toEmail) } : { invitedById: which.sentBy };
  const { count } = await db.invitation.deleteMany({ where: { workspaceId, ...where } });
  return count;
}

/**
 * Deletes the invitations to this address for an operator. Those that were still open are in the admin log as withdrawn. Returns the number of
 * all.
 */
export async function eraseInvitations(
  base: Pick<Base, 'db' | 'now'>,
  workspaceId: string,
  email: string,
): Promise<number> {
  return inTransaction(base.db, async ({ tx }) => {
    // No invitation is sent or accepted between the two statements, as in authority.ts.
    await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    const open = await tx.invitation.findMany({
      where: { workspaceId, email: normalizeEmail(email), acceptedAt: null, expiresAt: { gt: base.now() } },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    const count = await deleteInvitations({ db: tx }, workspaceId, { toEmail: email });
    const change = byOperator(tx, workspaceId, base.now);
    for (const { id } of open)
      await recordAdminEvent(change, {
        type: 'member.invitation_withdrawn',
        target: { type: 'invitation', id },
      });
    return count;
  });
}

/** What the page of the link shows. Throws not-found if the invitation cannot be accepted. */
export async function findInvitation(
  base: Base,
  token: string,
): Promise<{ workspaceName: string; email: string; role: Role }> {
  const tokenSha256 = hashToken(token);
  const found = tokenSha256
    ? await base.db.invitation.findFirst({
        where: { tokenSha256, acceptedAt: null, expiresAt: { gt: base.now() } },
        select: { email: true, role: true, workspace: { select: { name: true } } },
      })
    : null;
  if (!found) throw unknownInvitation();
  return { workspaceName: found.workspace.name, email: found.email, role: found.role };
}

export interface AcceptedInvitation {
  userId: string;
  workspaceSlug: string;
  /** Null if the person had a user before. */
  opened: OpenedSession | null;
}

/**
 * Makes the person a member. Creates their user if necessary, and then signs them in. The link does not sign in to an existing
 * user, because it works for days, and emails are forwarded. An existing member keeps their role; one whose membership groups gave gets the
 * higher of both roles, and groups no longer decide. Of two concurrent calls, one
 * succeeds. Throws not-found if the invitation was accepted or withdrawn, or has expired.
 */
export async function acceptInvitation(
  ctx: PersonCtx,
  input: { token: string; name: string | null; previousToken: string | null },
): Promise<AcceptedInvitation> {
  const tokenSha256 = hashToken(input.token);
  if (!tokenSha256) throw unknownInvitation();
  return withTransaction(ctx, async (tx) => {
    const now = tx.now();
    // Changes to the members of a workspace happen one after the other, as in authority.ts.
    await tx.db.$queryRaw`
      SELECT 1 FROM workspace WHERE id = (SELECT workspace_id FROM invitation WHERE token_sha256 = ${tokenSha256})
      FOR NO KEY UPDATE`;
    // Locks the invitation's row. A second call waits here and then finds the invitation accepted.
    const { count } = await tx.db.invitation.updateMany({
      where: { tokenSha256, acceptedAt: null, expiresAt: { gt: now } },
      data: { acceptedAt: now },
    });
    if (count === 0) throw unknownInvitation();
    const { id, email, role, workspaceId, workspace } = await tx.db.invitation.findUniqueOrThrow({
      where: { tokenSha256 },
      include: { workspace: { select: { slug: true } } },
    });
    const name = input.name ?? email.slice(0, email.indexOf('@'));
    const created = await tx.db.user.createMany({
      data: { id: newId(), email, name, createdAt: now },
      skipDuplicates: true,
    });
    const user = await tx.db.user.findUniqueOrThrow({ where: { email }, select: { id: true } });
    await joinWorkspace(tx, { workspaceId, userId: user.id, role, invitationId: id });
    const accepted = { userId: user.id, workspaceSlug: workspace.slug };
    const outcome = 'invitation_accepted';
    if (created.count === 0) {
      await recordSignIn(tx.db, tx, user.id, outcome);
      return { ...accepted, opened: null };
    }
    const { previousToken } = input;
    const session = { userId: user.id, previousToken, outcome, method: 'email' } as const;
    return { ...accepted, opened: await openConsoleSession(tx, session) };
  });
}

/** The membership of an invitation. Call it with the workspace's row locked. */
async function joinWorkspace(
  tx: PersonCtx & InTransaction,
  joining: { workspaceId: string; userId: string; role: Role; invitationId: string },
): Promise<void> {
  const { workspaceId, userId, role, invitationId } = joining;
  const where = { workspaceId_userId: { workspaceId, userId } };
  const target = { type: 'user' as const, id: userId };
  const change = { ...tx, workspaceId, actor: target };
  const before = await tx.db.membership.findUnique({ where });
  if (!before) {
    await tx.db.membership.create({ data: { workspaceId, userId, role, createdAt: tx.now() } });
    const details = { role, invitation_id: invitationId };
    return recordAdminEvent(change, { type: 'member.joined', target, details });
  }
  if (!before.fromGroups) return;
  const after = isAtLeast(role, before.role) ? role : before.role;
  await tx.db.membership.update({ where, data: { role: after, fromGroups: false } });
  const details = { before: before.role, after, from_groups: false };
  await recordAdminEvent(change, { type: 'member.role_changed', target, details });
}

function unknownInvitation(): ProblemError {
  return new ProblemError('not-found', {
    detail: `This invitation was accepted or canceled, has expired after ${invitationDays} days, or does not exist.`,
  });
}
