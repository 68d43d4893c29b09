/** The meaning of the columns of a CSV, and a header row for a template (docs/spec/decisions.md, section 5). Pure. */
import type { BulkRowIn } from '@countersign/contract/bulk-send';
import { isMetadataKey, MAX_METADATA_KEY_LENGTH, MAX_METADATA_KEYS } from '@countersign/contract/own-data';
import { fieldIndexesOf } from '../field/resolve-form-values.ts';
import { fieldsOf, placeholdersOf } from '../template/definition.ts';
import type { TemplateDefinition } from '../template/fill.ts';
import type { RowFault } from './check-row.ts';
import { pdfNameOf } from './match-pdfs.ts';
import { CsvFault, type CsvRecord, MAX_COLUMNS } from './read-csv.ts';

const members = ['name', 'email', 'auth_level', 'delivery'] as const;
type Member = (typeof members)[number];
/** The columns that need no number if there is one placeholder. Not `delivery`, because that is a likely name of a field. */
const bareMembers: readonly string[] = ['name', 'email', 'auth_level'];
type Column =
  | { kind: 'recipient'; at: number; member: Member }
  | { kind: 'external id' }
  | { kind: 'pdf' }
  | { kind: 'metadata'; key: string }
  | { kind: 'value'; key: string; isCheckbox: boolean };

/** Columns for the document itself, by lower-case name. */
const documentColumns: ReadonlyMap<string, Column> = new Map([
  ['external_id', { kind: 'external id' }],
  ['pdf', { kind: 'pdf' }],
]);

/** The longest name of a field. Every row with a value in a column stores the name of the column. */
const maxNameLength = 200;
const metadataPattern = /^meta_(.*)$/i;
const recipientPattern = /^recipient_([1-9]\d{0,3})_(name|email|auth_level|delivery)$/;

/** Converts records to rows. */
export interface CsvColumns {
  /** Keys of form_values, in the order of the file. */
  formKeys: string[];
  /** Keys of metadata, in the order of the file. */
  metadataKeys: string[];
  /** The row of a record; blank cells give no value. */
  rowOf(cells: readonly string[]): BulkRowIn & { pdf: string | null };
  /** The name of the column for a place in the row. */
  nameOf(place: RowFault['place']): string;
  count: number;
}

/**
 * Reads the header row. With one placeholder, `name`, `email` and `auth_level` are enough. Throws CsvFault for a missing,
 * duplicate or nameless column, and for a column of a recipient that the template does not have. `pdf` must be there if the rows came
 * with PDFs.
 */
export function csvColumns(
  template: TemplateDefinition,
  { line, cells }: CsvRecord,
  { hasPdfs = false }: { hasPdfs?: boolean } = {},
): CsvColumns {
  const names = cells.map((cell) => cell.trim());
  const places = placeholdersOf(template).length;
  const fields = fieldsOf(template);
  const fieldNames = new Set(fields.map(({ name }) => name));
  const valueColumn = (key: string): Column => {
    const indexes = fieldIndexesOf(fields, key);
    const isCheckbox = indexes.length > 0 && indexes.every((index) => fields[index]!.type === 'checkbox');
    return { kind: 'value', key, isCheckbox };
  };
  const refuse = (message: string) => new CsvFault(line, message);
  if (cells.some((cell) => cell.includes('\r')))
    throw refuse('the lines end with a carriage return alone: save the file with LF or CRLF');
  if (names.length > MAX_COLUMNS)
    throw refuse(`there are ${names.length} columns, at most ${MAX_COLUMNS} are read`);
  const isNumbered = names.some((name) => recipientPattern.test(name.toLowerCase()));
  const columns = names.map((name, at): Column => {
    if (name === '') throw refuse(`column ${at + 1} has no name`);
    if (name.length > maxNameLength)
      throw refuse(`column ${at + 1} has a name of more than ${maxNameLength} characters`);
    const lower = name.toLowerCase();
    const match = recipientPattern.exec(lower);
    if (match) {
      const number = Number(match[1]);
      if (number > places)
        throw refuse(`column ${name}: the template has ${places} placeholder${places === 1 ? '' : 's'}`);
      return { kind: 'recipient', at: number - 1, member: match[2] as Member };
    }
    if (places === 1 && !isNumbered && bareMembers.includes(lower))
      return { kind: 'recipient', at: 0, member: lower as Member };
    // A field with the name of a document column takes precedence.
    if (fieldNames.has(name)) return valueColumn(name);
    const ofDocument = documentColumns.get(lower);
    if (ofDocument) return ofDocument;
    const key = metadataPattern.exec(name)?.[1];
    if (key === undefined) return valueColumn(name);
    if (!isMetadataKey(key))
      throw refuse(
        `column ${name}: after meta_, a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters is needed`,
      );
    return { kind: 'metadata', key };
  });
  const labels = new Map<string, number>();
  for (const [at, column] of columns.entries()) {
    const label = labelOf(column);
    const before = labels.get(label);
    if (before !== undefined)
      throw refuse(`column ${names[at]} appears twice (columns ${before + 1} and ${at + 1})`);
    labels.set(label, at);
  }
  const missing = Array.from({ length: places }, (_, at) => at).flatMap((at) =>
    (['name', 'email'] as const)
      .filter((member) => !labels.has(labelOf({ kind: 'recipient', at, member })))
      .map((member) => `recipient_${at + 1}_${member}`),
  );
  if (missing.length > 0)
    throw refuse(`missing column${missing.length === 1 ? '' : 's'}: ${missing.join(', ')}`);

  if (hasPdfs && !labels.has('pdf'))
    throw refuse(
      fieldNames.has('pdf')
        ? 'the template has a field with the name pdf, so no column can name the PDFs: rename the field'
        : 'missing column: pdf, which names the PDF of each row',
    );

  const metadataKeys = columns.flatMap((column) => (column.kind === 'metadata' ? [column.key] : []));
  if (metadataKeys.length > MAX_METADATA_KEYS)
    throw refuse(
      `there are ${metadataKeys.length} columns that begin with meta_, at most ${MAX_METADATA_KEYS} are allowed`,
    );

  return {
    metadataKeys,
    formKeys: columns.flatMap((column) => (column.kind === 'value' ? [column.key] : [])),
    count: columns.length,
    rowOf: (values) => rowOf(columns, places, values),
    nameOf: (place) => {
      const at = labels.get(labelAt(place));
      return at === undefined ? '' : `column ${names[at]}`;
    },
  };
}

function labelOf(column: Column): string {
  if (column.kind === 'external id') return 'external_id';
  if (column.kind === 'pdf') return 'pdf';
  if (column.kind === 'recipient') return `recipient:${column.at}:${column.member}`;
  return `${column.kind}:${column.key}`;
}

/** The label of the column for a place in the row, empty if it has none. */
function labelAt(place: RowFault['place']): string {
  if (place[0] === 'external_id') return 'external_id';
  if (place[0] === 'pdf') return 'pdf';
  if (place[0] === 'metadata') return `metadata:${place[1]}`;
  if (place[0] === 'form_values') return `value:${place[1]}`;
  // Equal mutant "→ true": no column has the label of an incomplete place.
  return place.length === 3 ? `recipient:${place[1]}:${place[2]}` : '';
}

function rowOf(
  columns: readonly Column[],
  places: number,
  cells: readonly string[],
): BulkRowIn & { pdf: string | null } {
  const recipients: Array<Record<string, string>> = Array.from({ length: places }, () => ({}));
  const values: Array<[string, string]> = [];
  const metadata: Array<[string, string]> = [];
  let externalId: string | null = null;
  let pdf: string | null = null;
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (column.kind === 'value' || column.kind === 'metadata') {
      const entries = column.kind === 'value' ? values : metadata;
      if (cell.trim() !== '') entries.push([column.key, valueIn(column, cell)]);
      continue;
    }
    if (column.kind === 'external id') {
      externalId = cell.trim() || null;
      continue;
    }
    if (column.kind === 'pdf') {
      pdf = pdfNameOf(cell) || null;
      continue;
    }
    const text = cell.trim();
    if (column.member === 'name' || column.member === 'email') recipients[column.at]![column.member] = text;
    else if (text !== '') recipients[column.at]![column.member] = text.toLowerCase();
  }
  return {
    recipients,
    form_values: Object.fromEntries(values),
    external_id: externalId,
    metadata: Object.fromEntries(metadata),
    pdf,
  };
}

/** Spreadsheets write truth values in capitals. Everything but a truth value stays, and is refused with what was written. */
function valueIn(column: Column, cell: string): string {
  if (column.kind !== 'value' || !column.isCheckbox) return cell;
  const value = cell.trim().toLowerCase();
  return value === 'true' || value === 'false' ? value : cell;
}

/** The header row for this template: its recipients, and every named field that can have a prefill. */
export function headerFor(template: Pick<TemplateDefinition, 'recipients' | 'fields'>): string[] {
  const recipients = placeholdersOf(template).flatMap((_, at) => [
    `recipient_${at + 1}_name`,
    `recipient_${at + 1}_email`,
  ]);
  const named = fieldsOf(template).flatMap(({ type, name }) =>
    name && type !== 'signature' && type !== 'initials' ? [name] : [],
  );
  return [...recipients, ...new Set(named)];
}
