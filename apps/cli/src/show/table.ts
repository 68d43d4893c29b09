/** Rows in columns, for people. */
import { plainText } from './plain-text.ts';
import { type Paint, textWidth } from './text.ts';

export interface Column<Row> {
  title: string;
  /** Of the row; made safe for the terminal here. */
  text: (row: Row) => string;
  paint?: (row: Row) => keyof Paint | null;
  align?: 'right';
  /** Shortened first where the terminal is narrow; ids never are. */
  isFlexible?: boolean;
}

const gap = '  ';
const narrowest = 8;

/** The table without trailing spaces, at most `columns` wide where its flexible columns allow. */
export function tableText<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { columns: available, paint }: { columns: number; paint: Paint },
): string {
  const cells = rows.map((row) => columns.map(({ text }) => plainText(text(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[index]!))),
  );
  shrink(widths, columns, available);
  const line = (texts: string[], colours: Array<keyof Paint | null>) =>
    texts
      .map((text, index) => {
        const cell = fit(text, widths[index]!, columns[index]!.align);
        const colour = colours[index];
        return colour ? paint[colour](cell) : cell;
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      columns.map(() => 'dim'),
    ),
    ...cells.map((texts, index) =>
      line(
        texts,
        columns.map((column) => column.paint?.(rows[index]!) ?? null),
      ),
    ),
  ].join('\n');
}

/** Takes what is too much from the widest flexible column, again and again. */
function shrink<Row>(widths: number[], columns: ReadonlyArray<Column<Row>>, available: number): void {
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > available) {
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

/** As many whole characters as fit. */
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
