/** The names of states, roles, field types and events in the console. */
import type { DocumentStatus } from '@countersign/contract/document';
import type { EngineEventType } from '@countersign/contract/events';
import type { FieldType } from '@countersign/contract/field';
import type {
  AuthLevel,
  RecipientRole,
  RecipientStatus,
  SignatureLevel,
} from '@countersign/contract/recipient';
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

/** The levels of own signatures. A recipient without a level signs with a simple signature. */
export const signatureLevelWords: Record<SignatureLevel, string> = {
  advanced: 'Own key, advanced',
  qualified: 'Own key, qualified',
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

/** The names of the field types alone. */
export const fieldTypeWords = Object.fromEntries(
  Object.entries(fieldWords).map(([type, { label }]) => [type, label]),
) as Record<FieldType, string>;

/** How each type of event looks in the history; their texts are in event-sentence.ts. */
export const eventLooks: Record<EngineEventType, { icon: IconName; tone: Tone }> = {
  'envelope.created': { icon: 'documents', tone: 'plain' },
  'envelope.content_finalized': { icon: 'check', tone: 'plain' },
  'envelope.updated': { icon: 'edit', tone: 'plain' },
  'envelope.sent': { icon: 'send', tone: 'info' },
  'envelope.resent': { icon: 'send', tone: 'info' },
  'envelope.partially_signed': { icon: 'signature', tone: 'info' },
  'envelope.completed': { icon: 'check', tone: 'good' },
  'envelope.sealed': { icon: 'shield', tone: 'good' },
  'envelope.archived': { icon: 'shield', tone: 'plain' },
  'envelope.voided': { icon: 'close', tone: 'bad' },
  'envelope.expired': { icon: 'clock', tone: 'warn' },
  'envelope.rejected': { icon: 'close', tone: 'bad' },
  'envelope.downloaded': { icon: 'download', tone: 'plain' },
  'envelope.erased': { icon: 'shield', tone: 'warn' },
  'recipient.link_issued': { icon: 'email', tone: 'plain' },
  'recipient.session_created': { icon: 'keys', tone: 'plain' },
  'recipient.otp_sent': { icon: 'email', tone: 'plain' },
  'recipient.otp_verified': { icon: 'shield', tone: 'info' },
  'recipient.otp_failed': { icon: 'warning', tone: 'warn' },
  'recipient.opened': { icon: 'eye', tone: 'info' },
  'recipient.consented': { icon: 'check', tone: 'info' },
  'recipient.completed': { icon: 'signature', tone: 'good' },
  'recipient.rejected': { icon: 'close', tone: 'bad' },
  'recipient.reassigned': { icon: 'user', tone: 'warn' },
  'recipient.corrected': { icon: 'user', tone: 'warn' },
  'recipient.reminded': { icon: 'clock', tone: 'plain' },
  'recipient.bounced': { icon: 'warning', tone: 'bad' },
};

export const workspaceRoles = {
  owner: { label: 'Owner', hint: 'Has full access, including members and settings.' },
  manager: { label: 'Manager', hint: 'Manages all documents, templates, bulk sends, webhooks and API keys.' },
  member: { label: 'Member', hint: 'Sees documents that are visible to everyone, and uses templates.' },
} as const;
