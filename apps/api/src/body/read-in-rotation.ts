/** Gives large bodies a bounded part of the event loop, however many arrive at once. */
import type { Readable } from 'node:stream';

/** What a body may send before it is paused. */
const pieceBytes = 64 * 1024;
/** One body is resumed after each pause, so that all of them together take at most a fourth of the time. */
const pauseMs = 1;
const waiting: Array<() => void> = [];

/**
 * Returns a function to call with the size of each chunk of `body`. It pauses the body after every 64 KiB, and resumes paused bodies in
 * rotation, if `isReading` still returns true. Otherwise Node would read a connection that sends fast up to 32 times in one iteration of the
 * event loop, and a few such connections would delay every other request by tens of milliseconds.
 */
export function readInRotation(body: Readable, isReading: () => boolean): (bytes: number) => void {
  let since = 0;
  return (bytes) => {
    since += bytes;
    if (since <= pieceBytes) return;
    since = 0;
    body.pause();
    resumeLater(() => {
      if (isReading()) body.resume();
    });
  };
}

/** Calls the given functions in order, with a pause before each. */
function resumeLater(resume: () => void): void {
  if (waiting.push(resume) === 1) setTimeout(next, pauseMs);
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next, pauseMs);
}
