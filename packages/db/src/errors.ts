/** What a failed query means, from the errors of Prisma, its pg adapter and pg itself, however deeply nested. */

/** SQLSTATE classes and codes (PostgreSQL, appendix A) of a server that is unavailable, read-only, or out of disk or memory. */
const unavailableStates = /^(08|25006|57P0[1235]|53[1234]00|58030)/;

const unavailableCodes = new Set([
  // Prisma: cannot reach, timed out, connection closed, no connection within the time, transaction not begun, too many connections
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2037',
  // Node
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const unavailableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Messages of errors without a code of their own. `ENOENT` is the missing socket of a server that is stopped. */
const unavailableMessages =
  /connect ENOENT \S*\.s\.PGSQL\.|Connection terminated|timeout exceeded when trying to connect|not queryable|Unable to start a transaction in the given time|the database server is a standby|the database system is (starting up|shutting down|in recovery mode)/;

interface Facts {
  code?: string;
  originalCode?: string;
  kind?: string;
  message?: string;
  /** From a DatabaseFaultError. */
  isTemporary?: boolean;
  constraint?: { index?: string; fields?: string[] } | string;
}

/**
 * Names of the errors of Prisma, its adapter, pg, Node and this package. Mail, storage, key services and timestamp authorities have errors
 * with names of their own, and these can have the same network error as their cause.
 */
const databaseErrors =
  /^(Error|error|AggregateError|Prisma\w+|DriverAdapterError|StandbyError|DatabaseFaultError|MigrationError)$/;

/** The error and all errors in it: causes, Prisma's `meta.driverAdapterError`, the parts of an AggregateError. */
function* facts(error: unknown, depth = 0): Generator<Facts> {
  if (typeof error !== 'object' || error === null || depth > 6) return;
  if (error instanceof Error && !databaseErrors.test(error.name)) return;
  yield error as Facts;
  const { cause, meta, errors } = error as {
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
    errors?: unknown;
  };
  yield* facts(cause, depth + 1);
  yield* facts(meta?.driverAdapterError, depth + 1);
  if (Array.isArray(errors)) for (const part of errors) yield* facts(part, depth + 1);
}

/** The SQLSTATE of the error, or null when the error is not from PostgreSQL. */
export function sqlState(error: unknown): string | null {
  for (const { code, originalCode } of facts(error)) {
    for (const state of [originalCode, code])
      if (state && /^[0-9A-Z]{5}$/.test(state) && !/^P[12]\d{3}$/.test(state)) return state;
  }
  return null;
}

/**
 * Whether the database is stopped, starting, full or unreachable, so that the same call may succeed soon. The API responds with 503,
 * and jobs are retried.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const fact of facts(error)) {
    if (fact.isTemporary) return true;
    if (fact.code && (unavailableCodes.has(fact.code) || unavailableStates.test(fact.code))) return true;
    if (fact.originalCode && unavailableStates.test(fact.originalCode)) return true;
    if (fact.kind && unavailableKinds.has(fact.kind)) return true;
    if (fact.message && unavailableMessages.test(fact.message)) return true;
  }
  return false;
}

/** Whether the message or code of the error, or of a nested error, matches. */
export function saysOneOf(error: unknown, pattern: RegExp): boolean {
  for (const { code, message } of facts(error))
    if ([code, message].some((text) => typeof text === 'string' && pattern.test(text))) return true;
  return false;
}

/** Whether a unique index refused the row; with `constraint` (a name, or one of its columns), whether that index did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  let violated = false;
  for (const fact of facts(error)) {
    if (fact.code === 'P2002' || fact.code === '23505' || fact.originalCode === '23505') violated = true;
    if (!violated || constraint === undefined) continue;
    const named = typeof fact.constraint === 'string' ? { index: fact.constraint } : fact.constraint;
    if (named?.index === constraint || named?.fields?.includes(constraint)) return true;
  }
  return violated && constraint === undefined;
}

/** Whether a migration has changed the result of a prepared statement. Nothing was executed. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && saysOneOf(error, /cached plan must not change result type/);
}

/** Whether a pooler lost a prepared statement (26000), or shares a server connection that has it already (42P05). Nothing was executed. */
export function isPreparationLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === '26000' || state === '42P05';
}

/**
 * Whether the transaction can be run again from the beginning: it lost a deadlock or a serialization conflict, or one of its prepared
 * statements could not run.
 */
export function isTransactionConflict(error: unknown): boolean {
  if (isStalePlan(error) || isPreparationLost(error)) return true;
  for (const fact of facts(error)) {
    if (fact.code === 'P2034' || fact.kind === 'TransactionWriteConflict') return true;
    if ([fact.code, fact.originalCode].some((state) => state === '40001' || state === '40P01')) return true;
  }
  return false;
}
