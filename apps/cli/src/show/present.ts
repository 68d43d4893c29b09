/** Prints responses of the service as text, or as JSON. */
import { InterruptedError, UsageError } from '../exit-status.ts';
import type { Session } from '../session.ts';
import { type Column, detailsText, tableText } from './table.ts';
import { numberText, type Paint, paintFor } from './text.ts';

/** Colors of standard output. */
export const paintOf = (session: Session): Paint => paintFor(session.terminal.color.out);

/** Prints rows as a table, or with --json `json` unchanged. Prints `none` if there are no rows. */
export function showRows<Row>(
  session: Session,
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { json, none, total }: { json: unknown; none: string; total?: number },
): void {
  const { terminal } = session;
  if (session.options.json) {
    terminal.printJson(json);
    return;
  }
  if (rows.length === 0) {
    terminal.note(none);
    return;
  }
  terminal.print(tableText(rows, columns, { columns: terminal.columns, paint: paintOf(session) }));
  if (total !== undefined && total > rows.length && terminal.isErrTerminal)
    terminal.note(`${numberText(rows.length)} of ${numberText(total)}; --limit and --offset show others.`);
}

/** Prints names and values, or with --json `json` unchanged. */
export function showDetails(
  session: Session,
  details: ReadonlyArray<readonly [string, string | null | undefined]>,
  json: unknown,
): void {
  if (session.options.json) session.terminal.printJson(json);
  else session.terminal.print(detailsText(details, paintOf(session)));
}

/** Prints one line, or with --json `json` unchanged; with `isLine` also that on one line. */
export function showDone(session: Session, text: string, json: unknown, isLine = false): void {
  if (session.options.json) session.terminal.printJson(json, isLine);
  else session.terminal.print(text);
}

/** Asks for confirmation. Throws UsageError if the terminal is not interactive, and InterruptedError if the answer is no. */
export async function confirm(
  session: Session,
  question: string,
  isConfirmed: boolean | undefined,
): Promise<void> {
  if (isConfirmed) return;
  if (!session.terminal.isInteractive) throw new UsageError('This cannot be undone: add --yes.');
  const answer = await session.terminal.ask(`${question} [y/N] `, session.signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new InterruptedError();
}
