/** Streams of drawing operators, compressed where that pays (ISO 32000-2, 7.4.4). */
import { deflateSync } from 'node:zlib';
import { dict, name, type PdfObject, PdfStream } from '../objects.ts';

/** A stream with these dictionary members; /Length is added when it is written. */
export function contentStream(
  content: Uint8Array,
  members: Readonly<Record<string, PdfObject>> = {},
): PdfStream {
  const head = dict(members);
  if (content.length < 128) return new PdfStream(head, content);
  return new PdfStream(head.set('Filter', name('FlateDecode')), deflateSync(content));
}
