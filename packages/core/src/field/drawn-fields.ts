/** Determines which fields are drawn in the newest file that a recipient signed with their own key (docs/decisions/051-recipient-signatures.md). Pure. */
import type { Field, Recipient } from '@countersign/db/models';
import { fieldsSettledBy } from './settle.ts';

/** A completion, and whether it signed the file with all values up to there. */
export interface Completion {
  recipientId: string;
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

/** The completions as the rows of the recipients have them, for what pages show. */
export function completionsOf(recipients: readonly Recipient[]): Completion[] {
  return recipients
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt))
    .map(({ id, ownSignature }) => ({ recipientId: id, hasOwnKey: ownSignature !== null }));
}
