/**
 * The closed lists of the API (docs/spec/interface.md, Resources), and limits that programs show. This module imports nothing, so
 * that the command line and the pages can use it without loading the schemas.
 */

export const documentStatuses = [
  'draft',
  'sent',
  'partially_signed',
  'completed',
  'voided',
  'rejected',
  'expired',
] as const;
/** The statuses in which recipients can act. */
export const underwayStatuses = ['sent', 'partially_signed'] as const;
/** The status that is reported for a draft without a finalized PDF. It is never stored. */
export const AWAITING_UPLOAD = 'awaiting_upload';
export const visibilities = ['everyone', 'managers'] as const;

/** The highest `total` of a list with a search, or with a filter other than `status`. Counting a million documents takes seconds. */
export const MAX_COUNTED_MATCHES = 10_000;

/** Orders of lists of documents; `-` means descending. */
export const documentSorts = [
  '-created_at',
  'created_at',
  'title',
  '-title',
  'expires_at',
  '-expires_at',
] as const;

export const recipientRoles = ['signer', 'approver', 'viewer', 'cc'] as const;
export const authLevels = ['link', 'otp', 'account', 'passkey'] as const;
/** The levels of signatures with a recipient's own key, the lower one first (Regulation (EU) 910/2014). */
export const signatureLevels = ['advanced', 'qualified'] as const;
/** Why a signature with a key of the recipient's own was not made: the member `signature` in the query of the signing page. */
export const ownSignatureFailures = [
  'denied',
  'expired',
  'unavailable',
  'unusable',
  'level',
  'changed',
] as const;
export type OwnSignatureFailure = (typeof ownSignatureFailures)[number];

/** The levels that can be used; the others are refused. */
export const availableAuthLevels = ['link', 'otp'] as const;

export const fieldTypes = [
  'signature',
  'initials',
  'name',
  'email',
  'date',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
] as const;

export const bulkRowStatuses = ['invalid', 'queued', 'sending', 'sent', 'failed', 'canceled'] as const;

export const correctionResults = ['waiting', 'corrected', 'unchanged', 'refused', 'requeued'] as const;

export const deliveryStatuses = ['queued', 'success', 'failed', 'dead'] as const;

/** How a recipient is reached: by email, or by the sender's application with signing sessions. */
export const deliveries = ['email', 'none'] as const;

/** Media types of files with rows: CSV, and Excel workbooks (.xlsx). */
export const rowsFileTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
