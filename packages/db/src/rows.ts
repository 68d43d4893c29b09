/**
 * Rows of Prisma's models in plain SQL, for the statements that run for every document. In those, Prisma's client would take more
 * processor time than PostgreSQL. Values have the same types as with Prisma, except bigint, numeric and date.
 */
import { Prisma } from './generated/client.ts';
import type { SqlPart } from './sql.ts';

/** The columns of a model under the names of its fields, for SELECT and RETURNING: `d.workspace_id AS "workspaceId", …`. */
export function columnsOf(model: Prisma.ModelName, table: string): SqlPart {
  const fields = (Prisma as unknown as Record<string, Record<string, string>>)[`${model}ScalarFieldEnum`]!;
  return Prisma.raw(
    Object.keys(fields)
      .map((field) => `${table}.${columnName(field)} AS "${field}"`)
      .join(', '),
  );
}

/**
 * The changes of an UPDATE, for SET: `sent_at = …, message = …`. Undefined members are left out; at least one must be defined. Objects and
 * arrays are written as JSON.
 */
export function assignments(changes: Readonly<Record<string, unknown>>): SqlPart {
  const set = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined ? [] : [Prisma.sql`${Prisma.raw(columnName(field))} = ${parameterOf(value)}`],
  );
  return Prisma.join(set, ', ');
}

const parameterOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Uint8Array)
    ? JSON.stringify(value)
    : value;

const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type DateFieldOf<Row> = { [Field in keyof Row]: Date extends Row[Field] ? Field : never }[keyof Row];

/** The fields of a row that contain a time. The type requires all of them. */
export type DateFields<Row> = Record<DateFieldOf<Row> & string, true>;

/** A row as PostgreSQL's `json_agg` returns it: times are texts. */
export type JsonRow<Row> = { [Field in keyof Row]: Date extends Row[Field] ? string | null : Row[Field] };

/** Turns the texts of these fields into times, in place. */
export function withDates<Row>(rows: ReadonlyArray<JsonRow<Row>>, fields: DateFields<Row>): Row[] {
  const names = Object.keys(fields);
  for (const row of rows as ReadonlyArray<Record<string, unknown>>)
    for (const name of names) if (row[name] !== null) row[name] = new Date(row[name] as string);
  return rows as unknown as Row[];
}
