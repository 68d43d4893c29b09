/** Event names: of the audit trail (docs/spec/decisions.md, section 4) and of webhooks and the feed (docs/spec/interface.md, Events). */

export const engineEventTypes = [
  'envelope.created',
  'envelope.content_finalized',
  'envelope.updated',
  'envelope.sent',
  'envelope.resent',
  'envelope.partially_signed',
  'envelope.completed',
  'envelope.sealed',
  'envelope.archived',
  'envelope.voided',
  'envelope.expired',
  'envelope.rejected',
  'envelope.downloaded',
  'envelope.erased',
  'recipient.link_issued',
  'recipient.session_created',
  'recipient.otp_sent',
  'recipient.otp_verified',
  'recipient.otp_failed',
  'recipient.opened',
  'recipient.consented',
  'recipient.completed',
  'recipient.rejected',
  'recipient.reassigned',
  'recipient.corrected',
  'recipient.reminded',
  'recipient.bounced',
] as const;
export type EngineEventType = (typeof engineEventTypes)[number];

export const documentEventTypes = [
  'document.bounced',
  'document.completed',
  'document.created',
  'document.expired',
  'document.opened',
  'document.rejected',
  'document.sealed',
  'document.sent',
  'document.signed',
] as const;
export type DocumentEventType = (typeof documentEventTypes)[number];

export const bulkSendEventTypes = ['bulk_send.completed', 'bulk_send.finished'] as const;
export type BulkSendEventType = (typeof bulkSendEventTypes)[number];

/** The types that webhooks can subscribe to. */
export const publicEventTypes = [...documentEventTypes, ...bulkSendEventTypes] as const;
export type PublicEventType = (typeof publicEventTypes)[number];

/** The public event for an event of the audit trail; absent if there is none. */
export const publicEventOf: Partial<Record<EngineEventType, DocumentEventType>> = {
  'envelope.created': 'document.created',
  'envelope.sent': 'document.sent',
  'envelope.resent': 'document.sent',
  'recipient.opened': 'document.opened',
  'recipient.completed': 'document.signed',
  'envelope.completed': 'document.completed',
  'envelope.sealed': 'document.sealed',
  'envelope.rejected': 'document.rejected',
  'envelope.expired': 'document.expired',
  'recipient.bounced': 'document.bounced',
};
