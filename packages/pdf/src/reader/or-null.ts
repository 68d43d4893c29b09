import { PdfError } from '../ports/errors.ts';

/** What `read` returns; null if the file cannot be read (PdfError). */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}
