/** What operations answer that serve a PDF: whole, a range of it, or not again. */
import type { Answer } from './operation.ts';

export const pdfAnswers: Record<number, Answer> = {
  200: {
    description: 'The PDF',
    contentType: 'application/pdf',
    headers: { ETag: 'SHA-256 of the file', 'Content-Disposition': 'With a file name' },
  },
  206: { description: 'The range asked for', contentType: 'application/pdf' },
  304: { description: 'The caller holds this file already' },
};
