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
 * again, the signature no longer matches. While a secret is being rotated, the headers have two signatures and one of them must be
 * valid. The header `webhook-signature` of Standard Webhooks is verified if it is there, because it also covers the id and the time;
 * otherwise `x-service-signature`. A delivery with a `webhook-timestamp` that is more than five minutes off is refused. Deliveries can be
 * repeated, so ignore events with an `id` that you have processed before.
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
  const bytes = typeof body === 'string' ? utf8(body) : new Uint8Array(body);
  const standard = read('webhook-signature');
  const isValid =
    standard === null
      ? await isSigned(utf8(secret), bytes, serviceSignatures(read('x-service-signature') ?? ''))
      : await isSigned(
          base64(secret.replace(/^whsec_/, '')),
          joined(utf8(`${read('webhook-id')}.${timestamp}.`), bytes),
          standardSignatures(standard),
        );
  return isValid ? (JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent) : null;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** True if one of the signatures is the HMAC-SHA256 of the content. */
async function isSigned(key: Bytes, content: Bytes, signatures: Bytes[]): Promise<boolean> {
  if (key.length === 0) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmac = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  for (const signature of signatures)
    if (await crypto.subtle.verify('HMAC', hmac, signature, content)) return true;
  return false;
}

/** The signatures of `v1=<hex>,v1=<hex>`. */
function serviceSignatures(header: string): Bytes[] {
  return header.split(',').flatMap((part) => {
    const hex = /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1];
    return hex ? [Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))] : [];
  });
}

/** The signatures of `v1,<base64> v1,<base64>`. */
function standardSignatures(header: string): Bytes[] {
  return header.split(' ').flatMap((part) => {
    const text = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1];
    return text ? [base64(text)] : [];
  });
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** The bytes of a base64 text; none if it is not one. */
function base64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function joined(start: Bytes, end: Bytes): Bytes {
  const whole = new Uint8Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}
