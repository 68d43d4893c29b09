/** Wakes a loop that reads a table after each signal. A signal that arrives between two calls of `next` is not lost. */
import { setTimeout as delay } from 'node:timers/promises';

export class WakeUps {
  readonly #unsubscribe: () => void;
  #woken = false;
  #wake: (() => void) | null = null;

  constructor(subscribe: (wake: () => void) => () => void) {
    this.#unsubscribe = subscribe(() => this.wake());
  }

  /** Same effect as the signal. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /**
   * Waits for the next signal, or returns at once if one arrived since the last call. Waits at most `atMostMs`, ends when `signal`
   * aborts, and waits at least `atLeastMs`, so that a burst of signals causes one wake-up. Resolves to true if there was a signal.
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
