/** The responses of operations that serve a PDF (the whole file, a range, or not modified) or a logo. */
import { fileTypes } from '@countersign/core/document/file-kind';
import type { Answer } from './operation.ts';

export const logoAnswer: Answer = {
  description: 'The logo as PNG',
  contentType: 'image/png',
  headers: { ETag: 'SHA-256 of the logo' },
};

export const pdfAnswers: Record<number, Answer> = {
  200: {
    description: 'The PDF',
    contentType: 'application/pdf',
    headers: { ETag: 'SHA-256 of the file', 'Content-Disposition': 'With a file name' },
  },
  206: { description: 'The requested range', contentType: 'application/pdf' },
  304: { description: 'The caller already has this file' },
};

/** The answers for a file as it was uploaded. */
export const fileAnswers: Record<number, Answer> = {
  200: { ...pdfAnswers[200]!, description: 'The file', alternatives: fileTypes.slice(1) },
  206: { ...pdfAnswers[206]!, alternatives: fileTypes.slice(1) },
  304: pdfAnswers[304]!,
};
