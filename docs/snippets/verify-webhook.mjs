// Verifies a delivery. `body` is the raw body as received (a string or Buffer), before any JSON parser has touched it.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function verifyWebhook(body, signatureHeader, secret) {
  const expected = createHmac('sha256', secret).update(body).digest();
  // Two values during a rotation of the secret: v1=<new>,v1=<old>. One that fits is enough.
  return (signatureHeader ?? '')
    .split(',')
    .map((part) => /^v1=([0-9a-f]{64})$/.exec(part.trim())?.[1])
    .some((hex) => hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected));
}
