/** Whether the version of PostgreSQL is supported. */
import { oldestPostgres } from '@countersign/db/postgres-version';

/** What to do about a version that is too old, or null. `version` is the server's `server_version_num`. */
export function versionFault(version: number): string | null {
  if (version >= oldestPostgres * 10_000) return null;
  return `upgrade PostgreSQL: Countersign needs version ${oldestPostgres} or later`;
}
