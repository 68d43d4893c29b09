/** Signs a person in with a discoverable passkey (WebAuthn Level 3, section 7.2). */
import type { AuthenticationResponse } from '@countersign/contract/passkey';
import { ProblemError } from '@countersign/problem/problem-error';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { newAttempt, storeAttempt, takeAttempt } from '../user/attempts.ts';
import { type OpenedSession, openConsoleSession, recordSignIn } from '../user/open-session.ts';
import { challengeOf, transportsOf, userHandleOf } from './credential.ts';
import { browserTimeoutMs, relyingParty } from './relying-party.ts';
import { webAuthn } from './web-authn.ts';

/** What the browser needs to offer its passkeys for this service, and the secret that it keeps in a cookie. Names no person. */
export async function startPasskeySignIn(
  ctx: PersonCtx,
  browserToken: string | null,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; browserToken: string }> {
  const { id: rpID } = relyingParty(ctx.settings);
  const attempt = newAttempt(browserToken);
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(attempt.secret, 'base64url')),
    userVerification: 'required',
    timeout: browserTimeoutMs,
  });
  await storeAttempt(ctx, 'passkey_sign_in', attempt);
  return { options, browserToken: attempt.browserToken };
}

/**
 * Checks the answer and opens a session. A counter that does not grow shows a copied passkey, which is refused and reported in the
 * sign-in history. Throws unauthenticated.
 */
export async function finishPasskeySignIn(
  ctx: PersonCtx,
  input: { response: AuthenticationResponse; browserToken: string | null; previousToken: string | null },
): Promise<OpenedSession> {
  const { id: rpID, origin } = relyingParty(ctx.settings);
  const { response, browserToken } = input;
  const secret = challengeOf(response.response.clientDataJSON);
  if (!(await takeAttempt(ctx, 'passkey_sign_in', { secret, browserToken }))) throw refused();
  const passkey = await ctx.db.passkey.findUnique({ where: { credentialId: response.id } });
  if (!passkey || !isOwnHandle(response.response.userHandle, passkey.userId)) throw refused();
  const { id, userId, counter } = passkey;
  const verified = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: secret,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(counter),
        ...transportsOf(passkey.transports),
      },
    })
    .catch((cause: Error) => {
      ctx.log.warn('a passkey was refused', { reason: cause.message.slice(0, 300) });
      return null;
    });
  const opened =
    verified?.verified &&
    (await withTransaction(ctx, async (tx) => {
      const { newCounter, credentialBackedUp } = verified.authenticationInfo;
      const now = tx.now();
      // Of two answers with the same counter, one succeeds. Synchronized passkeys always count 0.
      const { count } = await tx.db.passkey.updateMany({
        where: { id, counter },
        data: { counter: BigInt(newCounter), isBackedUp: credentialBackedUp, lastUsedAt: now },
      });
      if (count === 0) return null;
      return openConsoleSession(tx, {
        userId,
        previousToken: input.previousToken,
        outcome: 'passkey',
        method: 'passkey',
      });
    }));
  if (opened) return opened;
  await recordSignIn(ctx.db, ctx, userId, 'passkey_refused');
  throw refused();
}

/** Whether the authenticator names the same person (WebAuthn Level 3, section 7.2, step 6). Discoverable passkeys always name one. */
function isOwnHandle(handle: string | undefined, userId: string): boolean {
  return handle === Buffer.from(userHandleOf(userId)).toString('base64url');
}

function refused(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail:
      'This passkey was removed, was not accepted, or took longer than ten minutes. Try again, or sign in in another way.',
  });
}
