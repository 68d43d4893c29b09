/** Streams of drawing operators, compressed where that pays (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../objects.ts';

/** Operators shrink almost as well at this level as at zlib's own, in a quarter of the time. */
const LEVEL = 3;

/** A certificate page goes into two files, and is compressed once. */
const packed = new WeakMap<Uint8Array, Uint8Array>();

/** A stream with these dictionary members; /Length is added when it is written. The content must not change later. */
export function contentStream(
  content: Uint8Array,
  members: Readonly<Record<string, PdfObject>> = {},
): PdfStream {
  const head = dict(members);
  if (content.length < 128) return new PdfStream(head, content);
  const bytes = packed.get(content) ?? deflateSync(content, { level: LEVEL });
  packed.set(content, bytes);
  return new PdfStream(head.set('Filter', name('FlateDecode')), bytes);
}
