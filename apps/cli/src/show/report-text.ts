/** Formats an explained verification for a terminal, in plain ASCII except for text from the file. */
import type { ExplainedRow, Explanation } from '@countersign/contract/explain-verification';
import { plainText } from './plain-text.ts';

const symbols = { good: '[ok]', bad: '[NO]', note: '[ !]' } as const;
const symbolOf = (mark: ExplainedRow['mark']) => (mark ? symbols[mark] : '    ');

/** The report as lines. Long values are not wrapped, so that they can be copied and searched. */
export function reportText(name: string, explanation: Explanation): string {
  const { mark, headline, summary, signer, signedBy, sections, notes } = explanation;
  const width = Math.max(...sections.flatMap(({ rows }) => rows.map(({ label }) => label.length)));
  const lines = [
    `${symbolOf(mark)} ${headline.toUpperCase()}: ${plainText(name)}`,
    `     ${plainText(summary)}`,
    ...(signer ? [`     ${signedBy} ${plainText(signer)}`] : []),
  ];
  for (const { title, rows } of sections) {
    lines.push('', title);
    for (const { label, value, mark } of rows)
      lines.push(`  ${symbolOf(mark)} ${label.padEnd(width)}  ${plainText(value)}`);
  }
  if (notes.length > 0) lines.push('', ...notes);
  return lines.join('\n');
}
