/** Invites a person to a workspace (docs/spec/decisions.md, section 7). */
import { layOut } from './layout.ts';
import type { RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';

export interface TeamInvitationData {
  workspaceName: string;
  accentColor: string;
  /** The person who invites; null if that person no longer exists. */
  invitedBy: string | null;
  role: 'owner' | 'manager' | 'member';
  link: string;
  validDays: number;
}

const may = {
  owner: 'As an owner you can prepare and send documents, and manage members and settings.',
  manager: 'As a manager you can prepare and send documents, and manage templates, keys and webhooks.',
  member: 'As a member you can prepare, send and track documents.',
};

/** The email with the single-use link. */
export function teamInvitationMail(data: TeamInvitationData): RenderedMail {
  const asks = data.invitedBy
    ? prose`${data.invitedBy} invites you to join ${strong(data.workspaceName)} on Countersign.`
    : prose`You are invited to join ${strong(data.workspaceName)} on Countersign.`;
  return layOut(
    {
      subject: `Join ${data.workspaceName} on Countersign`,
      preview: asks,
      heading: prose`Join ${data.workspaceName}`,
      recipientName: '',
      blocks: [
        { kind: 'text', prose: asks },
        { kind: 'text', prose: prose`${may[data.role]}` },
        { kind: 'button', label: 'Accept the invitation', link: data.link },
        {
          kind: 'note',
          prose: prose`The link works once, within ${String(data.validDays)} days. Do not forward this email. If you did not expect it, ignore it.`,
        },
      ],
    },
    { ...data, mode: 'live', documentId: null },
  );
}
