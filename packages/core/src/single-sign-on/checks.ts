/** The secrets that bind an answer of the identity provider to the attempt that requested it. Pure. */
import { createHmac } from 'node:crypto';
import type { Attempt } from '../user/attempts.ts';
import type { Checks } from './provider.ts';

/**
 * The secret of the attempt is the `state`. Nonce and PKCE verifier are derived from it and the secret of the browser, so that they
 * need not be stored. The verifier has 43 characters, as RFC 7636, section 4.1, requires.
 */
export function checksOf({ secret: state, browserToken }: Attempt): Checks {
  const derive = (purpose: string) =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}
