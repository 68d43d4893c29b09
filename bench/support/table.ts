/** Prints rows in columns: text aligned left, numbers aligned right. */

/** A table for the terminal; every row has as many cells as `head`. */
export function printTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): void {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const isFigure = head.map((_, at) => at > 0 && rows.every((row) => /^[\d.,<>]|^-$/.test(row[at] ?? '-')));
  const line = (cells: readonly string[]) =>
    widths
      .map((width, at) =>
        isFigure[at] ? (cells[at] ?? '').padStart(width) : (cells[at] ?? '').padEnd(width),
      )
      .join('  ');
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row).trimEnd());
}

/** 12345.6 -> "12,346"; below 100 with one decimal. */
export function figure(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}
