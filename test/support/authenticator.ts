/** A passkey in software (WebAuthn Level 3), so that tests can answer wrongly as well. Browsers are tested in test/browser. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a test changes about an answer. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** The person was not verified by a PIN, a fingerprint or the like. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Instead of 32 random bytes. */
  credentialId?: Buffer;
  /** The attestation: format and statement, or signed with the passkey itself. None if absent. */
  attestation?: { format: string; statement: Map<string, Cbor> } | 'own';
}

interface Options {
  challenge: string;
  user?: { id: string };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

type Cbor = number | string | Buffer | Cbor[] | Map<number | string, unknown>;

/** CBOR (RFC 8949) of what an authenticator writes: small integers, texts, bytes, lists and maps. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Cbor)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A new passkey for the service at this address. */
export function softwarePasskey(publicUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string | undefined) => Buffer.from(text!, 'base64url');
  const usualId = randomBytes(32);
  const id = base64url(usualId);
  let counter = 0;
  let handle = '';

  const clientData = (type: string, options: Options, changes: Deviations) =>
    base64url(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? new URL(publicUrl).origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData(changes: Deviations, attested: Buffer = Buffer.alloc(0)): Buffer {
    // User present, user verified, attested credential data (section 6.1).
    const flags = 0x01 | (changes.unverified ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    const rpIdHash = sha256(changes.rpId ?? new URL(publicUrl).hostname);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested]);
  }

  /** Over authenticator data and client data (section 6.5.4). */
  function signature(data: Buffer, client: string): Buffer {
    return createSign('sha256')
      .update(data)
      .update(sha256(Buffer.from(client, 'base64url')))
      .sign(privateKey);
  }

  return {
    /** The answer to `navigator.credentials.create`. */
    register(options: Options, changes: Deviations = {}) {
      handle = options.user!.id;
      // A key on P-256 for ES256 (RFC 9053, sections 2.1 and 7.1.1).
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]);
      const { credentialId = usualId, attestation } = changes;
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
      const data = authenticatorData(changes, attested);
      const client = clientData('webauthn.create', options, changes);
      const { format, statement } =
        attestation === 'own'
          ? {
              format: 'packed',
              statement: new Map<string, Cbor>([
                ['alg', -7],
                ['sig', signature(data, client)],
              ]),
            }
          : (attestation ?? { format: 'none', statement: new Map<string, Cbor>() });
      const object = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', data],
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client,
          attestationObject: base64url(cbor(object)),
          transports: ['internal'],
        },
      };
    },

    /** The answer to `navigator.credentials.get`. Counts the use. */
    sign(options: Options, changes: Deviations = {}) {
      counter += 1;
      const data = authenticatorData(changes);
      const client = clientData('webauthn.get', options, changes);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client,
          authenticatorData: base64url(data),
          signature: base64url(signature(data, client)),
          userHandle: changes.userHandle ?? handle,
        },
      };
    },
  };
}
