/** Gives large bodies a bounded part of the event loop, however many arrive at once. */
import type { Readable } from 'node:stream';

/** What a body may send before its next turn. */
const turnBytes = 64 * 1024;
/** One body has its turn after each pause, so that all of them together take at most a fourth of the time. */
const pauseMs = 1;
const waiting: Array<() => void> = [];

/**
 * Returns a function to call with the size of each chunk of `body`: it pauses the body after every 64 KiB until its next turn, while
 * `isReading` returns true. Without it, Node reads a connection that sends fast up to 32 times in one turn of the event loop, and a few such
 * connections hold up every other request for tens of milliseconds. A slow body uses no turns.
 */
export function paced(body: Readable, isReading: () => boolean): (bytes: number) => void {
  let since = 0;
  return (bytes) => {
    since += bytes;
    if (since <= turnBytes) return;
    since = 0;
    body.pause();
    inTurn(() => {
      if (isReading()) body.resume();
    });
  };
}

/** Calls the given functions in order, with a pause between them. */
function inTurn(readOn: () => void): void {
  if (waiting.push(readOn) === 1) setTimeout(next, pauseMs);
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next, pauseMs);
}
