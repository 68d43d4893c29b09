/**
 * The standard security handler (ISO 32000-2, 7.6), opened with the empty user password only. Anyone can read such
 * files; the owner password only asks programs not to change them. Files that need a password or a certificate are
 * refused as `encrypted`.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { PdfDict, PdfName, type PdfObject, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';

type Method = 'identity' | 'rc4' | 'aes';
type Resolve = (object: PdfObject | undefined) => PdfObject;

/** Encrypts and decrypts the strings and streams of one object; each function returns new bytes. */
export interface Security {
  decryptString(num: number, gen: number, bytes: Uint8Array): Uint8Array;
  decryptStream(num: number, gen: number, dict: PdfDict, bytes: Uint8Array): Uint8Array;
  encryptString(num: number, gen: number, bytes: Uint8Array): Uint8Array;
  encryptStream(num: number, gen: number, dict: PdfDict, bytes: Uint8Array): Uint8Array;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const EMPTY = Buffer.alloc(0);

const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Opens the encryption dictionary with the empty user password. Throws a PdfError (`encrypted`) if that fails. */
export function openSecurity(encrypt: PdfDict, id: Uint8Array, resolve: Resolve): Security {
  const refuse = (detail: string) => new PdfError('encrypted', detail);
  const integer = (key: string, otherwise: number): number => {
    const value = resolve(encrypt.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const string = (key: string): Buffer => {
    const value = resolve(encrypt.get(key));
    return value instanceof PdfString ? Buffer.from(value.bytes) : EMPTY;
  };
  const filter = resolve(encrypt.get('Filter'));
  if (!(filter instanceof PdfName && filter.name === 'Standard'))
    throw refuse('the file is encrypted for particular recipients');
  const version = integer('V', 0);
  const revision = integer('R', 0);
  if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6)
    throw refuse(`the file uses an encryption that is not supported (V ${version}, R ${revision})`);
  const encryptMetadata = resolve(encrypt.get('EncryptMetadata')) !== false;

  let key: Buffer | null;
  if (version === 5) key = keyOfRevision5And6(revision, string('U'), string('UE'));
  else {
    const declared = integer('Length', 40);
    const bytes =
      version === 1 ? 5 : version === 4 ? 16 : Math.trunc((declared < 40 ? declared * 8 : declared) / 8);
    key =
      bytes >= 5 && bytes <= 16
        ? keyOfRevision2To4(revision, bytes, string('O'), string('U'), integer('P', 0), id, encryptMetadata)
        : null;
  }
  if (!key) throw refuse('the file needs a password to be opened');

  const filters = resolve(encrypt.get('CF'));
  const methodOf = (filterName: string): Method => {
    if (version < 4) return 'rc4';
    if (filterName === 'Identity') return 'identity';
    const entry = filters instanceof PdfDict ? resolve(filters.get(filterName)) : null;
    const method = entry instanceof PdfDict ? resolve(entry.get('CFM')) : null;
    const word = method instanceof PdfName ? method.name : 'None';
    if (word === 'V2') return 'rc4';
    if (word === 'AESV2' || word === 'AESV3') return 'aes';
    if (word === 'None') return 'identity';
    throw refuse(`the file uses an unknown crypt filter (${word})`);
  };
  const named = (key: string, otherwise: string): string => {
    const value = resolve(encrypt.get(key));
    return value instanceof PdfName ? value.name : otherwise;
  };
  const streamFilter = named('StmF', 'Identity');
  const forStreams = methodOf(streamFilter);
  const forStrings = methodOf(named('StrF', 'Identity'));
  const forFiles = methodOf(named('EFF', streamFilter));

  const streamMethod = (dict: PdfDict): Method => {
    const type = resolve(dict.get('Type'));
    const kind = type instanceof PdfName ? type.name : '';
    if (kind === 'XRef') return 'identity';
    const own = cryptFilterOf(dict, resolve);
    if (own !== null) return methodOf(own);
    if (kind === 'Metadata' && version >= 4 && !encryptMetadata) return 'identity';
    return kind === 'EmbeddedFile' ? forFiles : forStreams;
  };
  const objectKey = (method: Method, num: number, gen: number): Buffer => {
    if (version === 5) return key;
    const tail = Buffer.of(num, num >> 8, num >> 16, gen, gen >> 8);
    const salt = method === 'aes' ? Buffer.from('sAlT') : EMPTY;
    return md5(key, tail, salt).subarray(0, Math.min(key.length + 5, 16));
  };
  const apply = (direction: 'in' | 'out', method: Method, num: number, gen: number, bytes: Uint8Array) => {
    if (method === 'identity') return bytes;
    const own = objectKey(method, num, gen);
    if (method === 'rc4') return rc4(own, bytes);
    return direction === 'in' ? aesDecrypt(own, bytes) : aesEncrypt(own, bytes);
  };
  return {
    decryptString: (num, gen, bytes) => apply('in', forStrings, num, gen, bytes),
    decryptStream: (num, gen, dict, bytes) => apply('in', streamMethod(dict), num, gen, bytes),
    encryptString: (num, gen, bytes) => apply('out', forStrings, num, gen, bytes),
    encryptStream: (num, gen, dict, bytes) => apply('out', streamMethod(dict), num, gen, bytes),
  };
}

/** The crypt filter that a stream specifies (7.6.6), or null. */
function cryptFilterOf(dict: PdfDict, resolve: Resolve): string | null {
  const raw = resolve(dict.get('Filter'));
  const first = Array.isArray(raw) ? resolve(raw[0]) : raw;
  if (!(first instanceof PdfName && first.name === 'Crypt')) return null;
  const parms = resolve(dict.get('DecodeParms'));
  const own = Array.isArray(parms) ? resolve(parms[0]) : parms;
  const filterName = own instanceof PdfDict ? resolve(own.get('Name')) : null;
  return filterName instanceof PdfName ? filterName.name : 'Identity';
}

/** Algorithms 2, 4 and 5 with the empty password; null if the file needs another. */
function keyOfRevision2To4(
  revision: number,
  size: number,
  owner: Buffer,
  user: Buffer,
  permissions: number,
  id: Uint8Array,
  encryptMetadata: boolean,
): Buffer | null {
  const p = Buffer.alloc(4);
  p.writeInt32LE(permissions | 0);
  const mask = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 255) : EMPTY;
  let key = md5(PADDING, owner.subarray(0, 32), p, id, mask).subarray(0, size);
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key).subarray(0, size);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32)) ? key : null;
  let check = rc4(key, md5(PADDING, id));
  for (let i = 1; i < 20; i++) check = rc4(Buffer.from(key.map((byte) => byte ^ i)), check);
  return check.equals(user.subarray(0, 16)) ? key : null;
}

/** Algorithm 2.A with the empty password; null if the file needs another. */
function keyOfRevision5And6(revision: number, user: Buffer, userKey: Buffer): Buffer | null {
  if (user.length < 48 || userKey.length < 32) return null;
  const hash = (salt: Buffer): Buffer =>
    revision === 5 ? createHash('sha256').update(salt).digest() : hardenedHash(salt);
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(userKey.subarray(0, 32)), decipher.final()]);
}

/** Algorithm 2.B with the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let k = createHash('sha256').update(salt).digest();
  for (let round = 0; ; round++) {
    const cipher = createCipheriv('aes-128-cbc', k.subarray(0, 16), k.subarray(16, 32));
    cipher.setAutoPadding(false);
    const e = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => k)));
    let remainder = 0;
    for (let i = 0; i < 16; i++) remainder += e[i]!;
    k = createHash(['sha256', 'sha384', 'sha512'][remainder % 3]!)
      .update(e)
      .digest();
    if (round >= 63 && e[e.length - 1]! <= round - 31) return k.subarray(0, 32);
  }
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    const a = state[i]!;
    j = (j + a) & 255;
    const b = state[j]!;
    state[i] = b;
    state[j] = a;
    out[n] = data[n]! ^ state[(a + b) & 255]!;
  }
  return out;
}

function aesDecrypt(key: Buffer, data: Uint8Array): Buffer {
  const blocks = data.subarray(16, data.length - (data.length % 16));
  if (blocks.length === 0) return EMPTY;
  const decipher = createDecipheriv(
    key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc',
    key,
    data.subarray(0, 16),
  );
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(blocks), decipher.final()]);
  const padding = plain[plain.length - 1]!;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

function aesEncrypt(key: Buffer, data: Uint8Array): Buffer {
  const vector = randomBytes(16);
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, vector);
  return Buffer.concat([vector, cipher.update(data), cipher.final()]);
}
