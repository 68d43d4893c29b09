/** The state of background work for operators. Every query is bounded: it takes milliseconds with a million waiting jobs. */
import { allJobs, deadLetterName, type JobDefinition } from './jobs.ts';
import type { Queue } from './queue.ts';

/** Counting stops here: a count with this value means this many or more. */
export const countLimit = 10_000;

export interface JobStatus {
  job: string;
  queue: string;
  /** Waiting and due. */
  ready: number;
  /** How long the oldest due job has been due, in seconds; null when none is. */
  oldestReadySeconds: number | null;
  /** Waiting and not yet due, without retries. */
  deferred: number;
  active: number;
  /** Failed at least once or postponed, and will run again. */
  retrying: number;
  /** Jobs that failed for good and are not deleted yet. Most have a dead letter or were redriven. */
  failed: number;
  /** Dead letters. */
  dead: number;
  lastError: string | null;
  lastErrorAt: Date | null;
}

const message = `COALESCE(output->>'message', output->'value'->>'message')`;

/** Each part reads at most countLimit rows, from the index that pg-boss uses to fetch or from the one on name and state. */
const statusSql = `
  WITH waiting AS (
    SELECT state, start_after, created_on FROM pgboss.job
    WHERE name = $1 AND state < 'active' AND NOT blocked ORDER BY priority DESC, created_on LIMIT $3
  )
  SELECT
    (SELECT count(*)::int FROM waiting WHERE start_after <= now()) AS ready,
    (SELECT extract(epoch FROM now() - min(greatest(start_after, created_on)))::float8 FROM waiting WHERE start_after <= now()) AS oldest,
    (SELECT count(*)::int FROM waiting WHERE start_after > now() AND state = 'created') AS deferred,
    (SELECT count(*)::int FROM waiting WHERE state = 'retry') AS retrying,
    (SELECT count(*)::int FROM (SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'active' LIMIT $3) a) AS active,
    (SELECT count(*)::int FROM (SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'failed' LIMIT $3) f) AS failed,
    (SELECT count(*)::int FROM (SELECT 1 FROM pgboss.job WHERE name = $2 AND state < 'active' LIMIT $3) d) AS dead`;

const lastErrorSql = `
  SELECT error, at FROM (
    (SELECT ${message} AS error, started_on AS at FROM pgboss.job
     WHERE name = $1 AND state = 'retry' AND output IS NOT NULL ORDER BY started_on DESC NULLS LAST LIMIT 1)
    UNION ALL
    (SELECT COALESCE(source_output->>'message', source_output->'value'->>'message'), created_on FROM pgboss.job
     WHERE name = $2 AND state < 'active' ORDER BY created_on DESC LIMIT 1)
  ) errors ORDER BY at DESC NULLS LAST LIMIT 1`;

/** The state of each job of the catalogue. */
export async function inspectJobs(
  queue: Queue,
  definitions: readonly JobDefinition[] = allJobs,
): Promise<JobStatus[]> {
  return Promise.all(definitions.map((job) => inspectJob(queue, job)));
}

async function inspectJob(queue: Queue, job: JobDefinition): Promise<JobStatus> {
  const names = [job.name, deadLetterName(job)];
  const [counts] = (await queue.sql.executeSql(statusSql, [...names, countLimit])).rows as Array<
    Record<'ready' | 'deferred' | 'retrying' | 'active' | 'failed' | 'dead', number> & {
      oldest: number | null;
    }
  >;
  const [last] = (await queue.sql.executeSql(lastErrorSql, names)).rows as Array<{
    error: string | null;
    at: Date | null;
  }>;
  const { oldest = null, ...rest } = counts ?? {
    ready: 0,
    deferred: 0,
    retrying: 0,
    active: 0,
    failed: 0,
    dead: 0,
  };
  return {
    job: job.name,
    queue: job.queue,
    ...rest,
    oldestReadySeconds: oldest === null ? null : Math.max(0, oldest),
    lastError: last?.error ?? null,
    lastErrorAt: last?.at ?? null,
  };
}

export interface DeadJob {
  /** The id of the dead letter; `originalId` is the id that enqueue returned. */
  id: string;
  originalId: string | null;
  payload: object;
  attempts: number;
  error: string | null;
  enqueuedAt: Date;
  diedAt: Date;
}

/** Dead letters, newest first. */
export async function listDead(queue: Queue, jobName: string, limit = 100): Promise<DeadJob[]> {
  const { rows } = await queue.sql.executeSql(
    `SELECT id, source_id AS "originalId", data AS payload, COALESCE(source_retry_count, 0) + 1 AS attempts,
            COALESCE(source_output->>'message', source_output->'value'->>'message') AS error,
            COALESCE(source_created_on, created_on) AS "enqueuedAt", created_on AS "diedAt"
     FROM pgboss.job WHERE name = $1 AND state < 'active' ORDER BY created_on DESC, id LIMIT $2`,
    [deadLetterName({ name: jobName }), limit],
  );
  return rows as DeadJob[];
}

/** Enqueues dead letters again, oldest first and at most 1000, and wakes the workers. Returns the number. */
export async function redrive(
  queue: Queue,
  jobName: string,
  options: { limit?: number; ids?: string[]; createdBefore?: Date } = {},
): Promise<number> {
  const moved = await queue.boss.redrive(deadLetterName({ name: jobName }), options);
  if (moved > 0) queue.notify([jobName]);
  return moved;
}

export interface RetryingJob {
  id: string;
  payload: object;
  /** Failed attempts; postponed ones are not counted. */
  attempts: number;
  error: string | null;
  enqueuedAt: Date;
  nextAt: Date;
}

/** Jobs that failed or were postponed and will run again, soonest first. */
export async function listRetrying(queue: Queue, jobName: string, limit = 100): Promise<RetryingJob[]> {
  const { rows } = await queue.sql.executeSql(
    `SELECT id, data AS payload, retry_count + CASE WHEN started_on IS NULL THEN 0 ELSE 1 END AS attempts,
            ${message} AS error, created_on AS "enqueuedAt", start_after AS "nextAt"
     FROM pgboss.job WHERE name = $1 AND state = 'retry' ORDER BY start_after LIMIT $2`,
    [jobName, limit],
  );
  return rows as RetryingJob[];
}
