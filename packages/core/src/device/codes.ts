/** The two codes of the device flow and how they are stored (RFC 8628, sections 3.2 and 6.1). */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

/** Consonants and digits that cannot be confused with each other and form no words. */
const alphabet = 'BCDFGHJKMNPQRSTVWXZ3479';
const half = 4;
const wellFormed = new RegExp(`^[${alphabet}]{${2 * half}}$`);

/** 32 random bytes, for the client. */
export function newDeviceCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Eight characters for the person to type: `XXXX-XXXX`, 36 bits. */
export function newUserCode(): string {
  const characters = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${characters.slice(0, half)}-${characters.slice(half)}`;
}

/** The code in its displayed form, whatever case and separators the person typed; null if it cannot be a code. */
export function readUserCode(text: string): string | null {
  const characters = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return wellFormed.test(characters) ? `${characters.slice(0, half)}-${characters.slice(half)}` : null;
}

/** The stored form of a device code. The code is long and random, so it cannot be guessed from a plain hash. */
export function hashDeviceCode(deviceCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(deviceCode).digest());
}

/** The stored form of a user code. The code is short, so the hash is keyed. */
export function macUserCode(secrets: Secrets, userCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secrets.mac('device-code', userCode));
}

/** The possible stored forms of a user code: one for each accepted SECRET_KEY. */
export function macsOfUserCode(secrets: Secrets, userCode: string): Uint8Array<ArrayBuffer>[] {
  return secrets.macs('device-code', userCode).map((mac) => new Uint8Array(mac));
}
