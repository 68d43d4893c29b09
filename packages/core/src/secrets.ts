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
  /** The same with the subkeys of every accepted key, the current one first: what was given out before a rotation still counts. */
  macs(purpose: Exclude<Purpose, 'encryption'>, text: string): Buffer[];
  /** AES-256-GCM with a random nonce; `context` must be the same when opening. */
  encrypt(plain: Uint8Array, context: string): Uint8Array<ArrayBuffer>;
  /** Throws when the bytes were changed, come from a key that is not accepted or from another context. */
  decrypt(sealed: Uint8Array, context: string): Buffer;
  /**
   * What values begin with that name the current key, as all do that are encrypted while further keys are accepted. Values from
   * before begin with another byte and name none.
   */
  currentPrefix: Uint8Array<ArrayBuffer>;
  /** Whether keys other than the current one are accepted: a rotation is under way. */
  rotates: boolean;
}

/** A value of one key alone, and a value that names its key. */
const unnamed = 1;
const named = 2;
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
 * Derives all subkeys from the configured secret. `others` are accepted for reading: the secret before a rotation, or the one
 * that is to come.
 */
export function createSecrets(secretKey: string, others: readonly string[] = []): Secrets {
  const current = deriveKeys(secretKey);
  const accepted = [current, ...others.filter((one) => one !== secretKey).map(deriveKeys)];
  const rotates = accepted.length > 1;
  const currentPrefix = new Uint8Array([named, ...current.name]);
  // A process of the version before cannot read named values, so they are written only when there is need to tell keys apart.
  const prefix = rotates ? currentPrefix : Uint8Array.of(unnamed);
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
      return new Uint8Array(Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]));
    },
    decrypt: (sealed, context) => {
      const bytes = Buffer.from(sealed);
      const name = bytes[0] === named ? bytes.subarray(1, 1 + nameBytes) : null;
      const body = bytes.subarray(name ? 1 + nameBytes : 1);
      if ((!name && bytes[0] !== unnamed) || body.length < nonceBytes + tagBytes)
        throw new Error('not an encrypted value');
      const candidates = name ? accepted.filter((keys) => keys.name.equals(name)) : accepted;
      for (const keys of candidates) {
        const plain = open(body, keys.of('encryption'), context);
        if (plain) return plain;
      }
      throw new Error('the value was changed, or encrypted with a SECRET_KEY that is not accepted');
    },
  };
}

/** Null when the tag does not fit key, context and bytes. */
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

/** True when the bytes are one of the MACs; each comparison takes constant time. */
export function isAmong(macs: readonly Uint8Array[], bytes: Uint8Array): boolean {
  return macs.some((mac) => sameBytes(mac, bytes));
}

/** Constant-time comparison of two byte strings; unequal lengths are unequal. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
