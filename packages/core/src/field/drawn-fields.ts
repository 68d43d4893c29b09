/**
 * Determines which fields are drawn in the newest file that a recipient signed with their own key
 * (docs/decisions/051-recipient-signatures.md). Pure.
 */
import type { Field, Recipient } from '@countersign/db/models';
import { fieldsSettledBy } from './settle.ts';

/** A recipient's completion. */
export interface Completion {
  recipientId: string;
  /** Whether the recipient signed the file, with all values so far, with their own key. */
  hasOwnKey: boolean;
}

/** The ids of the fields that are drawn, given all completions in their order. Empty if no recipient has signed with their own key. */
export function drawnFields(
  parts: { fields: readonly Field[]; recipients: readonly Recipient[] },
  completions: readonly Completion[],
): Set<string> {
  const last = completions.findLastIndex(({ hasOwnKey }) => hasOwnKey);
  return new Set(
    completions
      .slice(0, last + 1)
      .flatMap(({ recipientId }, index) => fieldsSettledBy(parts, recipientId, index === 0))
      .map(({ field }) => field.id),
  );
}

/** The completions in the order of time, from the rows of the recipients. For pages; sealing reads them from the audit trail. */
export function completionsOf(recipients: readonly Recipient[]): Completion[] {
  return recipients
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt))
    .map(({ id, ownSignature }) => ({ recipientId: id, hasOwnKey: ownSignature !== null }));
}
