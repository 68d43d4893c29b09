/**
 * The states of a document: the specification's table in code (docs/spec/interface.md, Document status; docs/STATES.md). Pure;
 * transition.ts applies it.
 */
import { AWAITING_UPLOAD, type DocumentStatus } from '@countersign/contract/document';
import { ProblemError } from '@countersign/problem/problem-error';
import { nextStatus, statusesAllowing, type TransitionTable } from '../transitions.ts';

/** What callers see: a draft without a finalized PDF is `awaiting_upload`. */
export type ReportedStatus = DocumentStatus | typeof AWAITING_UPLOAD;

/** For each operation: the reported statuses in which it is allowed, each with the one that follows. */
export const documentTransitions = {
  upload: { awaiting_upload: 'awaiting_upload' },
  finalize: { awaiting_upload: 'draft', draft: 'draft' },
  edit: { awaiting_upload: 'awaiting_upload', draft: 'draft' },
  send: { draft: 'sent', sent: 'sent', partially_signed: 'partially_signed' },
  void: { awaiting_upload: 'voided', draft: 'voided', sent: 'voided', partially_signed: 'voided' },
  expire: { sent: 'expired', partially_signed: 'expired' },
  /** Everything a recipient does that neither completes nor closes the document. */
  sign: { sent: 'sent', partially_signed: 'partially_signed' },
  /** A recipient completes, and others still have to. */
  advance: { sent: 'partially_signed', partially_signed: 'partially_signed' },
  /** The last recipient completes. */
  complete: { sent: 'completed', partially_signed: 'completed' },
  reject: { sent: 'rejected', partially_signed: 'rejected' },
  /** Sealing sets sealed_at; the status stays. */
  seal: { completed: 'completed' },
  /** Downloading the original, and duplicating. */
  read: {
    draft: 'draft',
    sent: 'sent',
    partially_signed: 'partially_signed',
    completed: 'completed',
    voided: 'voided',
    rejected: 'rejected',
    expired: 'expired',
  },
  erase: {
    awaiting_upload: 'awaiting_upload',
    draft: 'draft',
    completed: 'completed',
    voided: 'voided',
    rejected: 'rejected',
    expired: 'expired',
  },
} as const satisfies TransitionTable<ReportedStatus>;

export type DocumentOperation = keyof typeof documentTransitions;

/** The statuses in which recipients can act, for SQL. */
export const underwayStatuses = statusesAllowing<ReportedStatus>(
  documentTransitions,
  'sign',
) as DocumentStatus[];

export interface StatusColumns {
  status: DocumentStatus;
  finalizedAt: Date | null;
}

/** The status that callers see. */
export function reportedStatus(document: StatusColumns): ReportedStatus {
  return document.status === 'draft' && document.finalizedAt === null ? AWAITING_UPLOAD : document.status;
}

/** A Prisma condition for documents whose reported status is one of these. */
export function whereReported(statuses: readonly ReportedStatus[]) {
  const stored = statuses.filter(
    (status): status is DocumentStatus => status !== AWAITING_UPLOAD && status !== 'draft',
  );
  return {
    OR: [
      ...(stored.length > 0 ? [{ status: { in: stored } }] : []),
      ...(statuses.includes('draft') ? [{ status: 'draft' as const, finalizedAt: { not: null } }] : []),
      ...(statuses.includes(AWAITING_UPLOAD) ? [{ status: 'draft' as const, finalizedAt: null }] : []),
    ],
  };
}

/** True if the operation is allowed in the document's status. */
export function canDo(operation: DocumentOperation, document: StatusColumns): boolean {
  return nextStatus<ReportedStatus>(documentTransitions, operation, reportedStatus(document)) !== undefined;
}

/** Throws document-state with `current` and `allowed` if the operation is not allowed in the document's status. */
export function guardStatus(operation: DocumentOperation, document: StatusColumns): void {
  if (!canDo(operation, document)) throw documentStateProblem(operation, reportedStatus(document));
}

/** Retry-After while the seal is being made: it takes seconds. */
const sealingSeconds = 2;
/** Retry-After while recipients still have to sign, which can take any time. */
const signingSeconds = 60;

/** The 409 for a missing sealed file: with Retry-After, unless the document closed before everyone had signed. */
export function notSealedProblem(document: StatusColumns): ProblemError {
  const current = reportedStatus(document);
  const closedUnsigned = !canDo('seal', document) && !canDo('void', document);
  return new ProblemError('not-sealed', {
    detail: canDo('seal', document) ? 'The seal is being made.' : `The document is ${current}.`,
    members: { current },
    ...(!closedUnsigned && { retryAfterSeconds: canDo('seal', document) ? sealingSeconds : signingSeconds }),
  });
}

/** The 409 for an operation that the status does not allow, whether the caller is late or lost a race. */
export function documentStateProblem(
  operation: DocumentOperation,
  current: ReportedStatus,
  detail?: string,
): ProblemError {
  const allowed = statusesAllowing<ReportedStatus>(documentTransitions, operation);
  return new ProblemError('document-state', {
    detail: detail ?? `The document is ${current}; this needs ${allowed.join(' or ')}.`,
    members: { current, allowed },
  });
}

/** Throws document-erased, with `erased_at`, if the document's personal data and files were erased. */
export function guardNotErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (!erasedAt) return;
  throw new ProblemError('document-erased', {
    detail: 'The personal data and files of this document were erased.',
    members: { erased_at: erasedAt.toISOString() },
  });
}

/** True while recipients can act. */
export function isUnderway(status: DocumentStatus): boolean {
  return underwayStatuses.includes(status);
}
