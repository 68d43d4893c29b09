/** Lets one caller proceed at a time, in order of arrival, but waits at most `longestMs()` for the previous one. */
export class TimedLock {
  readonly #longestMs: () => number;
  #last: Promise<void> = Promise.resolve();

  constructor(longestMs: () => number) {
    this.#longestMs = longestMs;
  }

  /**
   * Resolves when the caller may proceed, with a function that lets the next one proceed; calling it again does nothing. `onExpiry` is
   * called if the time limit lets the next one proceed before that.
   */
  async acquire(onExpiry: () => void = () => undefined): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    const timer = setTimeout(() => {
      onExpiry();
      resolve();
    }, this.#longestMs());
    return () => {
      clearTimeout(timer);
      resolve();
    };
  }
}
