/** Turns failed calls into sentences for the recipient. Pure. */
import { type CallError, refusalOf } from './signing-api.ts';
import type { Words } from './words.ts';

/** The message for a failed call whose reason belongs to no field. */
export function wordTrouble(error: CallError, { trouble }: Words): string {
  const refusal = refusalOf(error);
  if (!refusal) return trouble.unreachable;
  if (refusal.slug === 'display-changed') return trouble.dateFormatChanged;
  if (refusal.status === 409) return trouble.changed;
  if (refusal.status === 429) return trouble.busy(refusal.retryAfterSeconds ?? 30);
  if (refusal.status === 422) {
    const messages = refusal.errors.map((issue) => issue.msg.replace(/^Value error, /, ''));
    return `${trouble.refused} ${messages.join('; ') || refusal.title}`;
  }
  return trouble.server;
}
