/** What is wrong with the way to the database, in words for whoever runs it: where it is looked for, never with what user or password. */
import pg from 'pg';
import { isDatabaseUnavailable, saysOneOf, sqlState } from './errors.ts';

export interface ConnectionFault {
  /** What is wrong, in a line that names host and port. */
  says: string;
  /** What to look at. */
  advice: string;
  /** The server let us in; what is wrong is inside. */
  reached: boolean;
}

/** An error that ends a start or a command; its message is `says` and `advice`, and nothing of the error before it. */
export class DatabaseFaultError extends Error {
  override readonly name = 'DatabaseFaultError';
  /** Whether the same may succeed in a moment. */
  readonly passing: boolean;

  constructor({ says, advice }: Pick<ConnectionFault, 'says' | 'advice'>, passing: boolean) {
    super(`${says}. ${sentence(advice)}.`);
    this.passing = passing;
  }
}

/** Runs `work`; where it fails by the way to the database, throws DatabaseFaultError. `setting` is where the address comes from. */
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

/** Null for errors that are of another kind. */
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
    advice: `check that PostgreSQL runs there, that ${setting} names the right host and port, and that no firewall stands between`,
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Host and port, or the folder of a socket; as pg reads the address, its defaults filled in. */
function placeOf(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    if (host.startsWith('/')) return host;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  } catch {
    return 'an address that cannot be read';
  }
}

/** What the server says itself, by its SQLSTATE (PostgreSQL, appendix A). */
function refusalOf(error: unknown, setting: string): { why: string; advice: string; reached?: true } | null {
  const state = sqlState(error) ?? '';
  if (/^28/.test(state))
    return {
      why: `refuses the user or the password of ${setting}`,
      advice: 'mend them there, or let them in by pg_hba.conf of the server',
    };
  if (state === '3D000')
    return {
      why: `has no database of the name in ${setting}`,
      advice: 'mend the name, or make the database with createdb',
    };
  if (/^53[12]/.test(state))
    return { why: 'has no room on its disk or in its memory', advice: 'see the log of PostgreSQL' };
  if (/^534|^58/.test(state))
    return { why: 'cannot work on its machine or with its settings', advice: 'see the log of PostgreSQL' };
  if (state === '53300')
    return {
      why: 'has no connection free',
      advice: 'raise max_connections, lower DATABASE_POOL, or put PgBouncer between',
    };
  if (state === '57P03')
    return { why: 'is starting or stopping', advice: 'wait, and see the log of PostgreSQL' };
  if (saysOneOf(error, /SSL connections|TLS connection|certificate/i))
    return {
      why: 'was found, but no TLS connection could be made with it',
      advice: `see sslmode in ${setting}, and the certificate of the server`,
    };
  if (state === '42P01' || saysOneOf(error, /pg-boss is not installed/))
    return { why: 'is not migrated', advice: 'run npm run -s admin -- migrate', reached: true };
  return null;
}

/** Prisma does not keep the reason of what it calls unreachable. */
function silenceOf(error: unknown): string {
  if (saysOneOf(error, /ENOTFOUND|EAI_AGAIN/)) return 'its name is not known here';
  if (saysOneOf(error, /ECONNREFUSED|connect ENOENT/)) return 'nothing listens there';
  if (saysOneOf(error, /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|in the given time/))
    return 'no answer came in time';
  if (saysOneOf(error, /reach database server/))
    return 'nothing listens there, or its name is not known here';
  return 'the connection broke';
}
