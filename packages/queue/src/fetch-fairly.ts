/**
 * Claims jobs of all workspaces in rotation. pg-boss claims the oldest jobs first, so a job that was enqueued after 100,000 jobs of
 * another workspace would wait for all of them. The groups of pg-boss are not used, because a fetch from such a backlog takes 28 ms.
 */
import type { JobWithMetadata } from 'pg-boss';

export type FetchedJob = Pick<
  JobWithMetadata<object>,
  'id' | 'data' | 'retryCount' | 'retryLimit' | 'createdOn' | 'startAfter' | 'groupId'
>;

/** The group of jobs that belong to no workspace. */
export const noWorkspace = 'none';

/** With this index, finding the next workspace costs one probe, however many jobs of the previous one wait. */
export const fairIndexSql = `
  CREATE INDEX IF NOT EXISTS countersign_job_rotation ON pgboss.job (name, group_id, priority DESC, created_on, start_after)
  WHERE state < 'active' AND NOT blocked`;

/** Finds the distinct workspaces with one index probe for each, instead of reading every job. */
const steps = (table: string, bounds: string) => `
  ${table} AS (
    (SELECT group_id, 1 AS step FROM pgboss.job
      WHERE name = job_name AND state < 'active' AND NOT blocked AND ${bounds} ORDER BY group_id LIMIT 1)
    UNION ALL
    SELECT (SELECT j.group_id FROM pgboss.job j
      WHERE j.name = job_name AND j.state < 'active' AND NOT j.blocked
        AND j.group_id > t.group_id AND j.${bounds} ORDER BY j.group_id LIMIT 1), t.step + 1
    FROM ${table} t WHERE t.group_id IS NOT NULL AND t.step < looked
  )`;

/**
 * Selects due jobs, an equal share for each workspace. ORDER BY begins with group_id, although it is constant in the subquery: only the
 * index above has this order, so PostgreSQL cannot choose another index, in which jobs of all workspaces are mixed.
 */
const share = (table: string, which: string) => `
  ${table} AS MATERIALIZED (
    SELECT job.id FROM (SELECT group_id FROM groups WHERE ${which}) AS workspace CROSS JOIN LATERAL (
      SELECT j.id FROM pgboss.job j
      WHERE j.name = job_name AND j.group_id BETWEEN workspace.group_id AND workspace.group_id
        AND j.state < 'active' AND NOT j.blocked AND j.start_after <= pgboss.job_now()
      ORDER BY j.group_id, j.priority DESC, j.created_on
      LIMIT (SELECT ceil(most::float8 / greatest(1, count(*)))::int FROM groups WHERE ${which})
      FOR UPDATE SKIP LOCKED
    ) AS job
    LIMIT most
  )`;

/**
 * Claims jobs: see fetchFairly. It is a function, so that each connection plans it once: planning takes two thirds of the time of a claim.
 * Its settings allow only plans that read in the order of an index, which are fast for a queue of any length. PostgreSQL takes such a plan
 * for expensive and would compile it (JIT) for seconds. If the parameters or the
 * result change, give it a new name, because workers of the previous version call it during an upgrade.
 */
export const claimFunctionSql = `
  CREATE OR REPLACE FUNCTION pgboss.countersign_claim(job_name text, most int, served text, looked int, excluded text[], deferred text[])
  RETURNS TABLE (id uuid, data jsonb, "retryCount" int, "retryLimit" int, "createdOn" timestamptz, "startAfter" timestamptz,
    "groupId" text, "groupCount" int)
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_sort = off SET enable_incremental_sort = off SET enable_seqscan = off SET enable_bitmapscan = off
  SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
  AS $claim$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY WITH RECURSIVE ${steps('later', 'group_id > served')},
    ${steps('earlier', 'group_id <= served')},
    groups AS MATERIALIZED (
      SELECT group_id FROM (SELECT group_id FROM later UNION ALL SELECT group_id FROM earlier) AS rotation
      WHERE group_id IS NOT NULL AND group_id <> ALL (excluded)
    ),
    ${share('first', 'group_id <> ALL (deferred)')},
    ${share('others', 'group_id = ANY (deferred) AND NOT EXISTS (SELECT FROM first)')},
    claimed AS (
      UPDATE pgboss.job j SET state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
        retry_count = CASE WHEN j.started_on IS NOT NULL THEN j.retry_count + 1 ELSE j.retry_count END
      WHERE j.name = job_name AND j.id = ANY (ARRAY(SELECT first.id FROM first UNION ALL SELECT others.id FROM others))
      RETURNING j.*
    )
    SELECT c.id, c.data, c.retry_count, c.retry_limit, c.created_on, c.start_after, c.group_id, seen.count
    FROM (SELECT count(*)::int AS count FROM groups) AS seen LEFT JOIN claimed c ON true
    ORDER BY c.priority DESC, c.created_on;
  END
  $claim$`;

/** A statement looks at this many workspaces or more. Each costs an index probe. */
const leastGroups = 10;

export interface FairRequest {
  /** The largest number of jobs to claim. */
  most: number;
  /** The workspace that was served last. The rotation continues with the next one, in the order of ids. */
  after: string;
  /** The number of workspaces to look at, not counting those in `without` and `last`; by default `most`, at least 10. */
  groups?: number;
  /** Workspaces to exclude. */
  without?: readonly string[];
  /** Workspaces whose jobs are claimed only if no other workspace has a due job. */
  last?: readonly string[];
}

/** The part of pg-boss's database handle that runs our own statements. */
export interface QueueSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The claimed jobs. */
export interface FairFetch {
  jobs: FetchedJob[];
  /** True if no other job was due, except those of workspaces in `without` and jobs that another worker was claiming. */
  isAll: boolean;
}

/**
 * Claims up to `most` due jobs: an equal share from each workspace, starting after the workspace `after`. Within a workspace, jobs
 * with the highest priority and then the oldest come first. Locks the rows that it claims and skips rows locked by others. May return
 * fewer jobs than are due, because the unused share of a workspace is not given to others before the next call: see `isAll`.
 */
export async function fetchFairly(
  sql: QueueSql,
  jobName: string,
  { most, after, groups: looked = Math.max(most, leastGroups), without = [], last = [] }: FairRequest,
): Promise<FairFetch> {
  const groups = looked + without.length + last.length;
  const { rows } = await sql.executeSql('SELECT * FROM pgboss.countersign_claim($1, $2, $3, $4, $5, $6)', [
    jobName,
    most,
    after,
    groups,
    without,
    last,
  ]);
  const [{ groupCount }] = rows as [{ groupCount: number }];
  const jobs = rows.filter((row): row is FetchedJob => (row as Partial<FetchedJob>).id !== null);
  const hasSeenAll = groupCount + without.length < groups;
  const hasRoom =
    last.length === 0 && jobs.length < most && largestGroup(jobs) < Math.ceil(most / Math.max(1, groupCount));
  return { jobs, isAll: hasSeenAll && (jobs.length === 0 || hasRoom) };
}

/** The largest number of jobs of one workspace. */
function largestGroup(jobs: readonly FetchedJob[]): number {
  const counts = new Map<string | null | undefined, number>();
  for (const { groupId } of jobs) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** The workspace among `jobs` that comes last in the rotation starting after `after`; `after` if there are no jobs. */
export function lastServed(jobs: readonly FetchedJob[], after: string): string {
  const rotationKey = (group: string) => `${group > after ? 0 : 1}${group}`;
  const keys = jobs.map(({ groupId }) => rotationKey(groupId ?? noWorkspace)).toSorted();
  return keys.at(-1)?.slice(1) ?? after;
}
