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

/** The smallest number of workspaces that one statement looks at. Each costs an index probe. */
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
  run: (statement: string) => Promise<{ rows: object[] }>,
  jobName: string,
  { most, after, groups: looked = Math.max(most, leastGroups), without = [], last = [] }: FairRequest,
): Promise<FairFetch> {
  const groups = looked + without.length + last.length;
  const waiting = `name = ${literal(jobName)} AND state < 'active' AND NOT blocked`;
  // Finds the distinct workspaces with one index probe for each, instead of reading every job.
  const steps = (table: string, bounds: string) => `
    ${table} AS (
      (SELECT group_id, 1 AS step FROM pgboss.job
        WHERE ${waiting} AND ${bounds} ORDER BY group_id LIMIT 1)
      UNION ALL
      SELECT (SELECT j.group_id FROM pgboss.job j
        WHERE j.name = ${literal(jobName)} AND j.state < 'active' AND NOT j.blocked
          AND j.group_id > t.group_id AND j.${bounds} ORDER BY j.group_id LIMIT 1), t.step + 1
      FROM ${table} t WHERE t.group_id IS NOT NULL AND t.step < ${groups}
    )`;
  const share = (table: string, which: string) => `
    ${table} AS MATERIALIZED (
      SELECT job.id FROM (SELECT group_id FROM groups WHERE ${which}) AS workspace CROSS JOIN LATERAL (
        SELECT j.id FROM pgboss.job j
        WHERE j.name = ${literal(jobName)} AND j.group_id = workspace.group_id AND j.state < 'active' AND NOT j.blocked
          AND j.start_after <= pgboss.job_now()
        ORDER BY j.priority DESC, j.created_on
        LIMIT (SELECT ceil(${most}::float8 / greatest(1, count(*)))::int FROM groups WHERE ${which})
        FOR UPDATE SKIP LOCKED
      ) AS job
      LIMIT ${most}
    )`;
  const isLast = `group_id = ANY (${array(last)})`;
  const { rows } = await run(`
    WITH RECURSIVE ${steps('later', `group_id > ${literal(after)}`)},
    ${steps('earlier', `group_id <= ${literal(after)}`)},
    groups AS MATERIALIZED (
      SELECT group_id FROM (SELECT group_id FROM later UNION ALL SELECT group_id FROM earlier) AS rotation
      WHERE group_id IS NOT NULL AND group_id <> ALL (${array(without)})
    ),
    ${share('first', `NOT ${isLast}`)},
    ${share('others', `${isLast} AND NOT EXISTS (SELECT FROM first)`)},
    next AS MATERIALIZED (SELECT id FROM first UNION ALL SELECT id FROM others),
    claimed AS (
      UPDATE pgboss.job j SET state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
        retry_count = CASE WHEN j.started_on IS NOT NULL THEN j.retry_count + 1 ELSE j.retry_count END
      FROM next WHERE j.name = ${literal(jobName)} AND j.id = next.id
      RETURNING j.id, j.data, j.retry_count AS "retryCount", j.retry_limit AS "retryLimit", j.created_on AS "createdOn",
        j.start_after AS "startAfter", j.group_id AS "groupId"
    )
    SELECT claimed.*, seen.count AS "groupCount"
    FROM (SELECT count(*)::int AS count FROM groups) AS seen LEFT JOIN claimed ON true`);
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

const array = (texts: readonly string[]): string => `ARRAY[${texts.map(literal).join(',')}]::text[]`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
