/** The browser's part of passkeys (WebAuthn), over @simplewebauthn/browser. Fetched when it is needed. */
import type { AuthenticationResponse, RegistrationResponse } from '@countersign/client/generated/api';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** What the browser signs with one of its passkeys, or null if the person canceled. */
export async function answerWithPasskey(options: object): Promise<AuthenticationResponse | null> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const answer = await unlessCanceled(startAuthentication({ optionsJSON }));
  if (!answer) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
  return { ...identityOf(answer), response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** A new passkey, or null if the person canceled. */
export async function makePasskey(options: object): Promise<RegistrationResponse | null> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const answer = await unlessCanceled(startRegistration({ optionsJSON }));
  if (!answer) return null;
  const { clientDataJSON, attestationObject, transports } = answer.response;
  return { ...identityOf(answer), response: { clientDataJSON, attestationObject, transports } };
}

const identityOf = ({ id, rawId, type }: { id: string; rawId: string; type: 'public-key' }) => ({
  id,
  rawId,
  type,
});

/** The browser reports a canceled dialog, and one that took too long, as NotAllowedError. */
async function unlessCanceled<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: Error) => {
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null;
    if (error.name === 'InvalidStateError')
      throw new Error('This device already has a passkey for your account.');
    throw error;
  });
}
