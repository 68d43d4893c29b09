/** Streams of drawing operators, compressed where that pays (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../model/objects.ts';
import { quickDeflate } from './quick-deflate.ts';

/** Shorter contents are left as they are: a page would be half as long, and takes ten times as long to be written. */
const LEAST_PACKED = 16384;
/** Longer ones are worth zlib's better codes; they shrink almost as well at its first level as by its own measure. */
const LONG = 65_536;
const LONG_OPTIONS = { level: 1 };

/** Content shared by many files, such as the QR code of a deployment. */
const packed = new WeakMap<Uint8Array, Uint8Array>();

/** Compresses content that many documents share, once, however short. Returns it unchanged. */
export function packShared<T extends Uint8Array>(content: T): T {
  packed.set(content, deflateSync(content));
  return content;
}

/** A stream with these dictionary members; /Length is added when it is written. The content must not change later. */
export function contentStream(
  content: Uint8Array,
  members: Readonly<Record<string, PdfObject>> = {},
): PdfStream {
  const head = dict(members);
  let bytes = packed.get(content);
  if (bytes === undefined) {
    if (content.length < LEAST_PACKED) return new PdfStream(head, content);
    bytes = content.length < LONG ? quickDeflate(content) : deflateSync(content, LONG_OPTIONS);
  }
  return new PdfStream(head.set('Filter', name('FlateDecode')), bytes);
}

/** A stream compressed with FlateDecode. */
export function deflated(bytes: Uint8Array, members: Record<string, number> = {}): PdfStream {
  const packed = deflateSync(bytes);
  return new PdfStream(dict({ Length: packed.length, Filter: name('FlateDecode'), ...members }), packed);
}
