/**
 * Everything derived from SECRET_KEY: signing links, cookies, hashes of short codes, and encryption at rest.
 * One HKDF-SHA256 (RFC 5869) subkey per purpose, so that no value of one purpose helps with another.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const purposes = [
  'signing-link',
  'signing-session',
  'one-time-code',
  'caller-address',
  'person-address',
  'device-code',
  'encryption',
] as const;
type Purpose = (typeof purposes)[number];

export interface Secrets {
  /** HMAC-SHA256 with the purpose's subkey. */
  mac(purpose: Exclude<Purpose, 'encryption'>, text: string): Buffer;
  /** AES-256-GCM with a random nonce; `context` must be the same when opening. */
  encrypt(plain: Uint8Array, context: string): Uint8Array<ArrayBuffer>;
  /** Throws when the bytes were changed, come from another key or from another context. */
  decrypt(sealed: Uint8Array, context: string): Buffer;
}

const versionByte = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Derives all subkeys from the configured secret. */
export function createSecrets(secretKey: string): Secrets {
  const keys = new Map(
    purposes.map((purpose) => [
      purpose,
      Buffer.from(hkdfSync('sha256', secretKey, 'countersign', purpose, 32)),
    ]),
  );
  const key = (purpose: Purpose) => keys.get(purpose)!;
  return {
    mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest(),
    encrypt: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key('encryption'), nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(versionByte), nonce, cipher.getAuthTag(), body]));
    },
    decrypt: (sealed, context) => {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== versionByte || bytes.length < 1 + nonceBytes + tagBytes)
        throw new Error('not an encrypted value');
      const decipher = createDecipheriv('aes-256-gcm', key('encryption'), bytes.subarray(1, 1 + nonceBytes));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}

/** Constant-time comparison of two byte strings; unequal lengths are unequal. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
