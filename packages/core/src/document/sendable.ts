/** Checks whether a document can be sent (docs/spec/decisions.md, section 2, not-sendable). */
import { type Sendable, sendProblems } from '@countersign/contract/send-problems';
import { ProblemError } from '@countersign/problem/problem-error';
import type { NewEvent } from '../event/chain.ts';

export { sendProblems };

/** Throws not-sendable with every reason why the document cannot be sent. */
export function guardSendable(document: Sendable, pageCount: number, now: Date): void {
  const problems = sendProblems(document, pageCount, now);
  if (problems.length === 0) return;
  throw new ProblemError('not-sendable', {
    detail: problems.map((problem) => problem.message).join(' '),
    members: { problems },
  });
}

/** The audit event of a first send. */
export function sentEvent(recipients: number, message: string | null): NewEvent {
  return { type: 'envelope.sent', payload: { recipients, message } };
}
