/** Writes CSV that spreadsheets read as text: RFC 4180, with formulas disabled (OWASP, CSV injection). Pure. */

/**
 * One line with CRLF. Text that a spreadsheet would run as a formula gets an apostrophe: at the start of a cell, and inside
 * it where a spreadsheet that separates by semicolon or tab ignores our quotes and starts another cell.
 */
export function csvLine(cells: ReadonlyArray<string | number | null | undefined>): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  // Equal mutant "→ true": text without these characters is not changed.
  const text = /[=+\-@\t\r\n]/.test(value) ? defused(value) : value;
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(value: string): string {
  const within = value.replace(/([;\t\r\n]"*)([=+\-@])/g, "$1'$2");
  return /^[=+\-@\t\r\n]/.test(within) ? `'${within}` : within;
}
