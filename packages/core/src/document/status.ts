/**
 * The states of a document: the specification's table in code (docs/spec/interface.md, Document status; docs/STATES.md). Pure;
 * transition.ts applies it.
 */
import { AWAITING_UPLOAD, type DocumentStatus } from '@countersign/contract/document';
import { ProblemError } from '@countersign/problem/problem-error';
import { clockOf } from '../document-clock.ts';
import { nextStatus, statusesAllowing, type TransitionTable } from '../transitions.ts';

/** What callers see: a draft without a finalized PDF is `awaiting_upload`. */
export type ReportedStatus = DocumentStatus | typeof AWAITING_UPLOAD;

/** For each operation: the reported statuses in which it is allowed, each with the one that follows. */
export const documentTransitions = {
  upload: { awaiting_upload: 'awaiting_upload' },
  finalize: { awaiting_upload: 'draft', draft: 'draft' },
  edit: { awaiting_upload: 'awaiting_upload', draft: 'draft' },
  /** The sender's application opens the editor for a person. */
  prepare: { draft: 'draft' },
  /** The sender corrects a recipient, or the expiry. */
  correct: {
    awaiting_upload: 'awaiting_upload',
    draft: 'draft',
    sent: 'sent',
    partially_signed: 'partially_signed',
  },
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

/**
 * True when the document is open and its expiry has passed by its own clock. From that moment it is expired for everybody; the
 * sweep records that, with its event and emails, some seconds later.
 */
export function isOverdue(document: StatusByClock, now: () => Date): boolean {
  const { status, expiresAt } = document;
  return isUnderway(status) && expiresAt !== null && expiresAt <= clockOf(now, document)();
}

/** The document with the status that it has at this moment: `expired` if it is overdue, although the stored status is still an open one. */
export function atItsClock<D extends StatusByClock>(document: D, now: () => Date): D {
  return isOverdue(document, now) ? { ...document, status: 'expired' } : document;
}

interface StatusByClock {
  status: DocumentStatus;
  expiresAt: Date | null;
  clockOffsetSeconds: number;
}

/** The status that callers see, of a document as atItsClock gives it. */
export function reportedStatus(document: StatusColumns): ReportedStatus {
  return document.status === 'draft' && document.finalizedAt === null ? AWAITING_UPLOAD : document.status;
}

/** True if the operation is allowed in the document's status. */
export function canDo(operation: DocumentOperation, document: StatusColumns): boolean {
  return nextStatus<ReportedStatus>(documentTransitions, operation, reportedStatus(document)) !== undefined;
}

/** Throws document-state with `current` and `allowed` if the operation is not allowed in the document's status. */
export function guardStatus(operation: DocumentOperation, document: StatusColumns): void {
  if (!canDo(operation, document)) throw documentStateProblem(operation, reportedStatus(document));
}

/** Sealing takes seconds once the last recipient has signed. */
const sealingSeconds = 2;

/** The 409 for a sealed file that does not exist yet. Retry-After is given only while sealing is under way. */
export function notSealedProblem(document: StatusColumns): ProblemError {
  const current = reportedStatus(document);
  const isSealing = canDo('seal', document);
  return new ProblemError('not-sealed', {
    detail: isSealing ? 'The document is being sealed.' : `The document is ${current}.`,
    members: { current },
    ...(isSealing && { retryAfterSeconds: sealingSeconds }),
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
export function isUnderway(status: ReportedStatus): boolean {
  return (underwayStatuses as ReportedStatus[]).includes(status);
}
