/**
 * Signatures of a delivery. Our own header signs the body. The headers of Standard Webhooks (standardwebhooks.com) sign id, time and
 * body, so that its libraries can verify deliveries with the same secret.
 */
import { randomBytes } from 'node:crypto';
import { HmacKey } from './hmac.ts';

const prefix = 'whsec_';
const keyBytes = 24;

/** A new signing secret: `whsec_` and the base64 of 24 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(keyBytes).toString('base64');
}

/** A secret prepared for signing. */
export interface SigningKey {
  /** Key made of the whole secret as text, for our own header. */
  whole: HmacKey;
  /** Key made of the bytes that the secret encodes, for Standard Webhooks. */
  bytes: HmacKey;
}

/** The key of a `whsec_…` secret. */
export function signingKey(secret: string): SigningKey {
  return {
    whole: new HmacKey(Buffer.from(secret)),
    bytes: new HmacKey(Buffer.from(secret.slice(prefix.length), 'base64')),
  };
}

/** `v1=<hex HMAC-SHA256(secret, body)>`, keyed with the whole secret as text. One value for each valid secret, the newest first. */
export function serviceSignature(keys: readonly SigningKey[], body: string): string {
  return keys.map(({ whole }) => `v1=${whole.sign(body, 'hex')}`).join(',');
}

/** `v1,<base64 HMAC-SHA256(key, id.timestamp.body)>`, keyed with the bytes that the secret encodes. Values are separated by spaces. */
export function standardSignature(
  keys: readonly SigningKey[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const content = `${id}.${timestampSeconds}.${body}`;
  return keys.map(({ bytes }) => `v1,${bytes.sign(content, 'base64')}`).join(' ');
}

export interface SignedDelivery {
  /** The event's id, the same in all attempts. */
  id: string;
  type: string;
  body: string;
  /** The newest first, two at most. */
  keys: readonly SigningKey[];
  /** The time of this attempt. */
  now: Date;
}

/** All headers of a delivery (docs/spec/interface.md, Headers on each delivery; docs/spec/decisions.md, section 6). */
export function deliveryHeaders({ id, type, body, keys, now }: SignedDelivery): Record<string, string> {
  const timestampSeconds = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': type,
    'x-service-signature': serviceSignature(keys, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': standardSignature(keys, id, timestampSeconds, body),
  };
}
