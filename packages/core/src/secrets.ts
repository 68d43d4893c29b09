/**
 * Everything derived from SECRET_KEY: signing links, cookies, hashes of short codes, and encryption at rest. Each purpose has
 * its own HKDF-SHA256 subkey (RFC 5869), so a value of one purpose is useless for another.
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
  'upload-token',
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
  /**
   * The same with the subkeys of every accepted key, the current one first, so that values from before a rotation stay valid.
   */
  macs(purpose: Exclude<Purpose, 'encryption'>, text: string): Buffer[];
  /** AES-256-GCM with a random nonce. Decryption needs the same `context`. */
  encrypt(plain: Uint8Array, context: string): Uint8Array<ArrayBuffer>;
  /** Throws if the bytes were changed, or were encrypted with a key that is not accepted or for another context. */
  decrypt(sealed: Uint8Array, context: string): Buffer;
  /** The first bytes of every value that is encrypted with the current key. */
  currentPrefix: Uint8Array<ArrayBuffer>;
  /** True while other keys are accepted as well, which means that a rotation is in progress. */
  rotates: boolean;
}

/** An encrypted value: format, name of the key, nonce, tag, ciphertext. */
const format = 1;
const nameBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

interface Keys {
  name: Buffer;
  of(purpose: Purpose): Buffer;
}

function deriveKeys(secretKey: string): Keys {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'countersign', purpose, length));
  const keys = new Map(purposes.map((purpose) => [purpose, derive(purpose, 32)]));
  return { name: derive('name', nameBytes), of: (purpose) => keys.get(purpose)! };
}

/**
 * Derives all subkeys from the configured secret. `others` are accepted for reading: the secret before a rotation, or the
 * next one.
 */
export function createSecrets(secretKey: string, others: readonly string[] = []): Secrets {
  const current = deriveKeys(secretKey);
  const accepted = [current, ...others.filter((one) => one !== secretKey).map(deriveKeys)];
  const rotates = accepted.length > 1;
  const currentPrefix = new Uint8Array([format, ...current.name]);
  const mac = (keys: Keys, purpose: Purpose, text: string) =>
    createHmac('sha256', keys.of(purpose)).update(text).digest();
  return {
    currentPrefix,
    rotates,
    mac: (purpose, text) => mac(current, purpose, text),
    macs: (purpose, text) => accepted.map((keys) => mac(keys, purpose, text)),
    encrypt: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.of('encryption'), nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return new Uint8Array(Buffer.concat([currentPrefix, nonce, cipher.getAuthTag(), body]));
    },
    decrypt: (sealed, context) => {
      const bytes = Buffer.from(sealed);
      const prefixBytes = 1 + nameBytes;
      if (bytes[0] !== format || bytes.length < prefixBytes + nonceBytes + tagBytes)
        throw new Error('not an encrypted value');
      const name = bytes.subarray(1, prefixBytes);
      const keys = accepted.find((one) => one.name.equals(name));
      const plain = keys && open(bytes.subarray(prefixBytes), keys.of('encryption'), context);
      if (plain) return plain;
      throw new Error('the value was changed, or encrypted with a SECRET_KEY that is not accepted');
    },
  };
}

/** Null if the tag does not match the key, the context and the bytes. */
function open(body: Buffer, key: Buffer, context: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes));
  const plain = decipher.update(body.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return null;
  }
}

/** True if the bytes equal one of the MACs. Each comparison takes constant time. */
export function isAmong(macs: readonly Uint8Array[], bytes: Uint8Array): boolean {
  return macs.some((mac) => sameBytes(mac, bytes));
}

/** Constant-time comparison. Byte strings of different lengths are not equal. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
