/** Warnings about an uploaded PDF, on standard error. */
import type { PdfWarning } from '@countersign/client/generated/api';
import { type Session, tell } from '../session.ts';
import { plainText } from './plain-text.ts';

/** One line for each warning of the document or template: what was found, what to do, and the code. */
export function showPdfWarnings(session: Session, { warnings }: { warnings: readonly PdfWarning[] }): void {
  for (const { code, message, advice } of warnings)
    tell(session, `warning: ${plainText(message)} ${plainText(advice)} (${plainText(code)})`);
}
