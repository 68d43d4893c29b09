/** Formats rows as a table. */
import { plainText } from './plain-text.ts';
import { type Paint, textWidth } from './text.ts';

export interface Column<Row> {
  title: string;
  /** The text of a cell. The table makes it safe for the terminal. */
  text: (row: Row) => string;
  paint?: (row: Row) => keyof Paint | null;
  align?: 'right';
  /** Shortened on a narrow terminal. Other columns, such as ids, are not. */
  isFlexible?: boolean;
  /** Printed in full below its row, unless it is a dash, if the terminal is too narrow for all columns. */
  isBelow?: boolean;
}

const gap = '  ';
const narrowest = 8;

/** The table without trailing spaces, at most `columns` wide where its columns allow. */
export function tableText<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { columns: available, paint }: { columns: number; paint: Paint },
): string {
  const fits = totalOf(widthsOf(rows, columns)) <= available;
  const inline = fits ? columns : columns.filter(({ isBelow }) => !isBelow);
  const below = columns.filter((column) => !inline.includes(column));
  const widths = widthsOf(rows, inline);
  shrink(widths, inline, available);
  const line = (
    textOf: (column: Column<Row>) => string,
    colorOf: (column: Column<Row>) => keyof Paint | null,
  ) =>
    inline
      .map((column, index) => {
        const cell = fit(textOf(column), widths[index]!, column.align);
        const color = colorOf(column);
        return color ? paint[color](cell) : cell;
      })
      .join(gap)
      .trimEnd();
  const indent = ' '.repeat(widths[0]! + gap.length);
  const linesOf = (row: Row) => {
    const belowRow = below
      .filter((column) => cellOf(column, row) !== '-')
      .map((column) => `${paint.dim(column.title)} ${cellOf(column, row)}`);
    const first = line(
      (column) => cellOf(column, row),
      (column) => column.paint?.(row) ?? null,
    );
    return belowRow.length > 0 ? [first, `${indent}${belowRow.join(gap)}`] : [first];
  };
  const head = line(
    ({ title }) => title,
    () => 'dim',
  );
  return [head, ...rows.flatMap(linesOf)].join('\n');
}

function cellOf<Row>({ text }: Column<Row>, row: Row): string {
  return plainText(text(row));
}

/** The width of the widest cell of each column, including its title. */
function widthsOf<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): number[] {
  return columns.map((column) =>
    rows.reduce((most, row) => Math.max(most, textWidth(cellOf(column, row))), textWidth(column.title)),
  );
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
}

/** Narrows the widest flexible column repeatedly until the table fits. */
function shrink<Row>(widths: number[], columns: ReadonlyArray<Column<Row>>, available: number): void {
  while (totalOf(widths) > available) {
    const widest = widths.reduce(
      (best, width, index) =>
        columns[index]!.isFlexible && width > (best === -1 ? narrowest : widths[best]!) ? index : best,
      -1,
    );
    if (widest === -1) return;
    widths[widest]! -= 1;
  }
}

function fit(text: string, width: number, align?: 'right'): string {
  const shown = textWidth(text) <= width ? text : `${cut(text, width - 1)}…`;
  const space = ' '.repeat(width - textWidth(shown));
  return align === 'right' ? space + shown : shown + space;
}

const segmenter = new Intl.Segmenter();

/** Cuts the text to as many whole characters as fit. */
function cut(text: string, width: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept;
}

/** Names and values under each other; null values are left out. */
export function detailsText(
  details: ReadonlyArray<readonly [string, string | null | undefined]>,
  paint: Paint,
): string {
  const shown = details.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => textWidth(name)));
  return shown
    .map(
      ([name, value]) =>
        `${paint.dim(`${name}${' '.repeat(width - textWidth(name))}`)}  ${plainText(value!)}`,
    )
    .join('\n');
}
