/**
 * Runs jobs. A loop of our own over pg-boss's fetch and complete, as `work()` of pg-boss either polls or takes one job a
 * wake-up: every queue has so many slots; what is free is fetched at once, runs side by side, and is
 * settled in batches. A loop sleeps only when a fetch came back short, and wakes by NOTIFY, by a freed slot, or by its poll.
 *
 * A job runs at least once. It runs twice when its worker was killed, hung, or cut off from the database for longer than
 * the heartbeat, so handlers ask whether the work is still wanted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type FairRequest, type FetchedJob, lastServed } from './fetch-fairly.ts';
import type { JobDefinition } from './jobs.ts';
import { ClaimLost, GiveUp, JobTimedOut, type Outcome, outcomeOf, WorkerStopping } from './outcomes.ts';
import type { Queue } from './queue.ts';
import { type JobClaim, putBack, Settler, settledIds } from './settle.ts';
import { splitTrace } from './trace.ts';

/** What a handler knows about its run. */
export interface RunningJob {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Whether an error now sends the job to its dead-letter queue. */
  lastAttempt: boolean;
  createdAt: Date;
  /** Aborts when the run no longer counts: its reason is WorkerStopping, JobTimedOut or ClaimLost. */
  signal: AbortSignal;
}

export type Run<Payload extends object> = (payload: Payload, job: RunningJob) => Promise<void>;

export interface Handler {
  job: JobDefinition;
  run: Run<object>;
}

/** Says what runs for a job. */
export function handle<Payload extends object>(job: JobDefinition<Payload>, run: Run<Payload>): Handler {
  return { job: job as JobDefinition<never> as JobDefinition, run: run as Run<never> as Run<object> };
}

/** One run, told when its handler has ended. */
export interface JobAttempt {
  job: string;
  id: string;
  attempt: number;
  requestId: string | null;
  /** `later`: put off without counting. `dead`: given up. `lost`: it ended, but did not count any more. */
  outcome: 'done' | 'retry' | 'later' | 'dead' | 'timed-out' | 'stopped' | 'lost';
  durationMs: number;
  /** From the moment it was due, or the last try ended, to the moment it ran, in milliseconds. */
  waitedMs: number;
  error?: unknown;
}

export interface WorkOptions {
  /** Handlers of jobs in other queues are left out. */
  queues: readonly string[];
  /** Jobs at once per queue, shared by the jobs of the queue; 1 where nothing is said. */
  concurrency: Readonly<Record<string, number>>;
  handlers: readonly Handler[];
  onAttempt?: (report: JobAttempt) => void;
  /** How often to look without having been woken; 2000 by default, half of that while not listening. */
  pollMs?: number;
}

export interface Worker {
  /**
   * Fetches no more, waits up to `graceSeconds` (20 by default) for running jobs, then aborts them and puts them back.
   * Resolves when the database knows how every run ended, or 5 s after the grace time. May be called twice.
   */
  stop(options?: { graceSeconds?: number }): Promise<void>;
  /** Jobs that run at this moment, by queue. */
  active(): Record<string, number>;
}

const heartbeatMs = 3000;
const maxFetch = 100;
const maxUnsettled = 2000;
const maxBackoffMs = 2000;

/** Starts running the jobs of the named queues. The queue must be a started worker queue. */
export function work(queue: Queue, options: WorkOptions): Worker {
  const lanes = new Map(options.queues.map((name) => [name, new Lane(options.concurrency[name] ?? 1)]));
  const loops = options.handlers.flatMap((handler) => {
    const lane = lanes.get(handler.job.queue);
    return lane ? new JobLoop(queue, handler, lane, options) : [];
  });
  const runs = Promise.all(loops.map((loop) => loop.run()));
  const stopHeartbeat = every(heartbeatMs, () => Promise.all(loops.map((loop) => loop.beat())));
  let stopping: Promise<void> | null = null;

  const stop = async (graceSeconds: number): Promise<void> => {
    for (const loop of loops) loop.halt();
    for (const lane of lanes.values()) lane.wakeAll();
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
    active: () => Object.fromEntries([...lanes].map(([name, lane]) => [name, lane.active])),
  };
}

/**
 * The slots of a queue. Half as many again, one at least, are spare: they are for workspaces none of whose jobs runs here, so
 * that slow jobs of one workspace never take all places.
 */
class Lane {
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

  /** Takes as many spare slots as are free. */
  takeSpare(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit + this.#spare - this.active));
    this.active += taken;
    return taken;
  }

  /** Workspaces with at least so many jobs running. */
  groups(least = 1): string[] {
    return [...this.#groups].filter(([, count]) => count >= least).map(([group]) => group);
  }

  /** Workspaces that have their half of the slots. */
  get crowding(): string[] {
    return this.groups(Math.ceil(this.#limit / 2));
  }

  count(group: string | null | undefined, change: number): void {
    if (!group) return;
    const running = (this.#groups.get(group) ?? 0) + change;
    if (running === 0) this.#groups.delete(group);
    else this.#groups.set(group, running);
  }

  /** Takes as many slots as are free, up to `most`. */
  take(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#limit - this.active));
    this.active += taken;
    return taken;
  }

  give(count: number): void {
    this.release(count);
    if (count > 0) this.wakeAll();
  }

  /** Gives back slots that were not used. */
  release(count: number): void {
    this.active -= count;
  }

  /** Resolves when a slot may be free. */
  freed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** One run from fetch to settlement. */
class Execution {
  readonly claim: JobClaim;
  readonly startedAt = performance.now();
  readonly begun = new Date();
  readonly job: FetchedJob;
  /** False once the run no longer counts, whatever its handler still does. */
  running = true;
  timer: NodeJS.Timeout | null = null;
  #abort: AbortController | null = null;
  #reason: Error | null = null;

  constructor(job: FetchedJob) {
    this.job = job;
    this.claim = { id: job.id, retryCount: job.retryCount };
  }

  /** Made when asked for: most handlers never look. */
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
  readonly #lane: Lane;
  readonly #options: WorkOptions;
  readonly #settler: Settler;
  /** Every run whose end the database does not know yet. */
  readonly #held = new Map<string, Execution>();
  readonly #unsubscribe: () => void;
  readonly #halted = Promise.withResolvers<void>();
  #stopping = false;
  /** What a fetch still brings is not begun: it runs elsewhere when its heartbeat is missed. */
  #abandoned = false;
  #woken = false;
  #wake: (() => void) | null = null;
  #whenDrained: (() => void) | null = null;
  #runningCount = 0;
  /** The workspace that was served last. */
  #served = '';

  constructor(queue: Queue, handler: Handler, lane: Lane, options: WorkOptions) {
    this.#queue = queue;
    this.#handler = handler;
    this.#name = handler.job.name;
    this.#lane = lane;
    this.#options = options;
    this.#settler = new Settler(queue, this.#name, (claim, applied) => this.#onSettled(claim, applied));
    this.#unsubscribe = queue.onWake(this.#name, () => this.#wakeUp());
  }

  async run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      const slots = this.#settler.backlog > maxUnsettled ? 0 : this.#lane.take(maxFetch);
      if (slots === 0) {
        if (this.#settler.backlog > maxUnsettled)
          await Promise.race([this.#settler.idle(), this.#halted.promise]);
        else if (this.#handler.job.fair) await this.#whileFull();
        else await this.#lane.freed();
        // What ends in the same turn of the event loop is refilled with one fetch.
        await new Promise(setImmediate);
        continue;
      }
      this.#woken = false;
      let fetched: FetchedJob[] = [];
      try {
        fetched = await this.#fetch(slots);
        if (failures > 0) this.#queue.log.info('jobs can be fetched again', { job: this.#name });
        failures = 0;
      } catch (error) {
        if (failures === 0)
          this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
        failures += 1;
      }
      if (this.#abandoned) return;
      this.#begin(fetched);
      this.#lane.give(slots - fetched.length);
      // In turns, some may have had less than their share.
      const isShort = this.#handler.job.fair ? fetched.length === 0 : fetched.length < slots;
      if (failures > 0) await this.#sleep(Math.min(maxBackoffMs, 50 * 2 ** failures));
      else if (isShort && !this.#woken) await this.#sleep(this.#pollMs());
    }
  }

  #begin(fetched: readonly FetchedJob[]): void {
    for (const job of fetched) {
      this.#lane.count(job.groupId, 1);
      void this.#execute(new Execution(job));
    }
  }

  /** In turns: of workspaces below their half of the slots, else of any. */
  async #fetch(most: number): Promise<FetchedJob[]> {
    if (!this.#handler.job.fair) return this.#queue.fetch(this.#name, most);
    const fetched = await this.#fetchTurn({ most, last: this.#lane.crowding });
    // Where many workspaces have only jobs that are not due yet, the oldest due one is beyond what a turn looks at.
    return fetched.length > 0 ? fetched : this.#queue.fetch(this.#name, most);
  }

  async #fetchTurn(request: Omit<FairRequest, 'after'>): Promise<FetchedJob[]> {
    const fetched = await this.#queue.fetchFairly(this.#name, { ...request, after: this.#served });
    this.#served = lastServed(fetched, this.#served);
    return fetched;
  }

  /** Waits for a slot; when there may be new jobs meanwhile, spare slots go to workspaces that have none running. */
  async #whileFull(): Promise<void> {
    const freed = this.#lane.freed().then(() => true);
    while (!this.#stopping) {
      if (this.#woken) await this.#useSpare();
      const looks = this.#sleep(this.#pollMs()).then(() => false);
      const isFree = await Promise.race([freed, looks]);
      if (isFree) return this.#wake?.();
      this.#woken = true;
    }
  }

  async #useSpare(): Promise<void> {
    this.#woken = false;
    const slots = this.#lane.takeSpare(maxFetch);
    if (slots === 0) return;
    let fetched: FetchedJob[] = [];
    try {
      fetched = await this.#fetchTurn({ most: slots, without: this.#lane.groups() });
    } catch (error) {
      this.#queue.log.warn('jobs cannot be fetched', { job: this.#name, error: String(error) });
    }
    if (!this.#abandoned) this.#begin(fetched);
    this.#lane.release(slots - fetched.length);
  }

  halt(): void {
    this.#stopping = true;
    this.#halted.resolve();
    this.#unsubscribe();
    this.#wakeUp();
  }

  /** Resolves when no handler runs. */
  drained(): Promise<void> {
    if (this.#runningCount === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  settled(): Promise<void> {
    return this.#settler.idle();
  }

  /** Aborts what still runs and puts it back. */
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

  /** Tells the database that our runs live, and learns which of them it has given to others. */
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

  /** The handler hangs: its slot is needed, and the job may be tried again. */
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
    this.#lane.count(execution.job.groupId, -1);
    this.#lane.give(1);
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

  /** With some chance in it, so that workers do not look all at once. */
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
