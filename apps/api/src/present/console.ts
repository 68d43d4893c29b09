/** People and workspaces -> the console's shapes (decisions.md, section 7). */
import type {
  InvitationOut,
  MemberOut,
  SessionOut,
  SignInOut,
  WorkspaceOut,
} from '@countersign/contract/console';
import type { OpenInvitation } from '@countersign/core/user/invitations';
import type { Member } from '@countersign/core/user/members';
import type { listSignIns, PersonView } from '@countersign/core/user/read-session';
import type { Workspace } from '@countersign/db/models';

/** Who is signed in, where they work, and until when. */
export function presentSession({ user, workspaces }: PersonView, expiresAt: Date): SessionOut {
  return { user, workspaces, expires_at: expiresAt.toISOString() };
}

/** A line of the sign-in history. */
export function presentSignIn(entry: Awaited<ReturnType<typeof listSignIns>>[number]): SignInOut {
  return {
    at: entry.at.toISOString(),
    ip: entry.ip,
    user_agent: entry.userAgent,
    outcome: entry.outcome,
  };
}

/** A person of the workspace. */
export function presentMember(member: Member): MemberOut {
  return {
    user_id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    joined_at: member.joinedAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  };
}

/** An invitation without the secret of its link, which only the mail knows. */
export function presentInvitation(invitation: OpenInvitation): InvitationOut {
  const { invitedBy } = invitation;
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    invited_by: invitedBy && { user_id: invitedBy.id, name: invitedBy.name, email: invitedBy.email },
  };
}

/** The workspace and its settings. */
export function presentWorkspace(workspace: Workspace): WorkspaceOut {
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    accent_color: workspace.accentColor,
    created_at: workspace.createdAt.toISOString(),
  };
}
