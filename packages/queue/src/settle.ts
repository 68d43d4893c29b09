/** Writes down how runs ended, many with one statement, and goes on trying while the database is away. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Outcome } from './outcomes.ts';
import type { Queue } from './queue.ts';

/** One run of a job as pg-boss knows it: a settlement that names another run than the current one changes nothing. */
export interface Claim {
  id: string;
  retryCount: number;
}

const maxBatch = 500;

interface Settlement {
  claim: Claim;
  outcome: Outcome;
}

/** Puts jobs back so that they run again after their `ms`, without counting this run. */
const laterSql = `
  UPDATE pgboss.job j
  SET state = 'retry', start_after = now() + x.ms * interval '1 millisecond', started_on = NULL, heartbeat_on = NULL,
      keep_until = GREATEST(j.keep_until, now() + x.ms * interval '1 millisecond' + interval '1 day'),
      output = COALESCE(x.output, j.output)
  FROM json_to_recordset($2::json) AS x (id uuid, retry_count int, ms float8, output jsonb)
  WHERE j.name = $1 AND j.id = x.id AND j.retry_count = x.retry_count AND j.state = 'active'
  RETURNING j.id`;

/** Leaves no retries, so that the failure that follows is the last one. */
const lastTrySql = `
  UPDATE pgboss.job SET retry_limit = retry_count
  WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

export class Settler {
  readonly #queue: Queue;
  readonly #name: string;
  readonly #onSettled: (claim: Claim, applied: boolean) => void;
  #waiting: Settlement[] = [];
  #flushing: Promise<void> | null = null;
  #given = 0;

  /** `onSettled` is told for every settlement whether it applied, or another run had the job by then. */
  constructor(queue: Queue, name: string, onSettled: (claim: Claim, applied: boolean) => void) {
    this.#queue = queue;
    this.#name = name;
    this.#onSettled = onSettled;
  }

  /** How many runs have ended that the database does not know of yet. */
  get backlog(): number {
    return this.#given;
  }

  settle(claim: Claim, outcome: Outcome): void {
    this.#given += 1;
    this.#waiting.push({ claim, outcome });
    this.#flushing ??= this.#flush();
  }

  /** Resolves when everything is written, however long the database is away. */
  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // What ends in the same turn of the event loop travels together.
    await new Promise(setImmediate);
    let failures = 0;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      try {
        await this.#write(batch);
        failures = 0;
      } catch (error) {
        if (failures === 0)
          this.#queue.log.warn('outcomes of jobs cannot be written yet', {
            job: this.#name,
            error: String(error),
          });
        failures += 1;
        await delay(Math.min(1000, 50 * 2 ** failures));
      }
    }
    this.#flushing = null;
  }

  /** Throws after putting back what was not written. */
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
        this.#given -= part.length;
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
      await this.#queue.sql.executeSql(lastTrySql, [this.#name, claim.id, claim.retryCount]);
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

/** Makes the runs undone: the jobs are ready again. Returns the ids of those that were still ours. */
export async function putBack(
  queue: Queue,
  name: string,
  rows: Array<{ id: string; retry_count: number; ms: number; output: object | null }>,
): Promise<string[]> {
  const { rows: changed } = await queue.sql.executeSql(laterSql, [name, JSON.stringify(rows)]);
  return (changed as Array<{ id: string }>).map(({ id }) => id);
}

/** pg-boss answers complete, fail and touch with the ids they applied to, beyond what its types say. */
export function settledIds(response: unknown): string[] {
  return (response as { settled?: string[] }).settled ?? [];
}
