/** Gives large bodies a bounded part of the event loop, however many arrive at once. */

/** One body reads one chunk of 64 KiB after each pause, so that all of them together take at most a fourth of the time. */
const pauseMs = 1;
const waiting: Array<() => void> = [];

/**
 * Calls `readOn` after those that came before, with a pause in between. Without it, Node reads a connection that sends fast up to 32 times
 * in one turn of the event loop, and a few such connections hold up every other request for tens of milliseconds.
 */
export function inTurn(readOn: () => void): void {
  if (waiting.push(readOn) === 1) setTimeout(next, pauseMs);
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next, pauseMs);
}
