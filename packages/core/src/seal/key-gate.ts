/** Keeps a seal key that fails or hangs from occupying the slots that other workspaces need. */
import { SealError } from '@countersign/pdf/ports/errors';

export interface GateLimits {
  /** The longest that a call waits, in milliseconds. Its work continues, but its result is no longer used. */
  timeoutMs: number;
  /** After a failure, calls fail at once for this long, in milliseconds. */
  restMs: number;
}

/** Long enough for a key service to answer after a retry. */
export const defaultGateLimits: GateLimits = { timeoutMs: 10_000, restMs: 30_000 };

/**
 * Runs work that depends on one key. After a failure, every call fails at once with the same error until the rest is over. Then
 * one call tries again, and the others still fail at once until it succeeds. So a key that hangs occupies one caller at a time.
 */
export class KeyGate {
  readonly #name: string;
  readonly #limits: GateLimits;
  readonly #now: () => number;
  #failure: { error: unknown; until: number } | null = null;

  constructor(name: string, limits: GateLimits = defaultGateLimits, now = () => performance.now()) {
    this.#name = name;
    this.#limits = limits;
    this.#now = now;
  }

  /** Throws the last error during the rest after it. */
  check(): void {
    if (this.#failure && this.#now() < this.#failure.until) throw this.#failure.error;
  }

  /** Throws what `work` throws, and a SealError if it takes too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    if (this.#failure) this.#rest(this.#failure.error);
    const { promise, reject } = Promise.withResolvers<never>();
    const seconds = this.#limits.timeoutMs / 1000;
    const timer = setTimeout(
      () => reject(new SealError(`${this.#name} did not answer within ${seconds} s`)),
      this.#limits.timeoutMs,
    );
    try {
      const result = await Promise.race([work(), promise]);
      this.#failure = null;
      return result;
    } catch (error) {
      this.#rest(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #rest(error: unknown): void {
    this.#failure = { error, until: this.#now() + this.#limits.restMs };
  }
}
