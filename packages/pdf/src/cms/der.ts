/** Distinguished encoding rules (ITU-T X.690): a writer, and a reader that also takes BER's indefinite lengths. */

/** A decoded element. `content` and `raw` are views of the input. */
export interface Asn1 {
  /** The identifier octet: class, constructed bit and tag number below 31. */
  readonly tag: number;
  readonly content: Buffer;
  /** The whole element, header included. */
  readonly raw: Buffer;
  /** Elements inside a constructed one; empty for a primitive one. */
  readonly children: readonly Asn1[];
}

const noChildren: readonly Asn1[] = [];

/** Creates `content` and `raw` on access, because most elements of a certificate are never read. */
class DerElement implements Asn1 {
  readonly tag: number;
  readonly children: readonly Asn1[];
  /** Where the element ends. */
  readonly next: number;
  readonly #buffer: Buffer;
  readonly #start: number;
  readonly #from: number;
  readonly #to: number;

  constructor(
    buffer: Buffer,
    children: readonly Asn1[],
    { start, from, to, next }: { start: number; from: number; to: number; next: number },
  ) {
    this.tag = buffer[start]!;
    this.children = children;
    this.next = next;
    this.#buffer = buffer;
    this.#start = start;
    this.#from = from;
    this.#to = to;
  }

  get content(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to);
  }

  get raw(): Buffer {
    return this.#buffer.subarray(this.#start, this.next);
  }
}

export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

const MAX_DEPTH = 40;

/** Decodes one element from the start of the bytes; what follows it is ignored. Throws a DerError. */
export function readDer(bytes: Uint8Array): Asn1 {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readElement(buffer, 0, buffer.length, 0);
}

/** The members of a SEQUENCE. Throws a DerError unless the bytes are exactly one SEQUENCE. */
export function readSequence(bytes: Uint8Array): readonly Asn1[] {
  const element = readDer(bytes);
  if (element.tag !== 0x30 || element.raw.length !== bytes.length)
    throw new DerError('a sequence was expected');
  return element.children;
}

function readElement(buffer: Buffer, start: number, end: number, depth: number): DerElement {
  if (depth > MAX_DEPTH) throw new DerError('nested too deeply');
  if (start + 2 > end) throw new DerError('cut short');
  const tag = buffer[start]!;
  if ((tag & 31) === 31) throw new DerError('long tags are not used here');
  const constructed = (tag & 32) !== 0;
  let from = start + 2;
  let length = buffer[start + 1]!;
  if (length === 128) {
    if (!constructed) throw new DerError('a primitive element without a length');
    const children: Asn1[] = [];
    let to = from;
    while (buffer[to] !== 0 || buffer[to + 1] !== 0) {
      const child = readElement(buffer, to, end, depth + 1);
      children.push(child);
      to = child.next;
    }
    if (to + 2 > end) throw new DerError('cut short');
    return new DerElement(buffer, children, { start, from, to, next: to + 2 });
  }
  if (length > 128) {
    const octets = length - 128;
    if (octets > 4 || from + octets > end) throw new DerError('an impossible length');
    length = buffer.readUIntBE(from, octets);
    from += octets;
  }
  const next = from + length;
  if (next > end) throw new DerError('cut short');
  if (!constructed) return new DerElement(buffer, noChildren, { start, from, to: next, next });
  const children: Asn1[] = [];
  for (let at = from; at < next; ) {
    const child = readElement(buffer, at, next, depth + 1);
    children.push(child);
    at = child.next;
  }
  return new DerElement(buffer, children, { start, from, to: next, next });
}

/** An OBJECT IDENTIFIER in dotted form. Throws a DerError for any other element. */
export function readOid(element: Asn1 | undefined): string {
  if (element?.tag !== 6 || element.content.length === 0)
    throw new DerError('an object identifier was expected');
  const arcs: number[] = [];
  let value = 0;
  for (const octet of element.content) {
    value = value * 128 + (octet & 127);
    if ((octet & 128) === 0) {
      if (arcs.length === 0)
        arcs.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
      else arcs.push(value);
      value = 0;
    }
  }
  return arcs.join('.');
}

/** The octets of an OCTET STRING, also if BER encodes it in several pieces. */
export function readOctets(element: Asn1 | undefined): Buffer {
  if (!element) throw new DerError('an octet string was expected');
  return element.children.length > 0 ? Buffer.concat(element.children.map(readOctets)) : element.content;
}

/** A UTCTime or GeneralizedTime, or null if it is neither. */
export function readTime(element: Asn1 | undefined): Date | null {
  if (!element || (element.tag !== 0x17 && element.tag !== 0x18)) return null;
  const text = element.content.toString('latin1');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(\.\d+)?Z$/.exec(text);
  if (!match || (match[1]!.length === 2) !== (element.tag === 0x17)) return null;
  const short = Number(match[1]);
  const year = match[1]!.length === 4 ? short : short < 50 ? 2000 + short : 1900 + short;
  const millis = match[7] ? Math.round(Number(match[7]) * 1000) : 0;
  const [month, day, hour, minute, second] = match.slice(2, 7).map((part) => Number(part ?? 0));
  return new Date(Date.UTC(year, month! - 1, day!, hour!, minute!, second!, millis));
}

/** An element with this identifier octet around the parts. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const header =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : length < 65536
          ? [tag, 0x82, length >> 8, length & 255]
          : [tag, 0x83, length >> 16, (length >> 8) & 255, length & 255];
  return Buffer.concat([Buffer.from(header), ...parts]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.of(value ? 255 : 0));
/** NULL. */
export const nothing = (): Buffer => Buffer.of(0x05, 0);

/** SET OF, with its members in the order that DER requires (11.6). */
export function setOf(...members: Uint8Array[]): Buffer {
  return der(0x31, ...[...members].sort(Buffer.compare));
}

/** BIT STRING without unused bits, unless the count is given. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.of(unused), bytes);

/** A non-negative INTEGER from big-endian octets, or from a number below 2^32. */
export function integer(value: Uint8Array | number): Buffer {
  const octets =
    typeof value === 'number' ? Buffer.of(value >>> 24, value >>> 16, value >>> 8, value) : value;
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start++;
  const trimmed = octets.subarray(start);
  return (trimmed[0] ?? 0) & 128 ? der(0x02, Buffer.of(0), trimmed) : der(0x02, trimmed);
}

const oids = new Map<string, Buffer>();

/** OBJECT IDENTIFIER from dotted form. The result is cached, so pass only constants of the program. */
export function oid(dotted: string): Buffer {
  const encoded = oids.get(dotted) ?? encodeOid(dotted);
  oids.set(dotted, encoded);
  return encoded;
}

/** OBJECT IDENTIFIER from dotted form, which may come from a file. */
export function encodeOid(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const octets: number[] = [];
  for (const arc of [first * 40 + second, ...rest]) {
    const digits = [arc & 127];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 127) | 128);
    octets.push(...digits);
  }
  return der(0x06, Buffer.from(octets));
}

/** UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}
