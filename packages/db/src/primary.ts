/** What connections of the service need to survive a failover of PostgreSQL. */
import type pg from 'pg';

/** The server replicates another one. isDatabaseUnavailable recognizes this error, so callers try again later. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = '25006';
  constructor() {
    super('the database server is a standby, which accepts no writes');
  }
}

/**
 * Options of every pool. If the machine of the server fails, nothing closes its connections. Keepalive detects this 20 s after the
 * last packet (10 s, then ten probes).
 */
export const serviceConnections = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  onConnect: refuseStandby,
} as const;

/**
 * Throws StandbyError if the server is a standby, for the `onConnect` of a pool. During a failover, an address may lead to a standby
 * that is not promoted yet: it refuses every write, and what it returns may be old.
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
  if (rows[0]?.isStandby) throw new StandbyError();
}
