/** For loops over what a caller sent: other requests of the process get their turn between the rounds. */

/** How long a loop may hold the event loop. */
const turnMs = 10;

/**
 * Makes a function to call in every round: it returns a promise to await when the loop has run for 10 ms since its last turn ended,
 * else undefined.
 */
export function createTurns(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        begun = performance.now();
        resolve();
      }),
    );
  };
}
