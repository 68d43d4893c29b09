/**
 * Key services on loopback that speak the protocols of AWS KMS, Google Cloud KMS, Azure Key Vault and Vault as their libraries use
 * them, credentials included. Keys are real and sign with node:crypto; only the service around them is a double.
 */
import { createECDH, createPublicKey, type KeyObject, privateEncrypt, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integer, sequence } from '@countersign/pdf/cms/der';

/** How a double misbehaves; `{}` is correct behavior. Counts apply to calls of the key service, not to those for credentials. */
export interface Behavior {
  /** This many calls are refused, as the service does when there are too many. */
  throttled?: number;
  /** This many calls get the service's answer for an outage. */
  unavailable?: number;
  /** This many calls are never answered. */
  hangs?: number;
  denied?: boolean;
  /** Every answer is this text with status 200. */
  text?: string;
  /** Every answer is this many bytes with status 200. */
  bytes?: number;
  /** The key that signs, instead of the one that was asked for. */
  signsWith?: KeyObject;
  /** Signatures are answered when this many are waiting. */
  together?: number;
}

export interface HeldKey {
  id: string;
  key: KeyObject;
  isDisabled: boolean;
  /** Overrides the type that the service states. */
  type: string | null;
}

export interface Call {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** An answer of a protocol: status, headers and JSON. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface Protocol {
  /** SEAL_KEY for a key. */
  keyAt(url: string, id: string): string;
  /** Environment variables with credentials. */
  env(url: string): Record<string, string>;
  /** Answers requests for credentials; null for calls of the key service. */
  credentials(call: Call): Answer | null;
  /** The id of the key that a call is about. */
  idOf(call: Call): string;
  isSign(call: Call): boolean;
  /** Whether the public key of a disabled key can still be read. */
  showsDisabled?: boolean;
  publicKey(held: HeldKey): Answer;
  /** Answers a call to sign. Throws if the request is not one that the service would accept for this key. */
  sign(held: HeldKey, call: Call, signWith: KeyObject): Answer;
  refuse(reason: 'throttled' | 'unavailable' | 'denied' | 'disabled' | 'missing'): Answer;
}

export interface KeyServiceDouble {
  url: string;
  env: Record<string, string>;
  /** Adds a key, or a further version of one, and returns its SEAL_KEY. */
  add(key: KeyObject, changes?: { type?: string; isDisabled?: boolean }): string;
  /** The SEAL_KEY of a key that does not exist. */
  missing(): string;
  behave(how: Behavior): void;
  /** Calls of the key service since the last `behave`. */
  calls(): number;
  /** Bytes of `bytes` answers that were sent to clients, including those in buffers of the system. */
  sentBytes(): number;
  /** The largest number of signatures that were waiting for an answer at the same time. */
  mostWaiting(): number;
  close(): Promise<void>;
}

/** Starts a double; the caller closes it. */
export async function startKeyService(protocol: Protocol): Promise<KeyServiceDouble> {
  const keys = new Map<string, HeldKey>();
  let behavior: Behavior = {};
  let calls = 0;
  let mostWaiting = 0;
  let sentBytes = 0;
  let waiting: Array<() => void> = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((error) =>
      send(response, { status: 400, body: { error: { code: 'Wrong', message: String(error) } } }),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await read(request);
    const credentials = protocol.credentials(call);
    if (credentials) return send(response, credentials);
    calls += 1;
    if (behavior.hangs) {
      behavior.hangs -= 1;
      return;
    }
    if (behavior.throttled) {
      behavior.throttled -= 1;
      return send(response, protocol.refuse('throttled'));
    }
    if (behavior.unavailable) {
      behavior.unavailable -= 1;
      return send(response, protocol.refuse('unavailable'));
    }
    if (behavior.text !== undefined) return void response.end(behavior.text);
    if (behavior.bytes !== undefined)
      return sendBytes(response, behavior.bytes, (bytes) => {
        sentBytes += bytes;
      });
    if (behavior.denied) return send(response, protocol.refuse('denied'));
    const held = keys.get(protocol.idOf(call));
    if (!held) return send(response, protocol.refuse('missing'));
    if (held.isDisabled && (protocol.isSign(call) || !protocol.showsDisabled))
      return send(response, protocol.refuse('disabled'));
    if (!protocol.isSign(call)) return send(response, protocol.publicKey(held));
    if (behavior.together !== undefined) await untilTogether(behavior.together);
    send(response, protocol.sign(held, call, behavior.signsWith ?? held.key));
  }

  function untilTogether(count: number): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      mostWaiting = Math.max(mostWaiting, waiting.length);
      if (waiting.length < count) return;
      for (const go of waiting) go();
      waiting = [];
    });
  }

  return {
    url,
    env: protocol.env(url),
    add: (key, { type, isDisabled = false } = {}) => {
      const id = String(keys.size + 1);
      keys.set(id, { id, key, isDisabled, type: type ?? null });
      return protocol.keyAt(url, id);
    },
    missing: () => protocol.keyAt(url, '999'),
    behave: (how) => {
      behavior = { ...how };
      calls = 0;
      sentBytes = 0;
    },
    calls: () => calls,
    sentBytes: () => sentBytes,
    mostWaiting: () => mostWaiting,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Sends this many spaces in parts, or fewer if the client closes the connection. */
function sendBytes(response: ServerResponse, bytes: number, count: (bytes: number) => void): void {
  const part = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (sent < bytes && !response.destroyed) {
      sent += part.length;
      count(part.length);
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** DigestInfo of SHA-256 (RFC 8017, 9.2, note 1). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** The signature of a SHA-256 digest: RSASSA-PKCS1-v1_5, or r and s of ECDSA. */
export function signDigest(key: KeyObject, digest: Buffer): Buffer {
  if (digest.length !== 32) throw new Error('not a SHA-256 digest');
  return key.asymmetricKeyType === 'rsa'
    ? privateEncrypt(key, Buffer.concat([digestInfo, digest]))
    : Buffer.concat(ecdsa(key, digest));
}

/** The same with ECDSA values in DER. */
export function signDigestDer(key: KeyObject, digest: Buffer): Buffer {
  if (key.asymmetricKeyType === 'rsa') return signDigest(key, digest);
  const [r, s] = ecdsa(key, digest);
  return sequence(integer(r), integer(s));
}

/** The order of P-256 (SEC 2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA on P-256 (FIPS 186-5, 6.4.1). node:crypto signs no digests, but its ECDH multiplies points. */
function ecdsa(key: KeyObject, digest: Buffer): [Buffer, Buffer] {
  const secret = number(Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'));
  const curve = createECDH('prime256v1');
  const k = number(randomBytes(48)) % (order - 1n);
  curve.setPrivateKey(bytes(k + 1n));
  const r = number(curve.getPublicKey().subarray(1, 33)) % order;
  const s = (inverse(k + 1n) * (number(digest) + r * secret)) % order;
  return [bytes(r), bytes(s)];
}

const number = (value: Buffer) => BigInt(`0x${value.toString('hex')}`);
const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** By Fermat's little theorem, because the order is prime. */
function inverse(value: bigint): bigint {
  let result = 1n;
  let base = value;
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

/** The public key as PEM. */
export const publicPem = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();

/** Throws unless the request has this value: the service would refuse it. */
export function must(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`got ${String(actual)} instead of ${String(expected)}`);
}
