/** Explains to operators why the database cannot be reached. Messages contain its address, but no user name or password. */
import pg from 'pg';
import { isDatabaseUnavailable, saysOneOf, sqlState } from './errors.ts';

export interface ConnectionFault {
  /** The fault, in one line with host and port. */
  says: string;
  /** What to check. */
  advice: string;
  /** True if the connection succeeded and the fault is in the database itself. */
  reached: boolean;
}

/** Its message consists of `says` and `advice`. The original error is left out, because it may contain secrets. */
export class DatabaseFaultError extends Error {
  override readonly name = 'DatabaseFaultError';
  /** Whether a retry may succeed soon. */
  readonly isTemporary: boolean;

  constructor({ says, advice }: Pick<ConnectionFault, 'says' | 'advice'>, isTemporary: boolean) {
    super(`${says}. ${sentence(advice)}.`);
    this.isTemporary = isTemporary;
  }
}

/** Runs `work`. Throws DatabaseFaultError if the database cannot be reached or used. `setting` is the name of the setting with its address. */
export async function explainingFaults<T>(
  database: { url: string; setting: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = connectionFault(error, database);
    throw fault ? new DatabaseFaultError(fault, isDatabaseUnavailable(error)) : error;
  }
}

/** The fault that the error shows; null if the error has another cause. */
export function connectionFault(
  error: unknown,
  { url, setting }: { url: string; setting: string },
): ConnectionFault | null {
  if (error instanceof DatabaseFaultError) return null;
  const at = `the database at ${placeOf(url)} (${setting})`;
  const refused = refusalOf(error, setting);
  if (refused) {
    const { why, advice, reached = false } = refused;
    return { says: `${sentence(at)} ${why}`, advice, reached };
  }
  const why = isDatabaseUnavailable(error) || saysOneOf(error, /connect E[A-Z]+/) ? silenceOf(error) : null;
  if (!why) return null;
  return {
    says: `${sentence(at)} cannot be reached: ${why}`,
    reached: false,
    advice: `check that PostgreSQL runs there, that ${setting} names the right host and port, and that no firewall blocks the connection`,
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Host and port, or the folder of a socket, as pg reads the address with its defaults. */
function placeOf(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    if (host.startsWith('/')) return host;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  } catch {
    return 'an address that cannot be read';
  }
}

/** A fault that the server itself reports, by SQLSTATE (PostgreSQL, appendix A). */
function refusalOf(error: unknown, setting: string): { why: string; advice: string; reached?: true } | null {
  const state = sqlState(error) ?? '';
  if (/^28/.test(state))
    return {
      why: `refuses the user or the password of ${setting}`,
      advice: 'correct them, or allow them in pg_hba.conf on the server',
    };
  if (state === '3D000')
    return {
      why: `has no database with the name in ${setting}`,
      advice: 'correct the name, or create the database with createdb',
    };
  if (/^53[12]/.test(state))
    return { why: 'has no room on its disk or in its memory', advice: 'see the log of PostgreSQL' };
  if (/^534|^58/.test(state))
    return { why: 'cannot work on its machine or with its settings', advice: 'see the log of PostgreSQL' };
  if (state === '53300')
    return {
      why: 'has no connection free',
      advice: 'raise max_connections, lower DATABASE_POOL, or use PgBouncer',
    };
  if (state === '57P03')
    return { why: 'is starting or stopping', advice: 'wait, and see the log of PostgreSQL' };
  if (state === '25006' || saysOneOf(error, /the database server is a standby/))
    return {
      why: 'accepts no writes: it is a standby, or was made read-only',
      advice: `let ${setting} lead to the primary`,
    };
  if (saysOneOf(error, /SSL connections|TLS connection|certificate/i))
    return {
      why: 'was found, but no TLS connection could be made',
      advice: `see sslmode in ${setting}, and the server certificate`,
    };
  if (state === '42P01' || saysOneOf(error, /pg-boss is not installed/))
    return { why: 'is not migrated', advice: 'run npm run -s admin -- migrate', reached: true };
  return null;
}

/** Why the server did not respond. Prisma's error for an unreachable server does not contain the cause. */
function silenceOf(error: unknown): string {
  if (saysOneOf(error, /ENOTFOUND|EAI_AGAIN/)) return 'its name is not known here';
  if (saysOneOf(error, /ECONNREFUSED|connect ENOENT/)) return 'nothing listens there';
  if (saysOneOf(error, /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|in the given time/))
    return 'no answer came in time';
  if (saysOneOf(error, /reach database server/))
    return 'nothing listens there, or its name is not known here';
  return 'the connection broke';
}
