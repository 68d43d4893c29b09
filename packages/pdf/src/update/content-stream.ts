/** Streams of drawing operators, compressed where that pays (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../objects.ts';

/**
 * Operators shrink almost as well like this as by zlib's own measure, in a fraction of the time: a page of them is
 * short, and setting up the large tables takes longer than filling them.
 */
const QUICK = { level: 1, memLevel: 7, windowBits: 13 };

/** Shorter contents would save a few hundred bytes, and setting up the compressor takes longer than hashing those. */
const LEAST_PACKED = 4096;

/** A certificate page goes into two files, a QR code into every certificate; they are compressed once. */
const packed = new WeakMap<Uint8Array, Uint8Array>();

/** Has a content that many documents share compressed, once, however short it is. Returns it as it came. */
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
    bytes = deflateSync(content, QUICK);
    packed.set(content, bytes);
  }
  return new PdfStream(head.set('Filter', name('FlateDecode')), bytes);
}
