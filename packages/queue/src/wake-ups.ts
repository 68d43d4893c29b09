/** Wake-ups by one signal for a loop that reads a table after each. A signal between two calls is not lost. */
import { setTimeout as delay } from 'node:timers/promises';

export class WakeUps {
  readonly #unsubscribe: () => void;
  #woken = false;
  #wake: (() => void) | null = null;

  constructor(subscribe: (wake: () => void) => () => void) {
    this.#unsubscribe = subscribe(() => this.wake());
  }

  /** Acts as if the signal had arrived. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /**
   * Resolves with the next signal, or at once if one arrived since the last call; after `atMostMs` in any case, and when `signal`
   * aborts. It waits at least `atLeastMs`, so that a burst of signals is one wake-up. Resolves to whether there was a signal.
   */
  async next(options: {
    atLeastMs?: number;
    atMostMs: number;
    signal?: AbortSignal | undefined;
  }): Promise<boolean> {
    const { atLeastMs = 0, atMostMs, signal } = options;
    if (atLeastMs > 0)
      await delay(Math.min(atLeastMs, atMostMs), undefined, { signal }).catch(() => undefined);
    if (!this.#woken && !signal?.aborted && atMostMs > atLeastMs) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs - atLeastMs);
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        this.#wake = end;
        signal?.addEventListener('abort', end);
      });
      this.#wake = null;
    }
    const woken = this.#woken;
    this.#woken = false;
    return woken;
  }

  close(): void {
    this.#unsubscribe();
  }
}
