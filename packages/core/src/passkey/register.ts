/** Adds a passkey to a person (WebAuthn Level 3, section 7.1). */

import { newId } from '@countersign/contract/ids';
import type { RegistrationResponse } from '@countersign/contract/passkey';
import type { Passkey } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { lockSession } from '../authority.ts';
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { newAttempt, storeAttempt, takeAttempt } from '../user/attempts.ts';
import { recordSignIn } from '../user/open-session.ts';
import { guardRecentSignIn } from '../user/recent-sign-in.ts';
import { challengeOf, transportsOf, userHandleOf } from './credential.ts';
import { queuePasskeyMail } from './queue-mail.ts';
import { browserTimeoutMs, relyingParty } from './relying-party.ts';
import { webAuthn } from './web-authn.ts';

/** The most passkeys of a person. */
export const maxPasskeys = 20;

/** The person, when they signed in, and the value of their session cookie, to which the challenge is bound. */
export interface Registrant {
  userId: string;
  email: string;
  name: string;
  signedInAt: Date;
  sessionId: string;
  sessionToken: string;
}

/**
 * What the browser needs to make a passkey: a discoverable one that checks the person by a PIN, a fingerprint or the like. Throws
 * recent-sign-in-required, validation if the person has as many as are allowed, and not-found if the installation cannot have passkeys.
 */
export async function startRegistration(
  ctx: PersonCtx,
  person: Registrant,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: rpID, name: rpName } = relyingParty(ctx.settings);
  guardRecentSignIn(ctx, person.signedInAt);
  const known = await ctx.db.passkey.findMany({ where: { userId: person.userId }, take: maxPasskeys });
  guardCount(known.length);
  const attempt = newAttempt(person.sessionToken);
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpID,
    rpName,
    userID: userHandleOf(person.userId),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(Buffer.from(attempt.secret, 'base64url')),
    attestationType: 'none',
    timeout: browserTimeoutMs,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({
      id,
      ...transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeAttempt(ctx, 'passkey_registration', attempt);
  return options;
}

/**
 * Checks the answer of the browser and stores the passkey. The person gets an email about it. Throws validation if the answer is not valid
 * for this session, and for a passkey that is known already, and unauthenticated if the session has ended. The challenge exists only if the sign-in was recent.
 */
export async function finishRegistration(
  ctx: PersonCtx,
  person: Registrant,
  input: { name: string; response: RegistrationResponse },
): Promise<Passkey> {
  const { id: rpID, origin } = relyingParty(ctx.settings);
  const { userId, sessionToken: browserToken } = person;
  const secret = challengeOf(input.response.response.clientDataJSON);
  if (!(await takeAttempt(ctx, 'passkey_registration', { secret, browserToken }))) throw refused();
  const verified = await verifyRegistration(input.response, { secret, origin, rpID }).catch(
    (cause: Error) => {
      ctx.log.warn('a passkey was not registered', { reason: cause.message.slice(0, 300) });
      throw refused();
    },
  );
  // The length of the outer id is limited by the contract.
  if (!verified.verified || verified.registrationInfo.credential.id !== input.response.id) throw refused();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return withTransaction(ctx, async (tx) => {
    // Passkeys of a person are added one after the other.
    await tx.db.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    // The body may have taken a minute to arrive, and the session may have ended meanwhile.
    await lockSession(tx, person.sessionId);
    guardCount(await tx.db.passkey.count({ where: { userId } }));
    const id = newId();
    const { count } = await tx.db.passkey.createMany({
      data: [
        {
          id,
          userId,
          credentialId: credential.id,
          publicKey: new Uint8Array(credential.publicKey),
          counter: BigInt(credential.counter),
          transports: credential.transports ?? [],
          isBackedUp: credentialBackedUp,
          name: input.name,
          createdAt: tx.now(),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) throw invalid(['body', 'response'], 'Value error, this passkey was added before');
    await recordSignIn(tx.db, tx, userId, 'passkey_added');
    await queuePasskeyMail(tx, person, { change: 'added', name: input.name });
    return tx.db.passkey.findUniqueOrThrow({ where: { id } });
  });
}

/**
 * Verifies the answer with the library. Attestation is not requested, so browsers remove it unless the authenticator attests for itself
 * (WebAuthn Level 3, section 5.1.3). Other attestations are refused: the library would read their certificates and fetch revocation lists.
 */
async function verifyRegistration(
  response: RegistrationResponse,
  { secret, origin, rpID }: { secret: string; origin: string; rpID: string },
) {
  const { verifyRegistrationResponse, decodeAttestationObject } = await webAuthn();
  const object = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
  );
  const format = object.get('fmt');
  const isOwn = format === 'packed' && object.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwn) throw new Error('the answer has an attestation with certificates');
  return verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: secret,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });
}

function guardCount(count: number): void {
  if (count >= maxPasskeys)
    throw invalid(
      ['body'],
      `Value error, a person can have at most ${maxPasskeys} passkeys. Remove one first`,
    );
}

function refused() {
  return invalid(
    ['body', 'response'],
    'Value error, the passkey was not made for this session and this address. Try again',
  );
}
