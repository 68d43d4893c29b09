/** Streams of drawing operators, compressed if they are long (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../model/objects.ts';

/** Shorter contents are not compressed: halving a page would make writing it ten times as slow. */
const LEAST_PACKED = 16384;
/** Level 1 is fast, and drawing operators compress almost as well as with higher levels. */
const FAST = { level: 1 };

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
    bytes = deflateSync(content, FAST);
  }
  return new PdfStream(head.set('Filter', name('FlateDecode')), bytes);
}

/** A stream compressed with FlateDecode. */
export function deflated(bytes: Uint8Array, members: Record<string, number> = {}): PdfStream {
  const packed = deflateSync(bytes);
  return new PdfStream(dict({ Length: packed.length, Filter: name('FlateDecode'), ...members }), packed);
}
