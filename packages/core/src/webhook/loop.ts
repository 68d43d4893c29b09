/** The loops of the dispatcher, and how they wait for each other. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@countersign/log/port';

const maxPauseMs = 5000;

/** Repeats `step` while `goesOn` holds. After a failure it pauses, longer each time, and logs only the first of consecutive failures. */
export async function repeat(
  { log, what, goesOn }: { log: Log; what: string; goesOn: () => boolean },
  step: () => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (goesOn()) {
    try {
      await step();
      if (failures > 0) log.info(`webhooks: can ${what} again`);
      failures = 0;
    } catch (error) {
      if (failures === 0) log.warn(`webhooks: cannot ${what}`, { error: String(error) });
      failures += 1;
      await delay(Math.min(maxPauseMs, 50 * 2 ** failures));
    }
  }
}

/** Wakes one waiting loop. A wake-up while the loop works is kept, so that its next wait ends at once. */
export class Wake {
  #pending = false;
  #resolve: (() => void) | null = null;

  now(): void {
    this.#pending = true;
    this.#resolve?.();
  }

  async wait(): Promise<void> {
    if (!this.#pending) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
      this.#resolve = null;
    }
    this.#pending = false;
  }
}
