/** Enqueues sweeps at their intervals. */
import { randomUUID } from 'node:crypto';
import type { JobDefinition } from './jobs.ts';
import type { Queue } from './queue.ts';

export interface Tick {
  job: JobDefinition<{ request_id: string }>;
  everySeconds: number;
}

/**
 * Enqueues each job now and then every `everySeconds` (at most 600) until stopped. However many workers run a ticker, at
 * most one job is enqueued in each period (by the clock of the database), and none while one waits or runs.
 */
export function startTicker(queue: Queue, ticks: readonly Tick[]): { stop(): void } {
  const timers = ticks.map((tick) => {
    const send = () => void sendOnce(queue, tick);
    send();
    // Tries twice in each period, because the clocks of the workers differ.
    return setInterval(send, (tick.everySeconds * 1000) / 2);
  });
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

async function sendOnce(queue: Queue, { job, everySeconds }: Tick): Promise<void> {
  try {
    const payload = job.payload.parse({ request_id: `tick-${randomUUID()}` });
    const id = await queue.boss.send(job.name, payload, {
      singletonSeconds: everySeconds,
      priority: job.priority,
    });
    if (id) queue.notify([job.name]);
  } catch (error) {
    queue.log.warn('a sweep could not be enqueued', { job: job.name, error: String(error) });
  }
}
