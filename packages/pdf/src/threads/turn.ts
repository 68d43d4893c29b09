/** Lets one caller proceed at a time, in order of arrival, but waits at most `longestMs` for the previous one. */
export class Turn {
  readonly #longestMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Resolves when it is the caller's turn, with a function that ends the turn; calling it again does nothing. */
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
