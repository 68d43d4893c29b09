/** Verifies that a delivery comes from the service (docs/spec/interface.md, Headers on each delivery). */

const tolerance = 300;

export interface WebhookEvent {
  /** Unique per event and the same in all retries. Use it to ignore repeated deliveries. */
  id: string;
  type: string;
  created_at: string;
  mode: 'live' | 'test';
  /** In events of documents. A test ping has neither `document` nor `bulk_send`, and no `data`. */
  document?: string;
  /** In events of bulk sends. */
  bulk_send?: string;
  /** Of a document: `seq`, `engine_event_type` and `actor`. Of a bulk send: `run`, `status` and its counters. */
  data?: { seq?: number; engine_event_type?: string; actor?: string; run?: number; status?: string } & {
    [counter in `${'row' | 'sent' | 'failed' | 'canceled' | 'invalid'}_count`]?: number;
  };
}

/**
 * The event of a delivery with a valid signature, otherwise null. `body` must be the raw body: if it is parsed and serialized
 * again, the signature no longer matches. While a secret is being rotated, the header has two signatures and one of them must be
 * valid. A delivery with a `webhook-timestamp` that is more than five minutes off is refused. The signature does not cover that header,
 * so ignore events with an `id` that you have processed before.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>,
  secret: string,
  now = Date.now(),
): Promise<WebhookEvent | null> {
  const read = (name: string) => {
    if (typeof headers.get === 'function') return headers.get(name);
    const value = (headers as Record<string, string | string[] | undefined>)[name];
    return Array.isArray(value) ? value.join(',') : (value ?? null);
  };
  const timestamp = read('webhook-timestamp');
  if (timestamp !== null && !(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) return null;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const part of (read('x-service-signature') ?? '').split(',')) {
    const hex = /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1];
    if (!hex) continue;
    const signature = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
    if (await crypto.subtle.verify('HMAC', key, signature, bytes))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  }
  return null;
}
