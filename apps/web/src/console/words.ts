/** The names of states, roles, field types and events in the console. */
import type { DocumentStatus } from '@countersign/contract/document';
import type { EngineEventType } from '@countersign/contract/events';
import type { FieldType } from '@countersign/contract/field';
import type { AuthLevel, RecipientRole, RecipientStatus } from '@countersign/contract/recipient';
import type { Tone } from './parts/badge.tsx';
import type { IconName } from './parts/icon.tsx';

type State = readonly [label: string, tone: Tone];

export const documentStates: Record<DocumentStatus | 'awaiting_upload', State> = {
  awaiting_upload: ['Awaiting PDF', 'plain'],
  draft: ['Draft', 'plain'],
  sent: ['Sent', 'info'],
  partially_signed: ['Partly signed', 'info'],
  completed: ['Completed', 'good'],
  voided: ['Voided', 'bad'],
  rejected: ['Declined', 'bad'],
  expired: ['Expired', 'warn'],
};

export const recipientStates: Record<RecipientStatus, State> = {
  pending: ['Waiting for others', 'plain'],
  sent: ['Awaiting signature', 'info'],
  opened: ['Opened', 'info'],
  completed: ['Done', 'good'],
  rejected: ['Declined', 'bad'],
  reassigned: ['Reassigned', 'warn'],
};

export const roles: Record<RecipientRole, { label: string; hint: string }> = {
  signer: { label: 'Signer', hint: 'fills in fields and signs' },
  approver: { label: 'Approver', hint: 'approves without fields' },
  viewer: { label: 'Viewer', hint: 'can read the document, has nothing to sign' },
  cc: { label: 'Copy', hint: 'receives the completed document' },
};

export const authLevelWords: Record<Extract<AuthLevel, 'link' | 'otp'>, string> = {
  link: 'Email link',
  otp: 'Link + code',
};

export const fieldWords: Record<FieldType, { label: string; icon: IconName }> = {
  signature: { label: 'Signature', icon: 'signature' },
  initials: { label: 'Initials', icon: 'initials' },
  name: { label: 'Full name', icon: 'name' },
  email: { label: 'Email', icon: 'email' },
  date: { label: 'Date', icon: 'date' },
  text: { label: 'Text', icon: 'text' },
  number: { label: 'Number', icon: 'number' },
  checkbox: { label: 'Checkbox', icon: 'checkbox' },
  radio: { label: 'Choice', icon: 'radio' },
  dropdown: { label: 'Drop-down', icon: 'dropdown' },
};

export const eventWords: Record<EngineEventType, { label: string; icon: IconName; tone: Tone }> = {
  'envelope.created': { label: 'Document created', icon: 'documents', tone: 'plain' },
  'envelope.content_finalized': { label: 'PDF finalized', icon: 'check', tone: 'plain' },
  'envelope.updated': { label: 'Document changed', icon: 'edit', tone: 'plain' },
  'envelope.sent': { label: 'Sent', icon: 'send', tone: 'info' },
  'envelope.resent': { label: 'Resent', icon: 'send', tone: 'info' },
  'envelope.partially_signed': { label: 'Partly signed', icon: 'signature', tone: 'info' },
  'envelope.completed': { label: 'Everyone has signed', icon: 'check', tone: 'good' },
  'envelope.sealed': { label: 'Sealed', icon: 'shield', tone: 'good' },
  'envelope.voided': { label: 'Voided', icon: 'close', tone: 'bad' },
  'envelope.expired': { label: 'Expired', icon: 'clock', tone: 'warn' },
  'envelope.rejected': { label: 'Closed because a recipient declined', icon: 'close', tone: 'bad' },
  'envelope.downloaded': { label: 'File downloaded', icon: 'download', tone: 'plain' },
  'envelope.erased': { label: 'Personal data erased', icon: 'shield', tone: 'warn' },
  'recipient.link_issued': { label: 'Link issued', icon: 'email', tone: 'plain' },
  'recipient.session_created': {
    label: 'Signing session created',
    icon: 'keys',
    tone: 'plain',
  },
  'recipient.otp_sent': { label: 'One-time code emailed', icon: 'email', tone: 'plain' },
  'recipient.otp_verified': { label: 'One-time code accepted', icon: 'shield', tone: 'info' },
  'recipient.otp_failed': { label: 'Wrong one-time code', icon: 'warning', tone: 'warn' },
  'recipient.opened': { label: 'Opened', icon: 'eye', tone: 'info' },
  'recipient.consented': { label: 'Agreed to sign electronically', icon: 'check', tone: 'info' },
  'recipient.completed': { label: 'Signed', icon: 'signature', tone: 'good' },
  'recipient.rejected': { label: 'Declined', icon: 'close', tone: 'bad' },
  'recipient.reassigned': { label: 'Reassigned', icon: 'user', tone: 'warn' },
  'recipient.corrected': { label: 'Recipient corrected', icon: 'user', tone: 'warn' },
  'recipient.reminded': { label: 'Reminded', icon: 'clock', tone: 'plain' },
  'recipient.bounced': { label: 'Email could not be delivered', icon: 'warning', tone: 'bad' },
};

export const workspaceRoles = {
  owner: { label: 'Owner', hint: 'full access, including members and settings' },
  manager: { label: 'Manager', hint: 'all documents, templates, bulk sends, webhooks and keys' },
  member: { label: 'Member', hint: 'documents visible to everyone, and using templates' },
} as const;
