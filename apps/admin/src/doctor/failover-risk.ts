/** Whether a failover to a standby can lose what was confirmed to callers (docs/OPERATIONS.md, Failover). */

export interface Replication {
  /** Servers that replicate this one. */
  standbys: number;
  /** `synchronous_standby_names`. */
  synchronousStandbys: string;
  /** `synchronous_commit`. */
  commit: string;
}

/** What to change, or null if nothing is at risk or there is no standby. */
export function failoverRisk({ standbys, synchronousStandbys, commit }: Replication): string | null {
  if (standbys === 0) return null;
  if (synchronousStandbys === '')
    return 'a standby replicates this server, but commits do not wait for it: set synchronous_standby_names, or a failover loses the last changes';
  if (commit !== 'on' && commit !== 'remote_apply')
    return `synchronous_commit is ${commit}: set it to on, or a failover loses the last changes`;
  return null;
}
