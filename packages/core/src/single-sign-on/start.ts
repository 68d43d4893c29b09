/** Begins single sign-on (docs/decisions/046-single-sign-on.md). */
import type { PersonCtx } from '../ctx.ts';
import { newAttempt, storeAttempt } from '../user/attempts.ts';
import { checksOf } from './checks.ts';
import type { IdentityProvider } from './provider.ts';

/**
 * Returns the page of the identity provider, and the secret that the browser keeps in a cookie. Throws unavailable if the provider does not
 * answer properly.
 */
export async function startSingleSignOn(
  ctx: PersonCtx,
  provider: IdentityProvider,
  browserToken: string | null,
): Promise<{ url: string; browserToken: string }> {
  const attempt = newAttempt(browserToken);
  const url = await provider.authorizationUrl(checksOf(attempt));
  await storeAttempt(ctx, 'single_sign_on', attempt);
  return { url, browserToken: attempt.browserToken };
}
