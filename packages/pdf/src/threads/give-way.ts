/** Lets the event loop go first when the processors are busy. */
import { getPriority, setPriority } from 'node:os';

/** A third of the processor time of the event loop when both want all of it; all of it when nobody else does. */
const difference = 5;
/** The lowest priority. */
const lowest = 19;

/**
 * Lowers the priority of the calling thread. Linux applies it to this thread only; other systems would apply it to the whole
 * process, so nothing changes there.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(Math.min(lowest, getPriority() + difference));
}
