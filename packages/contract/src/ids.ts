/**
 * Public ids (docs/spec/decisions.md, section 1): `doc_` and `tpl_` + 26 lower-case Crockford base32 characters of a UUIDv7.
 */
import { v7 } from 'uuid';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const values = new Map([...alphabet].map((character, value) => [character, BigInt(value)]));
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type IdPrefix = 'doc' | 'tpl';

/** Random bytes are requested for many ids at once, because the request is the slowest part of making an id. */
const pool = new Uint8Array(4096);
const bytesOfId = 16;
let poolUsed = pool.length;
/** State of the last id. Ids of the same millisecond are numbered upwards (RFC 9562, section 6.2, method 1). */
let last = { msecs: 0, seq: 0 };

/** A new UUID (RFC 9562, version 7), greater than all that this process made before. */
export function newId(): string {
  if (poolUsed === pool.length) {
    crypto.getRandomValues(pool);
    poolUsed = 0;
  }
  const random = pool.subarray(poolUsed, poolUsed + bytesOfId);
  poolUsed += bytesOfId;
  const now = Date.now();
  if (now > last.msecs) {
    // 31 random bits of 32, which leaves room for counting up.
    last = { msecs: now, seq: new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1 };
  } else {
    const seq = (last.seq + 1) >>> 0;
    last = { msecs: seq === 0 ? last.msecs + 1 : last.msecs, seq };
  }
  return v7({ random, ...last });
}

/**
 * The least id that can be made at the moment or later. Moments before 1970 count as 1970, because ids cannot express them. Queries use it
 * to find rows by the index on ids.
 */
export function leastIdAt(moment: Date): string {
  const milliseconds = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}

/** True for the textual form of any UUID. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** The public form of a UUID: `doc_01j…`, 26 characters after the prefix. */
export function encodeId(prefix: IdPrefix, uuid: string): string {
  let number = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = alphabet[Number(number & 31n)] + text;
    number >>= 5n;
  }
  return `${prefix}_${text}`;
}

/** The UUID of a public id, or null when the text is not one. Callers answer null with 404, never 422. */
export function decodeId(prefix: IdPrefix, text: string): string | null {
  if (!text.startsWith(`${prefix}_`) || text.length !== prefix.length + 27) return null;
  let number = 0n;
  for (const character of text.slice(prefix.length + 1)) {
    const value = values.get(character);
    if (value === undefined) return null;
    number = (number << 5n) | value;
  }
  if (number >= 1n << 128n) return null;
  const hex = number.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The UUID of a template, given as `tpl_…` or as the UUID itself, which documents have as `source_template_id`. */
export function decodeTemplateId(text: string): string | null {
  return isUuid(text) ? text : decodeId('tpl', text);
}

/** The id of an event of the outbox (docs/spec/interface.md, Payload). */
export function encodeEventId(id: bigint): string {
  return `evt_outbox_${id}`;
}

/** The number in an event id, or null when the text is not one. */
export function decodeEventId(text: string): bigint | null {
  const digits = /^evt_outbox_(\d{1,18})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits);
}
