/** Keeps long loops over a caller's input from blocking other requests of the process. */

/** How long a loop may hold the event loop. */
const maxHoldMs = 10;

/**
 * Returns a function to call in every iteration. If the loop has held the event loop for 10 ms, it returns a promise to
 * await; otherwise undefined.
 */
export function createYield(): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < maxHoldMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        started = performance.now();
        resolve();
      }),
    );
  };
}
