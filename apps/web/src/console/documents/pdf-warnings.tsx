/** The warnings about the PDF of a document or template, and what the sender can do about them. */
import type { PdfWarning } from '@countersign/client/generated/api';
import { Icon } from '../parts/icon.tsx';
import { counted } from '../parts/moments.ts';

/** Whether the window is as narrow as a phone, where a long note would leave no room for the pages. */
export const isNarrow = (): boolean => matchMedia('(max-width: 48rem)').matches;

/**
 * Lists the warnings of a PDF; each piece of advice once, because several warnings share it. Shows nothing without warnings.
 * `folded` shows only their number at first, where there is little room.
 */
export function PdfWarnings({
  warnings,
  folded = false,
}: {
  warnings: readonly PdfWarning[];
  folded?: boolean;
}) {
  if (warnings.length === 0) return null;
  const advice = [...new Set(warnings.map((warning) => warning.advice))];
  return (
    <details className="c-note c-note-warn c-pdf-warnings" open={!folded}>
      <summary>
        <Icon name="warning" />
        {counted(warnings.length, 'warning')} about this PDF
      </summary>
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={code}>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
      <p>
        <strong>What you can do:</strong> {advice.join(' ')}
      </p>
    </details>
  );
}
