/** The attempts of one job name in this process: runs handlers, sends heartbeats, and writes outcomes. */
import { Attempt } from './attempt.ts';
import type { FetchedJob } from './fetch-fairly.ts';
import type { Handler, JobAttempt } from './handler.ts';
import { ClaimLost, GiveUp, JobTimedOut, type Outcome, outcomeOf, WorkerStopping } from './outcomes.ts';
import type { Queue } from './queue.ts';
import { type JobClaim, putBack, Settler, settledIds } from './settle.ts';
import type { QueueSlots } from './slots.ts';
import { splitTrace } from './trace.ts';

export class Attempts {
  readonly #queue: Queue;
  readonly #handler: Handler;
  readonly #name: string;
  readonly #slots: QueueSlots;
  readonly #onAttempt: (report: JobAttempt) => void;
  readonly #settler: Settler;
  /** Attempts whose outcome is not written yet, by job id. */
  readonly #held = new Map<string, Attempt>();
  #runningCount = 0;
  #whenDrained: (() => void) | null = null;

  constructor(queue: Queue, handler: Handler, slots: QueueSlots, onAttempt: (report: JobAttempt) => void) {
    this.#queue = queue;
    this.#handler = handler;
    this.#name = handler.job.name;
    this.#slots = slots;
    this.#onAttempt = onAttempt;
    this.#settler = new Settler(queue, this.#name, (claim, applied) => this.#onSettled(claim, applied));
  }

  /** Number of outcomes that are not written yet. */
  get unwritten(): number {
    return this.#settler.backlog;
  }

  /** Resolves when all outcomes are written. */
  settled(): Promise<void> {
    return this.#settler.idle();
  }

  /** Resolves when no attempt is running. */
  drained(): Promise<void> {
    if (this.#runningCount === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  /** Starts an attempt of each job. The caller has taken their slots. */
  begin(jobs: readonly FetchedJob[]): void {
    for (const job of jobs) {
      this.#slots.count(job.groupId, 1);
      void this.#run(new Attempt(job));
    }
  }

  /** Aborts the running attempts and returns their jobs to the queue. */
  async abandon(): Promise<void> {
    const left = [...this.#held.values()].filter((attempt) => attempt.running);
    if (left.length === 0) return;
    for (const attempt of left)
      this.#disown(attempt, new WorkerStopping('the worker is stopping'), 'stopped');
    const rows = left.map(({ claim }) => ({
      id: claim.id,
      retry_count: claim.retryCount,
      ms: 0,
      output: null,
    }));
    try {
      await putBack(this.#queue, this.#name, rows);
      this.#queue.notify([this.#name]);
    } catch (error) {
      this.#queue.log.warn(
        'running jobs could not be put back; they run again when their heartbeat is missed',
        { job: this.#name, count: left.length, error: String(error) },
      );
    }
  }

  /** Sends the heartbeat of our attempts, and aborts those whose job is no longer claimed by this worker. */
  async beat(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    try {
      const claims = held.map(({ claim }) => claim);
      const ours = new Set(settledIds(await this.#queue.boss.touch(this.#name, claims)));
      for (const attempt of held) {
        const { id } = attempt.claim;
        const isLost = !ours.has(id) && attempt.running && this.#held.get(id) === attempt;
        if (isLost) this.#disown(attempt, new ClaimLost('the job was given to another worker'), 'lost');
      }
    } catch (error) {
      this.#queue.log.warn('the heartbeat did not reach the database', {
        job: this.#name,
        error: String(error),
      });
    }
  }

  async #run(attempt: Attempt): Promise<void> {
    this.#runningCount += 1;
    this.#held.set(attempt.job.id, attempt);
    attempt.timer = setTimeout(() => this.#timeOut(attempt), this.#handler.job.expireSeconds * 1000);
    const outcome = await this.#outcome(attempt);
    if (!attempt.running) return;
    this.#end(attempt);
    this.#settler.settle(attempt.claim, outcome);
    if (outcome.kind === 'done') this.#report(attempt, 'done');
    else if (outcome.kind === 'later') this.#report(attempt, 'later', outcome.error);
    else
      this.#report(attempt, outcome.kind === 'give-up' || attempt.isLast ? 'dead' : 'retry', outcome.error);
  }

  /** Runs the handler, in the trace of the request that enqueued the job. */
  async #outcome(attempt: Attempt): Promise<Outcome> {
    const { job } = attempt;
    try {
      const { payload, carried } = splitTrace(job.data);
      const parsed = this.#handler.job.payload.safeParse(payload);
      if (!parsed.success) throw new GiveUp(`payload: ${parsed.error.message}`);
      const run = () => this.#handler.run(parsed.data, attempt.describe());
      const { trace } = this.#queue;
      const attributes = { 'job.id': job.id, 'job.attempt': job.retryCount + 1 };
      await (trace
        ? trace.inSpan(`job ${this.#name}`, { kind: 'consumer', carried, attributes }, run)
        : run());
      return { kind: 'done' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** Frees the slot of a handler that exceeded its time limit, and lets the job be retried. */
  #timeOut(attempt: Attempt): void {
    if (!attempt.running) return;
    const error = new JobTimedOut(`ran longer than ${this.#handler.job.expireSeconds} s`);
    this.#end(attempt);
    this.#settler.settle(attempt.claim, { kind: 'failed', error });
    attempt.abort(error);
    this.#queue.log.error('a job exceeded its time limit', {
      job: this.#name,
      id: attempt.job.id,
    });
    this.#report(attempt, 'timed-out', error);
  }

  /** Ends an attempt whose outcome no longer counts. */
  #disown(attempt: Attempt, reason: Error, outcome: 'stopped' | 'lost'): void {
    this.#end(attempt);
    this.#held.delete(attempt.claim.id);
    attempt.abort(reason);
    this.#report(attempt, outcome);
  }

  #end(attempt: Attempt): void {
    attempt.running = false;
    if (attempt.timer) clearTimeout(attempt.timer);
    this.#runningCount -= 1;
    this.#slots.count(attempt.job.groupId, -1);
    this.#slots.give(1);
    if (this.#runningCount === 0) this.#whenDrained?.();
  }

  #onSettled(claim: JobClaim, applied: boolean): void {
    const attempt = this.#held.get(claim.id);
    if (attempt?.claim === claim) this.#held.delete(claim.id);
    if (!applied)
      this.#queue.log.warn('a job ended after it was given to another worker', {
        job: this.#name,
        id: claim.id,
      });
  }

  #report(attempt: Attempt, outcome: JobAttempt['outcome'], error?: unknown): void {
    this.#onAttempt(attempt.report(this.#name, outcome, error));
  }
}
