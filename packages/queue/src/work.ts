/**
 * Runs jobs, with one loop for each job name. pg-boss's own `work()` is not used, because it either polls or takes one job for each
 * wake-up. Every queue has a limited number of slots. A loop fetches one job for each free slot, runs them concurrently, and writes
 * their outcomes in batches. It sleeps only when a fetch returned fewer jobs than it asked for; NOTIFY or the next poll wakes it.
 *
 * A job runs at least once. It runs again if its worker is killed, hangs, or loses the database for longer than the heartbeat time.
 * Therefore a handler first checks whether the work is still needed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type FairRequest, type FetchedJob, lastServed } from './fetch-fairly.ts';
import type { JobDefinition } from './jobs.ts';
import { ClaimLost, GiveUp, JobTimedOut, type Outcome, outcomeOf, WorkerStopping } from './outcomes.ts';
import type { Queue } from './queue.ts';
import { type JobClaim, putBack, Settler, settledIds } from './settle.ts';
import { splitTrace } from './trace.ts';

/** The attempt, as its handler sees it. */
export interface RunningJob {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Whether an error in this attempt makes the job a dead letter. */
  lastAttempt: boolean;
  createdAt: Date;
  /** Aborts when the attempt no longer counts. The reason is a WorkerStopping, JobTimedOut or ClaimLost. */
  signal: AbortSignal;
}

export type Run<Payload extends object> = (payload: Payload, job: RunningJob) => Promise<void>;

export interface Handler {
  job: JobDefinition;
  run: Run<object>;
}

/** Pairs a job with the function that runs it. */
export function handle<Payload extends object>(job: JobDefinition<Payload>, run: Run<Payload>): Handler {
  return { job: job as JobDefinition<never> as JobDefinition, run: run as Run<never> as Run<object> };
}

/** The report of one attempt, made when it ends. */
export interface JobAttempt {
  job: string;
  id: string;
  attempt: number;
  requestId: string | null;
  /** `later`: postponed, not counted. `dead`: now a dead letter. `stopped`: returned to the queue. `lost`: another worker has the job. */
  outcome: 'done' | 'retry' | 'later' | 'dead' | 'timed-out' | 'stopped' | 'lost';
  durationMs: number;
  /** From the time the job was due to the start of this attempt. A retry is due after its pause. */
  waitedMs: number;
  error?: unknown;
}

export interface WorkOptions {
  /** Handlers of jobs in other queues are ignored. */
  queues: readonly string[];
  /** Number of slots of each queue, shared by its jobs; 1 by default. */
  concurrency: Readonly<Record<string, number>>;
  handlers: readonly Handler[];
  onAttempt?: (report: JobAttempt) => void;
  /** Interval at which an idle loop polls; 2000 by default. Half of it while this process is not notified of new jobs. */
  pollMs?: number;
}

export interface Worker {
  /**
   * Stops fetching, waits up to `graceSeconds` (20 by default) for running jobs, then aborts them and returns them to the queue.
   * Resolves when all outcomes are written, at the latest 5 s after the grace period. May be called twice.
   */
  stop(options?: { graceSeconds?: number }): Promise<void>;
  /** Number of running jobs, by queue. */
  active(): Record<string, number>;
}

const heartbeatMs = 3000;
const maxFetch = 100;
const maxUnsettled = 2000;
const maxBackoffMs = 2000;

/** Starts running the jobs of the named queues. The queue must be a started worker queue. */
export function work(queue: Queue, options: WorkOptions): Worker {
  const slotsByQueue = new Map(
    options.queues.map((name) => [name, new QueueSlots(options.concurrency[name] ?? 1)]),
  );
  const loops = options.handlers.flatMap((handler) => {
    const slots = slotsByQueue.get(handler.job.queue);
    return slots ? new JobLoop(queue, handler, slots, options) : [];
  });
  const runs = Promise.all(loops.map((loop) => loop.run()));
  const stopHeartbeat = every(heartbeatMs, () => Promise.all(loops.map((loop) => loop.beat())));
  let stopping: Promise<void> | null = null;

  const stop = async (graceSeconds: number): Promise<void> => {
    for (const loop of loops) loop.halt();
    for (const slots of slotsByQueue.values()) slots.wakeAll();
    const drained = runs.then(() => Promise.all(loops.map((loop) => loop.drained())));
    await within(graceSeconds * 1000, drained);
    const written = Promise.all(loops.map((loop) => loop.abandon())).then(() =>
      Promise.all(loops.map((loop) => loop.settled())),
    );
    await within(5000, written);
    stopHeartbeat();
  };
  return {
    stop: ({ graceSeconds = 20 } = {}) => {
      stopping ??= stop(graceSeconds);
      return stopping;
    },
    active: () => Object.fromEntries([...slotsByQueue].map(([name, slots]) => [name, slots.active])),
  };
}

/**
 * The slots of a queue. In addition to `limit` slots there are half as many spare ones, at least one. Spare slots are only for
 * workspaces that have no job running here, so that slow jobs of one workspace do not block the others.
 */
class QueueSlots {
  active = 0;
  readonly #limit: number;
  readonly #spare: number;
  /** Running jobs by workspace. */
  readonly #groups = new Map<string, number>();
  #waiting: Array<() => void> = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#spare = Math.max(1, Math.floor(limit / 2));
  }

  /** Takes up to `most` free slots, spare ones included. Returns how many. */
  takeSpare(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit + this.#spare - this.active));
    this.active += taken;
    return taken;
  }

  /** Workspaces with at least `least` running jobs. */
  groups(least = 1): string[] {
    return [...this.#groups].filter(([, count]) => count >= least).map(([group]) => group);
  }

  /** Workspaces that use half of the slots or more. */
  get crowding(): string[] {
    return this.groups(Math.ceil(this.#limit / 2));
  }

  /** Adds `change` to the number of running jobs of the workspace. */
  count(group: string | null | undefined, change: number): void {
    if (!group) return;
    const running = (this.#groups.get(group) ?? 0) + change;
    if (running === 0) this.#groups.delete(group);
    else this.#groups.set(group, running);
  }

  /** Takes up to `most` free slots, not counting spare ones. Returns how many. */
  take(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit - this.active));
    this.active += taken;
    return taken;
  }

  /** Releases slots and wakes the loops that wait for one. */
  give(count: number): void {
    this.release(count);
    if (count > 0) this.wakeAll();
  }

  /** Releases slots without waking loops. */
  release(count: number): void {
    this.active -= count;
  }

  /** Resolves the next time that a slot may be free. */
  freed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** One attempt, from the fetch until its outcome is written. */
class Execution {
  readonly claim: JobClaim;
  readonly startedAt = performance.now();
  readonly begun = new Date();
  readonly job: FetchedJob;
  /** False once the attempt has ended or no longer counts. Its handler may still run. */
  running = true;
  timer: NodeJS.Timeout | null = null;
  #abort: AbortController | null = null;
  #reason: Error | null = null;

  constructor(job: FetchedJob) {
    this.job = job;
    this.claim = { id: job.id, retryCount: job.retryCount };
  }

  /** Created on first use, because most handlers do not use it. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController();
      if (this.#reason) this.#abort.abort(this.#reason);
    }
    return this.#abort.signal;
  }

  abort(reason: Error): void {
    this.#reason = reason;
    this.#abort?.abort(reason);
  }
}

class JobLoop {
  readonly #queue: Queue;
  readonly #handler: Handler;
  readonly #name: string;
  readonly #slots: QueueSlots;
  readonly #options: WorkOptions;
  readonly #settler: Settler;
  /** Attempts whose outcome is not written yet, by job id. */
  readonly #held = new Map<string, Execution>();
  readonly #unsubscribe: () => void;
  readonly #halted = Promise.withResolvers<void>();
  #stopping = false;
  /** Set at the end of the grace period. Jobs that are fetched later are not started; another worker runs them after a missed heartbeat. */
  #abandoned = false;
  #woken = false;
  #wake: (() => void) | null = null;
  #whenDrained: (() => void) | null = null;
  #runningCount = 0;
  /** The workspace that was served last, for the rotation of fair jobs. */
  #served = '';

  constructor(queue: Queue, handler: Handler, slots: QueueSlots, options: WorkOptions) {
    this.#queue = queue;
    this.#handler = handler;
    this.#name = handler.job.name;
    this.#slots = slots;
    this.#options = options;
    this.#settler = new Settler(queue, this.#name, (claim, applied) => this.#onSettled(claim, applied));
    this.#unsubscribe = queue.onWake(this.#name, () => this.#wakeUp());
  }

  async run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      const taken = this.#settler.backlog > maxUnsettled ? 0 : this.#slots.take(maxFetch);
      if (taken === 0) {
        if (this.#settler.backlog > maxUnsettled)
          await Promise.race([this.#settler.idle(), this.#halted.promise]);
        else if (this.#handler.job.fair) await this.#whileFull();
        else await this.#slots.freed();
        // Slots that are freed in the same turn of the event loop are filled by one fetch.
        await new Promise(setImmediate);
        continue;
      }
      this.#woken = false;
      let fetched: FetchedJob[] = [];
      try {
        fetched = await this.#fetch(taken);
        if (failures > 0) this.#queue.log.info('jobs can be fetched again', { job: this.#name });
        failures = 0;
      } catch (error) {
        if (failures === 0)
          this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
        failures += 1;
      }
      if (this.#abandoned) return;
      this.#begin(fetched);
      this.#slots.give(taken - fetched.length);
      // A fair fetch may return fewer jobs than are due, so only an empty one means that none is left.
      const isShort = this.#handler.job.fair ? fetched.length === 0 : fetched.length < taken;
      if (failures > 0) await this.#sleep(Math.min(maxBackoffMs, 50 * 2 ** failures));
      else if (isShort && !this.#woken) await this.#sleep(this.#pollMs());
    }
  }

  #begin(fetched: readonly FetchedJob[]): void {
    for (const job of fetched) {
      this.#slots.count(job.groupId, 1);
      void this.#execute(new Execution(job));
    }
  }

  /** Claims due jobs. Fair jobs are claimed in rotation; workspaces that use half of the slots come last. */
  async #fetch(most: number): Promise<FetchedJob[]> {
    if (!this.#handler.job.fair) return this.#queue.fetch(this.#name, most);
    const fetched = await this.#fetchInRotation({ most, last: this.#slots.crowding });
    // A fair fetch looks at a limited number of workspaces. If all of those have only deferred jobs, the ordinary fetch finds the due one.
    return fetched.length > 0 ? fetched : this.#queue.fetch(this.#name, most);
  }

  async #fetchInRotation(request: Omit<FairRequest, 'after'>): Promise<FetchedJob[]> {
    const fetched = await this.#queue.fetchFairly(this.#name, { ...request, after: this.#served });
    this.#served = lastServed(fetched, this.#served);
    return fetched;
  }

  /** Waits for a free slot. When new jobs may have arrived meanwhile, starts jobs of workspaces without a running job in spare slots. */
  async #whileFull(): Promise<void> {
    const freed = this.#slots.freed().then(() => true);
    while (!this.#stopping) {
      if (this.#woken) await this.#useSpare();
      const polled = this.#sleep(this.#pollMs()).then(() => false);
      const isFree = await Promise.race([freed, polled]);
      if (isFree) return this.#wake?.();
      this.#woken = true;
    }
  }

  async #useSpare(): Promise<void> {
    this.#woken = false;
    const taken = this.#slots.takeSpare(maxFetch);
    if (taken === 0) return;
    let fetched: FetchedJob[] = [];
    try {
      fetched = await this.#fetchInRotation({ most: taken, without: this.#slots.groups() });
    } catch (error) {
      this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
    }
    if (!this.#abandoned) this.#begin(fetched);
    this.#slots.release(taken - fetched.length);
  }

  /** Ends the loop. Running attempts go on. */
  halt(): void {
    this.#stopping = true;
    this.#halted.resolve();
    this.#unsubscribe();
    this.#wakeUp();
  }

  /** Resolves when no attempt is running. */
  drained(): Promise<void> {
    if (this.#runningCount === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  /** Resolves when all outcomes are written. */
  settled(): Promise<void> {
    return this.#settler.idle();
  }

  /** Aborts the running attempts and returns their jobs to the queue. */
  async abandon(): Promise<void> {
    this.#abandoned = true;
    const left = [...this.#held.values()].filter((execution) => execution.running);
    if (left.length === 0) return;
    for (const execution of left) {
      this.#end(execution);
      this.#held.delete(execution.claim.id);
      execution.abort(new WorkerStopping('the worker is stopping'));
      this.#report(execution, 'stopped');
    }
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
        {
          job: this.#name,
          count: left.length,
          error: String(error),
        },
      );
    }
  }

  /** Sends the heartbeat of our attempts, and aborts those whose job is no longer claimed by this worker. */
  async beat(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    try {
      const response = await this.#queue.boss.touch(
        this.#name,
        held.map(({ claim }) => claim),
      );
      const ours = new Set(settledIds(response));
      for (const execution of held) {
        if (
          ours.has(execution.claim.id) ||
          !execution.running ||
          this.#held.get(execution.claim.id) !== execution
        )
          continue;
        this.#end(execution);
        this.#held.delete(execution.claim.id);
        execution.abort(new ClaimLost('the job was given to another worker'));
        this.#report(execution, 'lost');
      }
    } catch (error) {
      this.#queue.log.warn('the heartbeat did not reach the database', {
        job: this.#name,
        error: String(error),
      });
    }
  }

  async #execute(execution: Execution): Promise<void> {
    const { job } = execution;
    this.#runningCount += 1;
    this.#held.set(job.id, execution);
    execution.timer = setTimeout(() => this.#timeOut(execution), this.#handler.job.expireSeconds * 1000);
    let outcome: Outcome;
    try {
      const { payload, carried } = splitTrace(job.data);
      const parsed = this.#handler.job.payload.safeParse(payload);
      if (!parsed.success) throw new GiveUp(`payload: ${parsed.error.message}`);
      const run = () => this.#handler.run(parsed.data, this.#describe(execution));
      const { trace } = this.#queue;
      const attributes = { 'job.id': job.id, 'job.attempt': job.retryCount + 1 };
      await (trace
        ? trace.inSpan(`job ${this.#name}`, { kind: 'consumer', carried, attributes }, run)
        : run());
      outcome = { kind: 'done' };
    } catch (error) {
      outcome = outcomeOf(error);
    }
    if (!execution.running) return;
    this.#end(execution);
    this.#settler.settle(execution.claim, outcome);
    if (outcome.kind === 'done') this.#report(execution, 'done');
    else if (outcome.kind === 'later') this.#report(execution, 'later', outcome.error);
    else this.#report(execution, outcome.kind === 'give-up' || isLast(job) ? 'dead' : 'retry', outcome.error);
  }

  /** Frees the slot of a handler that exceeded its time limit, and lets the job be retried. */
  #timeOut(execution: Execution): void {
    if (!execution.running) return;
    const error = new JobTimedOut(`ran longer than ${this.#handler.job.expireSeconds} s`);
    this.#end(execution);
    this.#settler.settle(execution.claim, { kind: 'failed', error });
    execution.abort(error);
    this.#queue.log.error('a job hung and was given up by its worker', {
      job: this.#name,
      id: execution.job.id,
    });
    this.#report(execution, 'timed-out', error);
  }

  #describe(execution: Execution): RunningJob {
    const { job } = execution;
    return {
      id: job.id,
      attempt: job.retryCount + 1,
      lastAttempt: isLast(job),
      createdAt: job.createdOn,
      get signal() {
        return execution.signal;
      },
    };
  }

  #end(execution: Execution): void {
    execution.running = false;
    if (execution.timer) clearTimeout(execution.timer);
    this.#runningCount -= 1;
    this.#slots.count(execution.job.groupId, -1);
    this.#slots.give(1);
    if (this.#runningCount === 0) this.#whenDrained?.();
  }

  #onSettled(claim: JobClaim, applied: boolean): void {
    const execution = this.#held.get(claim.id);
    if (execution?.claim === claim) this.#held.delete(claim.id);
    if (!applied)
      this.#queue.log.warn('a job ended after it was given to another worker', {
        job: this.#name,
        id: claim.id,
      });
  }

  #report(execution: Execution, outcome: JobAttempt['outcome'], error?: unknown): void {
    const { job } = execution;
    const requestId = (job.data as { request_id?: unknown } | null)?.request_id;
    this.#options.onAttempt?.({
      job: this.#name,
      id: job.id,
      attempt: job.retryCount + 1,
      requestId: typeof requestId === 'string' ? requestId : null,
      outcome,
      durationMs: performance.now() - execution.startedAt,
      waitedMs: Math.max(0, execution.begun.getTime() - Math.max(+job.createdOn, +job.startAfter)),
      ...(error === undefined ? {} : { error }),
    });
  }

  /** Random within a range, so that workers do not poll at the same time. */
  #pollMs(): number {
    const base = this.#options.pollMs ?? 2000;
    return (this.#queue.listening ? base : base / 2) * (0.75 + Math.random() / 4);
  }

  #wakeUp(): void {
    this.#woken = true;
    this.#wake?.();
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}

function isLast(job: FetchedJob): boolean {
  return job.retryCount >= job.retryLimit;
}

/** Calls `task` every `ms`, never twice at once, until the returned function is called. */
function every(ms: number, task: () => Promise<unknown>): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await task();
    busy = false;
  }, ms);
  return () => clearInterval(timer);
}

/** Waits for `promise`, but not longer than `ms`. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const end = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([promise, end]);
  timer.abort();
}
