/** A failed call, worded for the person at the page. Pure. */
import type { CallError } from './signing-api.ts';
import type { Words } from './words.ts';

/** What to tell about a call that failed for a reason which no field of a form can show. */
export function wordTrouble(error: CallError, { trouble }: Words): string {
  if (error.status === 0) return trouble.unreachable;
  if (error.status === 409) return trouble.changed;
  if (error.status === 429) return trouble.busy(error.retryAfterSeconds ?? 30);
  if (error.status === 422) {
    const messages = error.issues.map((issue) => issue.msg.replace(/^Value error, /, ''));
    return `${trouble.refused} ${messages.join('; ') || error.message}`;
  }
  return trouble.server;
}
