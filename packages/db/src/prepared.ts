/**
 * Connections that prepare repeated statements by name, so that PostgreSQL parses and plans them once for each connection. Covers
 * everything that runs through a pool of this package: Prisma, SqlTransaction, queryTexts and pg-boss. See
 * docs/decisions/026-prepared-statements.md.
 */
import { createHash } from 'node:crypto';
import type { Log } from '@countersign/log/port';
import pg from 'pg';
import { isPreparationLost, isStalePlan } from './errors.ts';

/** Statements that a connection keeps prepared. The least recently used one is released. */
const maxStatements = 250;
/** Statements that a pool remembers to recognize those that repeat. */
const maxSeen = 1000;
/** Longer statements, such as inserts of many rows by Prisma, rarely repeat and would take much memory on the server. */
const maxTextLength = 10_000;
/**
 * Plans are made again after this time, with the current size of the tables. A plan made for an empty table may read the whole
 * table, and PostgreSQL would keep it until autovacuum has analyzed the table. The time doubles with the age of the connection, because
 * tables that were filled when it began grow slowly in comparison.
 */
const firstReplanMs = 5000;
const maxReplanMs = 30_000;

/** The beginning of statements that are never prepared: see planByValues in sql.ts. */
export const unprepared = '/* plan by values */ ';

/** What the connections of a pool share. */
interface Shared {
  /** Grows when prepared statements no longer match their tables. Every connection then prepares its statements again. */
  generation: number;
  /** Set if prepared statements get lost: the pooler between this process and PostgreSQL does not support them. */
  isUnsupported: boolean;
  /** Texts that were used at least once, the oldest first. */
  seen: Set<string>;
  log: Log | undefined;
}

type Callback = (error: Error | null, result?: unknown) => void;
type Statement = { text: string; values: unknown[]; name?: string };

/**
 * The `Client` option for a pg pool. Names are derived from the text, so if two processes share a server connection, a name
 * cannot run another statement. When a migration has changed the result of a statement, it runs again unprepared, or inside a
 * transaction the error goes to the caller, who runs the transaction again (isTransactionConflict).
 */
export function preparingClient(log?: Log): new (config?: pg.ClientConfig) => pg.Client {
  const shared: Shared = { generation: 0, isUnsupported: false, seen: new Set(), log };
  return class extends PreparingClient {
    constructor(config?: pg.ClientConfig) {
      super(shared, config);
    }
  };
}

class PreparingClient extends pg.Client {
  readonly #shared: Shared;
  #generation: number;
  #plannedAt = performance.now();
  #replanMs = firstReplanMs;
  /** Names of prepared statements by text, in order of use. */
  readonly #names = new Map<string, string>();

  constructor(shared: Shared, config?: pg.ClientConfig) {
    super(config);
    this.#shared = shared;
    this.#generation = shared.generation;
  }

  // pg declares many overloads. Only statements with values are handled here, everything else is passed on unchanged.
  override query(config: never, second?: unknown, third?: unknown): never {
    const statement = this.#shared.isUnsupported ? null : statementOf(config, second);
    if (!statement) return super.query(config, second as never, third as never) as never;
    const callback = [second, third].find((one) => typeof one === 'function') as Callback | undefined;
    if (callback) return this.#prepareAndRun(statement, callback) as never;
    return new Promise((resolve, reject) => {
      this.#prepareAndRun(statement, (error, result) => (error ? reject(error) : resolve(result)));
    }) as never;
  }

  #prepareAndRun(statement: Statement, done: Callback): void {
    if (this.#generation !== this.#shared.generation) this.#releaseAll();
    const name = this.#nameOf(statement.text);
    const run = () => {
      if (name === null) {
        this.#send(statement, done);
        return;
      }
      // PgBouncer shares prepared statements between its clients by their text. The comment makes it prepare this one again.
      const text = this.#generation > 0 ? `/* ${this.#generation} */ ${statement.text}` : statement.text;
      this.#send({ ...statement, text, name }, (error, result) =>
        this.#settle(statement, done, error, result),
      );
    };
    if (performance.now() - this.#plannedAt < this.#replanMs) {
      run();
      return;
    }
    this.#plannedAt = performance.now();
    this.#replanMs = Math.min(maxReplanMs, 2 * this.#replanMs);
    // It fails only in a failed transaction, where the statement fails too.
    super.query('DISCARD PLANS', run);
  }

  #settle(statement: Statement, done: Callback, error: Error | null, result: unknown): void {
    if (!error || (!isStalePlan(error) && !isPreparationLost(error))) {
      done(error, result);
      return;
    }
    if (isPreparationLost(error)) this.#stopPreparing();
    if (this.#generation === this.#shared.generation) this.#shared.generation += 1;
    // PostgreSQL reports these errors before it runs anything. It has not reported the new state of the transaction yet, so this
    // is the state before the statement.
    if (this.getTransactionStatus() === 'I') this.#send(statement, done);
    else done(error);
  }

  #stopPreparing(): void {
    if (this.#shared.isUnsupported) return;
    this.#shared.isUnsupported = true;
    this.#shared.log?.warn(
      'prepared statements get lost between this process and PostgreSQL, so they are not used any more; if a connection pooler does not support them, set DATABASE_PREPARED_STATEMENTS=false',
    );
  }

  #releaseAll(): void {
    this.#generation = this.#shared.generation;
    for (const name of this.#names.values()) this.#release(name);
    this.#names.clear();
  }

  /** The name of a statement that was used before in this pool, else null. */
  #nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known === undefined && !this.#isRepeated(text)) return null;
    const name = known ?? nameFor(text, this.#generation);
    this.#names.delete(text);
    this.#names.set(text, name);
    if (this.#names.size > maxStatements) {
      const [oldest, released] = this.#names.entries().next().value!;
      this.#names.delete(oldest);
      this.#release(released);
    }
    return name;
  }

  #isRepeated(text: string): boolean {
    if (text.length > maxTextLength || text.trimStart().startsWith(unprepared)) return false;
    const { seen } = this.#shared;
    if (seen.has(text)) return true;
    seen.add(text);
    if (seen.size > maxSeen) seen.delete(seen.values().next().value!);
    return false;
  }

  /**
   * Sends the protocol's Close together with the next statement. DEALLOCATE would fail through PgBouncer. pg has no call to remove
   * a name from its own record of prepared statements.
   */
  #release(name: string): void {
    const { connection } = this as unknown as {
      connection: { parsedStatements: Record<string, string>; close(target: object): void };
    };
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
  }

  #send(statement: Statement, done: Callback): void {
    super.query(statement as pg.QueryConfig, done as never);
  }
}

/** The statement if it has values and is neither named already nor an object of pg's own, like a COPY stream. */
function statementOf(config: unknown, values: unknown): Statement | null {
  if (typeof config === 'string')
    return Array.isArray(values) && values.length > 0 ? { text: config, values } : null;
  const own = config as Statement & { submit?: unknown };
  if (typeof own !== 'object' || own === null || own.submit || own.name) return null;
  const given = Array.isArray(values) ? values : own.values;
  return typeof own.text === 'string' && given?.length > 0 ? { ...own, values: given } : null;
}

function nameFor(text: string, generation: number): string {
  const digest = createHash('sha256').update(`${generation} ${text}`).digest('hex');
  return `cs_${digest.slice(0, 40)}`;
}
