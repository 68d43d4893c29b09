/** Composes the mails to people who sign in or are invited, just before they are sent. */
import type { Mail } from '@countersign/db/models';
import type { OutgoingMail } from '@countersign/mail/mailer';
import { ownName } from '@countersign/mail/templates/layout';
import { magicLinkMail } from '@countersign/mail/templates/magic-link';
import type { RenderedMail } from '@countersign/mail/templates/mail-data';
import { signInMethodMail } from '@countersign/mail/templates/sign-in-method';
import { teamInvitationMail } from '@countersign/mail/templates/team-invitation';
import type { Base } from '../ctx.ts';
import { invitationDays, invitationUrl } from './invitations.ts';
import { signInMinutes, signInUrl } from './sign-in-link.ts';

const ownAccent = '#1f4f8f';

export interface ComposedMail {
  toName: string;
  rendered: RenderedMail;
  /** How the workspace appears as the sender, and where replies go. */
  sender?: Pick<OutgoingMail, 'fromName' | 'replyTo'>;
  images?: OutgoingMail['images'];
}

/**
 * The mail, or null if it is no longer needed: no user has the address, or the link was used or has expired. `secret` is the
 * part of the link that is only in the mail.
 */
export async function composeAccountMail(
  base: Base,
  mail: Mail,
  secret: string,
): Promise<ComposedMail | null> {
  const data = mail.data as Record<string, string>;
  if (mail.kind === 'sign-in-method') return composeSignInMethod(base, mail);
  if (mail.kind === 'sign-in') return composeSignIn(base, data.link_id ?? '', secret);
  if (mail.kind === 'team-invitation') return composeInvitation(base, data.invitation_id ?? '', secret);
  return null;
}

async function composeSignIn(base: Base, linkId: string, secret: string): Promise<ComposedMail | null> {
  const link = await base.db.signInLink.findFirst({
    where: { id: linkId, usedAt: null, expiresAt: { gt: base.now() } },
  });
  const user =
    link &&
    (await base.db.user.findUnique({
      where: { email: link.email },
      include: { memberships: { include: { workspace: true }, take: 2 } },
    }));
  if (!user) return null;
  // A person in several workspaces signs in to all of them, so the mail names none.
  const only = user.memberships.length === 1 ? user.memberships[0]?.workspace : undefined;
  const rendered = magicLinkMail({
    workspaceName: only?.name ?? ownName,
    accentColor: only?.accentColor ?? ownAccent,
    recipientName: user.name,
    link: signInUrl(base.settings.publicUrl, secret),
    validMinutes: signInMinutes,
  });
  return { toName: user.name, rendered };
}

/** Says that a way to sign in was added or removed, so that the person can act if somebody else did it. */
function composeSignInMethod(base: Base, mail: Mail): ComposedMail {
  const { method = '', name = '', change } = mail.data as Record<string, string>;
  const rendered = signInMethodMail({
    workspaceName: ownName,
    accentColor: ownAccent,
    recipientName: mail.toName,
    method,
    change: change === 'removed' ? 'removed' : 'added',
    name,
    at: mail.createdAt,
    link: `${base.settings.publicUrl}/settings`,
  });
  return { toName: mail.toName, rendered };
}

async function composeInvitation(
  base: Base,
  invitationId: string,
  secret: string,
): Promise<ComposedMail | null> {
  const invitation = await base.db.invitation.findFirst({
    where: { id: invitationId, acceptedAt: null, expiresAt: { gt: base.now() } },
    include: { workspace: true, invitedBy: true },
  });
  if (!invitation) return null;
  const rendered = teamInvitationMail({
    workspaceName: invitation.workspace.name,
    accentColor: invitation.workspace.accentColor,
    invitedBy: invitation.invitedBy?.name ?? null,
    role: invitation.role,
    link: invitationUrl(base.settings.publicUrl, secret),
    validDays: invitationDays,
  });
  return { toName: '', rendered };
}
