/** Gives the event loop priority over worker threads when the processors are busy. */
import { getPriority, setPriority } from 'node:os';

/**
 * The difference in nice values. A thread gets a third of the event loop's processor time if both are busy, and everything if the event
 * loop is idle.
 */
const difference = 5;
/** The lowest priority. */
const lowest = 19;

/**
 * Lowers the priority of the calling thread. Linux applies it to this thread only; other systems would apply it to the whole
 * process, so nothing changes there.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(lowest, getPriority() + difference));
}
