/** The two codes of the device flow (RFC 8628, sections 3.2 and 6.1) and how they are stored. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

/** Consonants and digits of which none looks like another, and which make no words. */
const alphabet = 'BCDFGHJKMNPQRSTVWXZ3479';
const half = 4;
const wellFormed = new RegExp(`^[${alphabet}]{${2 * half}}$`);

/** 32 random bytes for the client to keep. */
export function newDeviceCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Eight signs for the person to read off and type: `XXXX-XXXX`, 36 bits. */
export function newUserCode(): string {
  const signs = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${signs.slice(0, half)}-${signs.slice(half)}`;
}

/** The code as it is shown, from whatever case and separators a person typed; null when it cannot be one. */
export function readUserCode(text: string): string | null {
  const signs = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return wellFormed.test(signs) ? `${signs.slice(0, half)}-${signs.slice(half)}` : null;
}

/** What is stored of a device code. It is random and long, so a plain hash cannot be searched. */
export function hashDeviceCode(deviceCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(deviceCode).digest());
}

/** What is stored of a user code: it is short, so the hash is keyed. */
export function macUserCode(secrets: Secrets, userCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secrets.mac('device-code', userCode));
}

/** What may be stored of a user code that was given out while another key was the current one. */
export function macsOfUserCode(secrets: Secrets, userCode: string): Uint8Array<ArrayBuffer>[] {
  return secrets.macs('device-code', userCode).map((mac) => new Uint8Array(mac));
}
