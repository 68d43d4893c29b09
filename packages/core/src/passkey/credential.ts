/** Reading parts of what browsers send about credentials. Pure. */
import type { AuthenticatorTransport } from '@simplewebauthn/server';

/** The challenge that the browser signed; empty if the data cannot be read. Verification compares it again. */
export function challengeOf(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** How the authenticator can be reached, as hints for the browser. */
export function transportsOf(stored: readonly string[]): { transports?: AuthenticatorTransport[] } {
  return stored.length > 0 ? { transports: stored as AuthenticatorTransport[] } : {};
}

/** The user handle of a person's passkeys: the bytes of their id. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}
