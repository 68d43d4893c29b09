/** Objects that a later revision writes again. */
import { PdfStream } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { lengthOf } from './layout.ts';
import { LayoutError } from './layout-error.ts';
import { requireOnePlainObject, requirePlainObject } from './plain-syntax.ts';

/**
 * Requires that all readers see what we see in an object that a later revision writes again, before and after. Otherwise
 * it can seem the same to us and be another one to a viewer. Throws a LayoutError.
 */
export function requireClearRewrite(before: PdfFile, after: PdfFile, num: number): void {
  for (const file of [before, after])
    try {
      requirePlain(file, num);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      throw new LayoutError(`object ${num} was written again, and readers can take it differently`);
    }
}

function requirePlain(file: PdfFile, num: number): void {
  const entry = file.xref.entries.get(num);
  if (!entry) return;
  if ('stream' in entry) {
    requireOnePlainObject(file.packedText(num, entry.stream));
    return;
  }
  const { offset, gen } = entry;
  const lexer = file.lexer(offset);
  lexer.takeInteger();
  lexer.takeInteger();
  lexer.take('obj');
  const object = file.readBody(lexer, num, gen);
  lexer.take('endobj');
  const streamLength = object instanceof PdfStream ? lengthOf(file, object) : null;
  requirePlainObject(file.bytes, offset, lexer.pos, { num, gen, streamLength });
}
