import { PdfError } from '../ports/errors.ts';

/**
 * What `read` returns. Null if the file cannot be read (PdfError), or if reading it exceeds the stack or the number of arguments
 * (RangeError).
 */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError || error instanceof RangeError) return null;
    throw error;
  }
}
