/** Wake-ups of one signal, for who looks again after each: none is missed between two looks. */
import { setTimeout as delay } from 'node:timers/promises';

export class WakeUps {
  readonly #unsubscribe: () => void;
  #woken = false;
  #wake: (() => void) | null = null;

  constructor(subscribe: (wake: () => void) => () => void) {
    this.#unsubscribe = subscribe(() => this.wake());
  }

  /** As if the signal had come. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /**
   * Resolves with the next signal, or one that came since the last call; after `atMostMs` in any case, and at once when
   * `signal` aborts. Before that it waits `atLeastMs`, so that a burst is one wake-up. True when there was a signal.
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
