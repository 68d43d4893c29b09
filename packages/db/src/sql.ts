/**
 * SQL next to Prisma's models. Verbs write `$queryRaw` and `$executeRaw` templates. These run on Prisma's client, or without it: in a
 * SqlTransaction, and outside of transactions with sqlOf. Without Prisma, no value passes through its query engine in WebAssembly, and
 * COPY is supported.
 */
import type pg from 'pg';
import { type Db, isClient, poolFor, timeLimitFactorOf, withConnection } from './client.ts';
import { copyInto, type EncodedRows } from './copy.ts';
import { isTransactionConflict } from './errors.ts';
import { Prisma } from './generated/client.ts';
import { unprepared } from './prepared.ts';
import { afterCommits, retryDelay, type TransactionScope } from './transaction.ts';

/** A tagged template for a part of a statement, with its values, for `$queryRaw` and `$executeRaw` of Prisma's client. */
export const sqlPart = Prisma.sql;
export type SqlPart = Prisma.Sql;

/** Several parts as one, with the separator between them; at least one part. */
export const joined = (
  parts: readonly SqlPart[],
  separator: ' AND ' | ' OR ' | ' UNION ALL ' | ', ',
): SqlPart => Prisma.join([...parts], separator);

/**
 * Constants as part of a statement's text, as `('sent', 'draft')`. A statement that finds its rows by a partial index needs the condition
 * of the index in its text: the generic plan of a prepared statement does not know its values. Throws if a value is not a plain name.
 */
export function constants(values: readonly string[]): SqlPart {
  if (values.length === 0 || !values.every((value) => /^[a-z_]+$/.test(value)))
    throw new Error(`not a list of names: ${values.join(', ')}`);
  return Prisma.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);
}

/**
 * The beginning of a statement whose best plan depends on its values, such as a search: PostgreSQL plans it for the values of every call,
 * and never for unknown ones. Planning takes about a millisecond.
 */
export const planByValues: SqlPart = Prisma.raw(unprepared);

/** The transactions in which SQL can run: Prisma's and SqlTransaction. */
export interface SqlTx {
  $queryRaw<T = unknown>(statement: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  $executeRaw(statement: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** Runs statements on one connection, or on a pool, where each statement may get another connection. */
class PlainSql<Client extends pg.Pool | pg.PoolClient> implements SqlTx {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async $queryRaw<T = unknown>(statement: TemplateStringsArray, ...values: unknown[]): Promise<T> {
    return (await this.client.query(...flat(statement, values))).rows as T;
  }

  async $executeRaw(statement: TemplateStringsArray, ...values: unknown[]): Promise<number> {
    return (await this.client.query(...flat(statement, values))).rowCount ?? 0;
  }
}

/**
 * Runs SQL without Prisma. For a client, each statement runs on its pool, in a transaction of its own; a transaction is returned unchanged.
 * Unlike with Prisma, values of the types bigint, numeric and date are not converted, so cast them in the statement.
 */
export function sqlOf(db: SqlTx): SqlTx {
  return isClient(db) ? new PlainSql(poolFor(db)) : db;
}

/** A transaction on a separate connection, without Prisma. */
export class SqlTransaction extends PlainSql<pg.PoolClient> {
  /** Writes rows with COPY. Do not change them until it resolves. */
  async copy(table: string, columns: readonly string[], rows: EncodedRows): Promise<void> {
    await copyInto(this.client, table, columns, rows);
  }

  /** The interface of pg-boss. */
  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.client.query(text, values);
  }
}

const texts = new WeakMap<TemplateStringsArray, string>();

/** The text and the values of a statement, with its parts put in their places. */
function flat(statement: TemplateStringsArray, values: unknown[]): [text: string, values: unknown[]] {
  if (!values.some((value) => value instanceof Prisma.Sql)) return [textOf(statement), values];
  const whole = Prisma.sql(statement, ...values);
  return [whole.text, whole.values];
}

/** The statement's text with placeholders $1, $2, … */
function textOf(statement: TemplateStringsArray): string {
  let text = texts.get(statement);
  if (text === undefined) {
    text = statement.reduce((before, part, at) => `${before}$${at}${part}`);
    texts.set(statement, text);
  }
  return text;
}

const maxAttempts = 5;
/** Time limit of each statement. In client.ts the same limit applies to a whole transaction of Prisma. */
const defaultStatementTimeoutMs = 15_000;

/** inTransaction without Prisma. Fails if the pool has no connection in time. */
export async function inSqlTransaction<T>(
  db: Db,
  work: (scope: Omit<TransactionScope, 'tx'> & { tx: SqlTransaction }) => Promise<T>,
  {
    statementTimeoutMs = defaultStatementTimeoutMs * timeLimitFactorOf(db),
  }: { statementTimeoutMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const after = afterCommits(db);
    try {
      const result = await once(db, statementTimeoutMs, (tx) => work({ tx, afterCommit: after.add }));
      await after.run();
      return result;
    } catch (error) {
      if (attempt >= maxAttempts || !isTransactionConflict(error)) throw error;
      await retryDelay(attempt);
    }
  }
}

function once<T>(db: Db, statementTimeoutMs: number, work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  return withConnection(db, async (client) => {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${statementTimeoutMs}`);
    const tx = new SqlTransaction(client);
    const result = await work(tx);
    await client.query('COMMIT');
    return result;
  });
}

export type ColumnValue = string | number | boolean | Date | object | null;

/**
 * A column of values as one array parameter, which the statement casts: `unnest(${columnOf(ids)}::uuid[], …)`. PostgreSQL reads arrays several times
 * faster than the same rows as JSON. Objects are encoded as JSON, for `json[]` and `jsonb[]`.
 */
export function columnOf(values: readonly ColumnValue[]): string {
  let text = '{';
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (at > 0) text += ',';
    if (value === null) text += 'NULL';
    else if (typeof value === 'number' || typeof value === 'boolean') text += value;
    else text += quoted(value);
  }
  return `${text}}`;
}

function quoted(value: string | Date | object): string {
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
