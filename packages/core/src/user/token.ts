/** Secrets of sessions and single-use links: 32 random bytes, of which only the SHA-256 is stored. Pure. */
import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const pattern = /^[A-Za-z0-9_-]{43}$/;

export interface NewToken {
  token: string;
  sha256: Uint8Array<ArrayBuffer>;
}

/** A new token: 43 base64url characters. */
export function newToken(): NewToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, sha256: sha256Of(token) };
}

/**
 * The stored form of a token, or null if the text cannot be a token. Tokens are long and random, so they cannot be
 * guessed from a plain hash.
 */
export function hashToken(token: string): Uint8Array<ArrayBuffer> | null {
  return pattern.test(token) ? sha256Of(token) : null;
}

function sha256Of(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
