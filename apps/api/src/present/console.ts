/** Converts people, workspaces and jobs to the shapes of the console (docs/spec/decisions.md, section 7). */
import type {
  DeadJobOut,
  ErasureOut,
  InvitationOut,
  MemberOut,
  QueueOut,
  SessionOut,
  SignInMethod,
  SignInOut,
  SingleSignOnSettingsOut,
  SummaryOut,
  UsageMonthOut,
  WorkspaceOut,
} from '@countersign/contract/console';
import { encodeId } from '@countersign/contract/ids';
import type { PasskeyOut } from '@countersign/contract/passkey';
import type { Settings } from '@countersign/core/ctx';
import { countLimit, type Summary } from '@countersign/core/document/summary';
import type { Erasure } from '@countersign/core/privacy/erase-document';
import type { SingleSignOnSettings } from '@countersign/core/single-sign-on/settings';
import type { MonthUsage } from '@countersign/core/usage/history';
import type { OpenInvitation } from '@countersign/core/user/invitations';
import type { Member } from '@countersign/core/user/members';
import type { listSignIns, PersonView } from '@countersign/core/user/read-session';
import type { WorkspaceWithLogo } from '@countersign/core/workspace/get';
import type { Passkey } from '@countersign/db/models';
import type { DeadJob, JobStatus } from '@countersign/queue/inspect';

/** The session: the person, their workspaces, how it began, and when it ends. */
export function presentSession(
  { user, workspaces }: PersonView,
  { expiresAt, signedInBy }: { expiresAt: Date; signedInBy: SignInMethod },
  { settings, converter }: { settings: Pick<Settings, 'signatureProvider'>; converter: unknown },
): SessionOut {
  return {
    user,
    workspaces: workspaces.map(({ requiresSingleSignOn, ...workspace }) => ({
      ...workspace,
      requires_single_sign_on: requiresSingleSignOn,
    })),
    signed_in_by: signedInBy,
    signature_provider: settings.signatureProvider,
    converts_docx: converter !== null,
    expires_at: expiresAt.toISOString(),
  };
}

/** The settings of single sign-on, with the identity provider of the installation. */
export function presentSingleSignOn(
  settings: SingleSignOnSettings,
  provider: { name: string; issuer: string } | null,
): SingleSignOnSettingsOut {
  return { provider: provider && { name: provider.name, issuer: provider.issuer }, ...settings };
}

/** An entry of the sign-in history. */
export function presentSignIn(entry: Awaited<ReturnType<typeof listSignIns>>[number]): SignInOut {
  return {
    at: entry.at.toISOString(),
    ip: entry.ip,
    user_agent: entry.userAgent,
    outcome: entry.outcome,
  };
}

/** A passkey, without its keys. */
export function presentPasskey(passkey: Passkey): PasskeyOut {
  return {
    id: passkey.id,
    name: passkey.name,
    backed_up: passkey.isBackedUp,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}

/** A member of the workspace. */
export function presentMember(member: Member): MemberOut {
  return {
    user_id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    from_groups: member.fromGroups,
    joined_at: member.joinedAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  };
}

/** An invitation without the token of its link, which only the email contains. */
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
export function presentWorkspace(workspace: WorkspaceWithLogo): WorkspaceOut {
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    accent_color: workspace.accentColor,
    // The column is text, but only languages of this type are written.
    language: workspace.language as WorkspaceOut['language'],
    logo: workspace.logo?.sha256 ?? null,
    sender_name: workspace.senderName,
    reply_to: workspace.replyTo,
    show_document_id: workspace.showsDocumentId,
    show_signature_details: workspace.showsSignatureDetails,
    created_at: workspace.createdAt.toISOString(),
    retention_days: workspace.retentionDays ?? 0,
    retention_keeps_sealed: workspace.retentionKeepsSealed,
    embed_origins: workspace.embedOrigins,
  };
}

/** The result of an erasure, with the head of the remaining audit trail. */
export function presentErasure(erasure: Erasure): ErasureOut {
  return {
    id: encodeId('doc', erasure.id),
    erased_at: erasure.erasedAt.toISOString(),
    events_erased: erasure.eventsErased,
    sealed_kept: erasure.sealedKept,
    removed: erasure.removed,
    chain_seq: erasure.chainSeq,
    chain_head: erasure.chainHead,
  };
}

/** The number of documents in each status. */
export function presentSummary({ documents, unsealed, deliveryProblems }: Summary): SummaryOut {
  return {
    documents,
    waiting_for_others: Math.min(countLimit, documents.sent + documents.partially_signed),
    unsealed,
    delivery_problems: deliveryProblems,
  };
}

/** The usage of one month. */
export function presentUsageMonth({ month, liveSent, testSent, completed }: MonthUsage): UsageMonthOut {
  return {
    month: month.toISOString().slice(0, 7),
    live_sent: liveSent,
    test_sent: testSent,
    completed,
  };
}

/** The state of one job's work. */
export function presentQueue(status: JobStatus): QueueOut {
  return {
    name: status.job,
    queue: status.queue,
    ready: status.ready,
    active: status.active,
    deferred: status.deferred,
    retry: status.retrying,
    failed: status.failed,
    dead: status.dead,
    oldest_ready_seconds: status.oldestReadySeconds,
    last_error: status.lastError,
    last_error_at: status.lastErrorAt?.toISOString() ?? null,
  };
}

/** A dead letter. */
export function presentDeadJob(job: DeadJob): DeadJobOut {
  return {
    id: job.originalId ?? job.id,
    created_at: job.enqueuedAt.toISOString(),
    died_at: job.diedAt.toISOString(),
    attempts: job.attempts,
    error: job.error,
    payload: { ...job.payload },
  };
}
