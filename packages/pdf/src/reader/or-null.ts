import { PdfError } from '../ports/errors.ts';

/** What `read` returns; null if the file cannot be read (PdfError), or only with a deeper stack or more arguments than there can be (RangeError). */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) return null;
    throw error;
  }
}
