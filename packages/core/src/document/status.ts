/** The states of a document and what each operation needs and yields: the specification's table in code (docs/spec/interface.md, Document status). */
import { AWAITING_UPLOAD, type DocumentStatus } from '@countersign/contract/document';
import { ProblemError } from '@countersign/problem/problem-error';

/** What callers see: a draft without a finalized PDF is `awaiting_upload`. */
export type ReportedStatus = DocumentStatus | typeof AWAITING_UPLOAD;

export const openStatuses = [
  'draft',
  'sent',
  'partially_signed',
] as const satisfies readonly DocumentStatus[];
export const underwayStatuses = ['sent', 'partially_signed'] as const satisfies readonly DocumentStatus[];

const allowedIn = {
  upload: [AWAITING_UPLOAD],
  finalize: [AWAITING_UPLOAD, 'draft'],
  edit: [AWAITING_UPLOAD, 'draft'],
  send: ['draft', 'sent', 'partially_signed'],
  void: [AWAITING_UPLOAD, 'draft', 'sent', 'partially_signed'],
  expire: ['sent', 'partially_signed'],
  sign: ['sent', 'partially_signed'],
  read: ['draft', 'sent', 'partially_signed', 'completed', 'voided', 'rejected', 'expired'],
  seal: ['completed'],
} as const satisfies Record<string, readonly ReportedStatus[]>;

export type DocumentOperation = keyof typeof allowedIn;

interface StatusColumns {
  status: DocumentStatus;
  finalizedAt: Date | null;
}

/** The status that callers see. */
export function reportedStatus(document: StatusColumns): ReportedStatus {
  return document.status === 'draft' && document.finalizedAt === null ? AWAITING_UPLOAD : document.status;
}

/** True when the operation is allowed in the document's status. */
export function canDo(operation: DocumentOperation, document: StatusColumns): boolean {
  return (allowedIn[operation] as readonly ReportedStatus[]).includes(reportedStatus(document));
}

/** Throws document-state with `current` and `allowed` unless the operation is allowed in the document's status. */
export function guardStatus(operation: DocumentOperation, document: StatusColumns): void {
  if (!canDo(operation, document)) throw documentStateProblem(operation, reportedStatus(document));
}

/** Sealing takes seconds once everybody has signed; before that nobody knows how long. */
const sealingSeconds = 2;
const signingSeconds = 60;

/** The 409 for a sealed file that is not there: with Retry-After, unless the document closed without everybody's signature. */
export function notSealedProblem(document: StatusColumns): ProblemError {
  const current = reportedStatus(document);
  const closedUnsigned = !canDo('seal', document) && !canDo('void', document);
  return new ProblemError('not-sealed', {
    detail: canDo('seal', document) ? 'Sealing is under way.' : `The document is ${current}.`,
    members: { current },
    ...(!closedUnsigned && { retryAfterSeconds: canDo('seal', document) ? sealingSeconds : signingSeconds }),
  });
}

/** The 409 that the loser of a race and the late caller get alike. */
export function documentStateProblem(
  operation: DocumentOperation,
  current: ReportedStatus,
  detail?: string,
): ProblemError {
  return new ProblemError('document-state', {
    detail: detail ?? `The document is ${current}; this needs ${allowedIn[operation].join(' or ')}.`,
    members: { current, allowed: allowedIn[operation] },
  });
}

/** Throws document-erased, with `erased_at`, when the document's personal data and files are gone. */
export function guardNotErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (!erasedAt) return;
  throw new ProblemError('document-erased', {
    detail: 'The personal data of the document were erased, and its files with them.',
    members: { erased_at: erasedAt.toISOString() },
  });
}

/** True while recipients can act. */
export function isUnderway(status: DocumentStatus): boolean {
  return status === 'sent' || status === 'partially_signed';
}
