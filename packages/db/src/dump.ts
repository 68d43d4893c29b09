/**
 * A consistent copy of all rows, as text: every table with COPY in one read-only REPEATABLE READ transaction. The schema is not
 * copied; migrations create it. `pg_dump` is not used, because it refuses servers newer than itself and does not come with the
 * embedded PostgreSQL. Format, with one record per line:
 *
 *     {"format":"countersign-backup", …}                 the header
 *     {"table":"public.workspace","columns":["id", …]}   one such line for each table, followed by its rows in COPY text format
 *     …
 *     \.                                                 the end of the table (COPY escapes backslashes, so no row can equal it)
 *     {"end":true,"rows":{"public.workspace":1, …}}
 */
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A dump cannot be created, read or restored. The message says why. */
export class DumpError extends Error {
  override name = 'DumpError';
}

export interface DumpHeader {
  format: 'countersign-backup';
  version: 1;
  createdAt: string;
  /** Names of the migrations that made the schema, in order. */
  migrations: string[];
  [member: string]: unknown;
}

/** Rows that come from a query instead of a table of the schema: jobs, whose table belongs to the queue, and computed lists. */
export interface ExtraTable {
  /** Qualified name, as in the dump. */
  table: string;
  /** A query whose columns are those of the dump. */
  query: string;
}

const endOfTable = '\\.';

/** Yields the dump as bytes, in bounded memory. `headerOf` and `extra` are read in the same transaction. */
export async function* dumpRows(
  url: string,
  options: { header: Omit<DumpHeader, 'migrations'>; extra: readonly ExtraTable[] },
): AsyncGenerator<Buffer> {
  const client = await connect(url, 'countersign backup');
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: applied } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
    );
    yield line({ ...options.header, migrations: applied.map(({ name }) => name) });
    const rows: Record<string, number> = {};
    const own = (await tablesOf(client)).map(({ table, columns }) => ({
      table,
      columns,
      query: `SELECT ${columns.map(quoted).join(', ')} FROM ${table}`,
    }));
    for (const { table, query } of [...own, ...options.extra]) {
      const { fields } = await client.query(`SELECT * FROM (${query}) AS t LIMIT 0`);
      yield line({ table, columns: fields.map(({ name }) => name) });
      let count = 0;
      for await (const chunk of client.query(copyTo(`COPY (${query}) TO STDOUT`)) as AsyncIterable<Buffer>) {
        for (const byte of chunk) if (byte === 10) count += 1;
        yield chunk;
      }
      yield Buffer.from(`${endOfTable}\n`);
      rows[table] = count;
    }
    yield line({ end: true, rows });
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface Restored {
  header: DumpHeader;
  /** Rows of each table. */
  rows: Record<string, number>;
}

/**
 * Writes the rows of a dump into a database with the same migrations and no rows, in one transaction. Rows of tables in `leaveOut`
 * are skipped. `collect` receives the rows of an extra table, which are not written. Triggers of the schema are disabled during the
 * transaction, which only the owner of the tables may do; foreign keys are checked. Throws DumpError.
 */
export async function restoreRows(
  url: string,
  dump: AsyncIterable<Uint8Array>,
  options: {
    leaveOut?: readonly string[];
    /** Called for every row of these tables instead of writing it. */
    collect?: { table: string; row: (line: string) => void | Promise<void> };
  } = {},
): Promise<Restored> {
  const client = await connect(url, 'countersign restore');
  try {
    const lines = linesOf(dump);
    const header = await readHeader(lines);
    await client.query('BEGIN');
    await requireSameSchema(client, header);
    const tables = await tablesOf(client);
    for (const { table } of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const rows: Record<string, number> = {};
    for (;;) {
      const next = await lines.next();
      if (next.done) throw new DumpError('The backup is cut short: its end is missing.');
      const record = parse(next.value);
      if (record.end === true) {
        requireCounts(rows, record.rows as Record<string, number>);
        break;
      }
      const { table, columns } = record as { table: string; columns: string[] };
      if (options.collect?.table === table)
        rows[table] = await eachRow(lines, (row) => options.collect!.row(row));
      else if (options.leaveOut?.includes(table)) rows[table] = await eachRow(lines, () => undefined);
      else rows[table] = await copyIn(client, table, columns, lines);
    }
    for (const { table } of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await advanceSequences(client);
    await client.query('COMMIT');
    return { header, rows };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads the header of a dump. Throws DumpError if the data is not a dump. */
export async function readDumpHeader(dump: AsyncIterable<Uint8Array>): Promise<DumpHeader> {
  return readHeader(linesOf(dump));
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const line = (record: object): Buffer => Buffer.from(`${JSON.stringify(record)}\n`);
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The tables of the schema and their columns, each after the tables that its foreign keys reference. Excludes unlogged tables (rate
 * limits), because PostgreSQL empties them after a crash anyway.
 */
async function tablesOf(client: pg.Client): Promise<Array<{ table: string; columns: string[] }>> {
  const { rows } = await client.query<{ table: string; columns: string[]; needs: string[] }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      ARRAY(SELECT DISTINCT format('%I.%I', rn.nspname, r.relname) FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
      AND c.relname <> '_prisma_migrations'
    ORDER BY c.relname`);
  const ordered: typeof rows = [];
  const placed = new Set<string>();
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ table, needs }) => !placed.has(table) && needs.every((one) => placed.has(one)),
    );
    if (ready.length === 0) throw new DumpError('The foreign keys of the schema form a circle.');
    for (const one of ready) placed.add(one.table);
    ordered.push(...ready);
  }
  return ordered;
}

async function requireSameSchema(client: pg.Client, header: DumpHeader): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
  );
  const here = rows.map(({ name }) => name);
  if (here.join() !== header.migrations.join())
    throw new DumpError(
      `The backup was made by another version: its last migration is ${header.migrations.at(-1)}, here it is ${here.at(-1)}. Restore with the version that made it, then upgrade.`,
    );
  const { rows: filled } = await client.query<{ any: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM workspace) AS any',
  );
  if (filled[0]?.any)
    throw new DumpError(
      'The database is not empty: it has workspaces. Restore into a new database, or without DATABASE_URL into a new DATA_DIR.',
    );
}

function requireCounts(found: Record<string, number>, written: Record<string, number>): void {
  for (const [table, count] of Object.entries(written))
    if (found[table] !== count)
      throw new DumpError(
        `The backup is damaged: ${table} has ${found[table] ?? 0} rows instead of ${count}.`,
      );
}

async function copyIn(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  lines: AsyncGenerator<string>,
): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.map(quoted).join(', ')}) FROM STDIN`));
  const finished = once(stream, 'finish');
  // If PostgreSQL refuses a row, this rejects while rows are still being read. The rejection is handled where it is awaited.
  finished.catch(() => undefined);
  const count = await eachRow(lines, async (row) => {
    if (!stream.write(`${row}\n`)) await Promise.race([once(stream, 'drain'), finished]);
  });
  stream.end();
  await finished;
  return count;
}

/** Calls `use` for the lines up to the end of the table and counts them. */
async function eachRow(
  lines: AsyncGenerator<string>,
  use: (line: string) => void | Promise<void>,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const next = await lines.next();
    if (next.done) throw new DumpError('The backup is cut short in the middle of a table.');
    if (next.value === endOfTable) return count;
    await use(next.value);
  }
}

/** Sets each sequence above the restored ids. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    SELECT pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence,
      format('%I.%I', n.nspname, c.relname) AS table, quote_ident(a.attname) AS column
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
      AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL`);
  for (const { sequence, table, column } of rows)
    await client.query(`SELECT setval($1, greatest((SELECT max(${column}) FROM ${table}), 1))`, [sequence]);
}

async function readHeader(lines: AsyncGenerator<string>): Promise<DumpHeader> {
  const first = await lines.next();
  const header = first.done ? {} : parse(first.value);
  if (header.format !== 'countersign-backup') throw new DumpError('This is not a backup of Countersign.');
  if (header.version !== 1)
    throw new DumpError(`The backup has the unknown version ${String(header.version)}.`);
  return header as never;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new DumpError('The backup is damaged: a record cannot be read.', { cause });
  }
}

/** COPY text is UTF-8 with one row per line, so the bytes can be split at line feeds. */
async function* linesOf(dump: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of dump) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) throw new DumpError('The backup is cut short in the middle of a line.');
}
