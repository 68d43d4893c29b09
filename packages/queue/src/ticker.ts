/** Sends the sweeps: jobs that look into the tables for what is due, again and again. */
import { randomUUID } from 'node:crypto';
import type { JobDefinition } from './jobs.ts';
import type { Queue } from './queue.ts';

export interface Tick {
  job: JobDefinition<{ request_id: string }>;
  everySeconds: number;
}

/**
 * Sends each job now and then every `everySeconds` (at most 600), until stopped. However many workers tick, one job is made
 * per period, and none while one waits or runs. The database's clock decides.
 */
export function startTicker(queue: Queue, ticks: readonly Tick[]): { stop(): void } {
  const timers = ticks.map((tick) => {
    const send = () => void sendOnce(queue, tick);
    send();
    // Twice a period: the workers' clocks do not agree on where a period begins.
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
    queue.log.warn('a sweep could not be sent', { job: job.name, error: String(error) });
  }
}
