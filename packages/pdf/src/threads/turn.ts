/** One caller at a time, in the order in which they came, but nobody waits longer than `longestMs` for the one before. */
export class Turn {
  readonly #longestMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Resolves when it is the caller's turn, with the function that ends it; calling that again does nothing. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    const timer = setTimeout(resolve, this.#longestMs);
    return () => {
      clearTimeout(timer);
      resolve();
    };
  }
}
