/**
 * Runs jobs, with one loop for each job name. pg-boss's own `work()` is not used, because it either polls or takes one job for each
 * wake-up. Every queue has a limited number of slots. A loop fetches one job for each free slot, runs them concurrently, and writes
 * their outcomes in batches. It sleeps only when a fetch returned fewer jobs than it asked for; NOTIFY or the next poll wakes it.
 *
 * A job runs at least once. It runs again if its worker is killed, hangs, or loses the database for longer than the heartbeat time.
 * Therefore a handler first checks whether the work is still needed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Handler, JobAttempt } from './handler.ts';
import { JobLoop } from './job-loop.ts';
import type { Queue } from './queue.ts';
import { QueueSlots } from './slots.ts';

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
const defaultPollMs = 2000;

/** Starts running the jobs of the named queues. The queue must be a started worker queue. */
export function work(queue: Queue, options: WorkOptions): Worker {
  const { onAttempt = () => undefined, pollMs = defaultPollMs } = options;
  const slotsByQueue = new Map(
    options.queues.map((name) => [name, new QueueSlots(options.concurrency[name] ?? 1)]),
  );
  const loops = options.handlers.flatMap((handler) => {
    const slots = slotsByQueue.get(handler.job.queue);
    return slots ? new JobLoop(queue, handler, slots, { onAttempt, pollMs }) : [];
  });
  const runs = Promise.all(loops.map((loop) => loop.run()));
  const stopHeartbeat = every(heartbeatMs, () => Promise.all(loops.map(({ attempts }) => attempts.beat())));
  let stopping: Promise<void> | null = null;

  const stop = async (graceSeconds: number): Promise<void> => {
    for (const loop of loops) loop.halt();
    for (const slots of slotsByQueue.values()) slots.wakeAll();
    const drained = runs.then(() => Promise.all(loops.map(({ attempts }) => attempts.drained())));
    await within(graceSeconds * 1000, drained);
    const written = Promise.all(loops.map((loop) => loop.abandon())).then(() =>
      Promise.all(loops.map(({ attempts }) => attempts.settled())),
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
