/** A failed call, worded for the person at the page. Pure. */
import { type CallError, refusalOf } from './signing-api.ts';
import type { Words } from './words.ts';

/** What to tell about a call that failed for a reason which no field of a form can show. */
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
