/** Streams of drawing operators, compressed where that pays (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../objects.ts';

/**
 * Operators shrink almost as well like this as by zlib's own measure, in a fraction of the time: a page of them is
 * short, and setting up the large tables takes longer than filling them.
 */
const QUICK = { level: 1, memLevel: 7, windowBits: 13 };

/** A certificate page goes into two files, a QR code into every certificate; they are compressed once. */
const packed = new WeakMap<Uint8Array, Uint8Array>();

/** A stream with these dictionary members; /Length is added when it is written. The content must not change later. */
export function contentStream(
  content: Uint8Array,
  members: Readonly<Record<string, PdfObject>> = {},
): PdfStream {
  const head = dict(members);
  if (content.length < 128) return new PdfStream(head, content);
  const bytes = packed.get(content) ?? deflateSync(content, QUICK);
  packed.set(content, bytes);
  return new PdfStream(head.set('Filter', name('FlateDecode')), bytes);
}
