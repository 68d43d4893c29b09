/** Converts warnings about a PDF to PdfWarningOut. */
import type { PdfWarningOut } from '@countersign/contract/document';
import { type PdfWarning, pdfWarnings, warningMessage } from '@countersign/contract/pdf-warning';

/** The warning with its message and advice from the catalogue. */
export const presentPdfWarning = (warning: PdfWarning): PdfWarningOut => ({
  code: warning.code,
  message: warningMessage(warning),
  advice: pdfWarnings[warning.code].advice,
});
