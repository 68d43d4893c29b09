/** The columns of a file of corrections, and the table of their results (docs/BULK.md). */
import { ExternalId } from '@countersign/contract/own-data';
import { RecipientSpec } from '@countersign/contract/recipient';
import { CsvFault, type CsvRecord } from './read-csv.ts';

export interface Correction {
  line: number;
  rowNo: number | null;
  externalId: string | null;
  /** One per placeholder; absent members stay. */
  changes: Array<{ name?: string; email?: string }>;
  /** Why the line cannot be carried out. */
  error: string | null;
}

const recipientPattern = /^recipient_([1-9]\d{0,3})_(name|email|auth_level|delivery)$/;
const maxRowNo = 2_147_483_647;

/**
 * Reads the header row and returns a function that reads the other rows. A line names its row by `row_no`, or by `external_id` if
 * `row_no` is empty. Unknown columns are ignored, so a file of GET …/rows.csv can be edited and sent back. Throws CsvFault if no
 * column names the row, or if there is nothing to correct.
 */
export function correctionColumns(
  placeholders: number,
  { line, cells }: CsvRecord,
): (record: CsvRecord) => Correction {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const targets = names.map((name) => targetOf(name, placeholders, line));
  for (const [at, name] of names.entries())
    if (isUsed(name, targets[at]!) && names.indexOf(name) !== at)
      throw new CsvFault(line, `column ${name} appears twice`);
  const rowAt = names.indexOf('row_no');
  const idAt = names.indexOf('external_id');
  if (rowAt === -1 && idAt === -1)
    throw new CsvFault(line, 'a column row_no or external_id is needed to name the row');
  if (!targets.some((target) => target !== null))
    throw new CsvFault(line, 'no column to correct: add recipient_1_email or recipient_1_name');
  return (record) => {
    const correction: Correction = {
      line: record.line,
      rowNo: null,
      externalId: null,
      changes: Array.from({ length: placeholders }, () => ({})),
      error: null,
    };
    const refused = (error: string): Correction => ({ ...correction, changes: [], error });
    if (record.cells.length !== cells.length)
      return refused(`${record.cells.length} columns, the header has ${cells.length}`);
    const cellAt = (at: number) => (at === -1 ? '' : plain(record.cells[at]!.trim()));
    const rowNo = cellAt(rowAt);
    const externalId = cellAt(idAt);
    if (rowNo === '' && externalId === '') return refused('neither row_no nor external_id is given');
    if (rowNo !== '') {
      if (!/^\d{1,10}$/.test(rowNo) || Number(rowNo) < 1 || Number(rowNo) > maxRowNo)
        return refused('column row_no: not the number of a row');
      correction.rowNo = Number(rowNo);
    } else if (!ExternalId.safeParse(externalId).success)
      return refused('column external_id: not an external id');
    else correction.externalId = externalId;
    for (const [at, target] of targets.entries()) {
      const value = target ? cellAt(at) : '';
      if (!target || value === '') continue;
      if (!RecipientSpec.shape[target.member].safeParse(value).success)
        return refused(
          `column ${names[at]}: ${target.member === 'email' ? 'not a valid email address' : 'not a name of at most 200 visible characters'}`,
        );
      correction.changes[target.at]![target.member] = value;
    }
    return correction;
  };
}

interface Target {
  at: number;
  member: 'name' | 'email';
}

/** The recipient and member that the column corrects; null for a column that is ignored. */
function targetOf(name: string, placeholders: number, line: number): Target | null {
  if (placeholders === 1 && (name === 'name' || name === 'email')) return { at: 0, member: name };
  const match = recipientPattern.exec(name);
  if (!match) return null;
  const number = Number(match[1]);
  const member = match[2] as 'name' | 'email' | 'auth_level' | 'delivery';
  if (number > placeholders)
    throw new CsvFault(
      line,
      `column ${name}: the template has ${placeholders} placeholder${placeholders === 1 ? '' : 's'}`,
    );
  if (member !== 'name' && member !== 'email')
    throw new CsvFault(line, `column ${name}: a file can correct names and email addresses only`);
  return { at: number - 1, member };
}

const isUsed = (name: string, target: Target | null) =>
  target !== null || name === 'row_no' || name === 'external_id';

/** The value without the apostrophe that rows.csv puts before formulas. */
const plain = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);
