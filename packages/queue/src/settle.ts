/** Writes the outcomes of attempts in batches, and retries while the database is unavailable. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Outcome } from './outcomes.ts';
import type { Queue } from './queue.ts';

/** Identifies one attempt of a job. An outcome for an attempt that is no longer current changes nothing. */
export interface JobClaim {
  id: string;
  retryCount: number;
}

const maxBatch = 500;

interface Settlement {
  claim: JobClaim;
  outcome: Outcome;
}

/** Returns jobs to the queue, to run again after `ms`, without counting this attempt. */
const laterSql = `
  UPDATE pgboss.job j
  SET state = 'retry', start_after = now() + x.ms * interval '1 millisecond', started_on = NULL, heartbeat_on = NULL,
      keep_until = GREATEST(j.keep_until, now() + x.ms * interval '1 millisecond' + interval '1 day'),
      output = COALESCE(x.output, j.output)
  FROM json_to_recordset($2::json) AS x (id uuid, retry_count int, ms float8, output jsonb)
  WHERE j.name = $1 AND j.id = x.id AND j.retry_count = x.retry_count AND j.state = 'active'
  RETURNING j.id`;

/** Removes the remaining retries, so that the failure written next makes the job a dead letter. */
const noRetriesSql = `
  UPDATE pgboss.job SET retry_limit = retry_count
  WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

export class Settler {
  readonly #queue: Queue;
  readonly #name: string;
  readonly #onSettled: (claim: JobClaim, applied: boolean) => void;
  #waiting: Settlement[] = [];
  #flushing: Promise<void> | null = null;
  #unwritten = 0;

  /** Calls `onSettled` for every outcome; `applied` is false if another attempt had claimed the job meanwhile. */
  constructor(queue: Queue, name: string, onSettled: (claim: JobClaim, applied: boolean) => void) {
    this.#queue = queue;
    this.#name = name;
    this.#onSettled = onSettled;
  }

  /** Number of outcomes that are not written yet. */
  get backlog(): number {
    return this.#unwritten;
  }

  settle(claim: JobClaim, outcome: Outcome): void {
    this.#unwritten += 1;
    this.#waiting.push({ claim, outcome });
    this.#flushing ??= this.#flush();
  }

  /** Resolves when everything is written, however long the database is unavailable. */
  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // Attempts that end in the same turn of the event loop are written together.
    await new Promise(setImmediate);
    let failures = 0;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      try {
        await this.#write(batch);
        failures = 0;
      } catch (error) {
        if (failures === 0)
          this.#queue.log.warn('outcomes of jobs cannot be written; retrying', {
            job: this.#name,
            error: String(error),
          });
        failures += 1;
        await delay(Math.min(1000, 50 * 2 ** failures));
      }
    }
    this.#flushing = null;
  }

  /** If it throws, the outcomes that were not written are back in `#waiting`. */
  async #write(batch: Settlement[]): Promise<void> {
    const done = batch.filter(({ outcome }) => outcome.kind === 'done');
    const later = batch.filter(({ outcome }) => outcome.kind === 'later');
    const failed = batch.filter(({ outcome }) => outcome.kind === 'failed' || outcome.kind === 'give-up');
    const steps: Array<[Settlement[], (part: Settlement[]) => Promise<string[]>]> = [
      [done, (part) => this.#complete(part)],
      [later, (part) => this.#putBack(part)],
      ...failed.map((one): [Settlement[], () => Promise<string[]>] => [[one], () => this.#fail(one)]),
    ];
    for (const [at, [part, write]] of steps.entries()) {
      if (part.length === 0) continue;
      try {
        const applied = new Set(await write(part));
        this.#unwritten -= part.length;
        for (const { claim } of part) this.#onSettled(claim, applied.has(claim.id));
      } catch (error) {
        this.#waiting.unshift(...steps.slice(at).flatMap(([rest]) => rest));
        throw error;
      }
    }
  }

  async #complete(part: Settlement[]): Promise<string[]> {
    return settledIds(
      await this.#queue.boss.complete(
        this.#name,
        part.map(({ claim }) => claim),
      ),
    );
  }

  async #fail({ claim, outcome }: Settlement): Promise<string[]> {
    const error = outcome.kind === 'done' ? null : outcome.error;
    if (outcome.kind === 'give-up')
      await this.#queue.sql.executeSql(noRetriesSql, [this.#name, claim.id, claim.retryCount]);
    return settledIds(await this.#queue.boss.fail(this.#name, [claim], describeError(error)));
  }

  async #putBack(part: Settlement[]): Promise<string[]> {
    const rows = part.map(({ claim, outcome }) => ({
      id: claim.id,
      retry_count: claim.retryCount,
      ms: outcome.kind === 'later' ? outcome.ms : 0,
      output: outcome.kind === 'later' ? describeError(outcome.error) : null,
    }));
    return putBack(this.#queue, this.#name, rows);
  }
}

/** Puts jobs back into the queue as if they had not run. Returns the ids of the jobs that this worker still had claimed. */
export async function putBack(
  queue: Queue,
  name: string,
  rows: Array<{ id: string; retry_count: number; ms: number; output: object | null }>,
): Promise<string[]> {
  const { rows: changed } = await queue.sql.executeSql(laterSql, [name, JSON.stringify(rows)]);
  return (changed as Array<{ id: string }>).map(({ id }) => id);
}

/** The ids of the jobs that pg-boss's `complete`, `fail` or `touch` changed. Its types omit them. */
export function settledIds(response: unknown): string[] {
  return (response as { settled?: string[] }).settled ?? [];
}
