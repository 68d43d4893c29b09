/** Which URL an endpoint may have. */
import { ProblemError } from '@countersign/problem/problem-error';
import { createGuard, type Guard } from '@countersign/webhooks/guard';

/** Throws webhook-url-refused if the URL is not https or its address is in a private network. */
export async function guardUrl({ guard }: { guard: Guard }, url: string): Promise<void> {
  const refusal = await guard.refusalOf(url);
  if (!refusal) return;
  const couldBeLifted = (await createGuard({ allowPrivate: true }).refusalOf(url)) === null;
  const hint = couldBeLifted
    ? ' In development WEBHOOK_ALLOW_PRIVATE=true allows http and private addresses.'
    : '';
  throw new ProblemError('webhook-url-refused', { detail: `${refusal}${hint}` });
}
