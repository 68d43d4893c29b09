/** Jobs that were given out again or hung, counted by the processes that ran them. */
import type { Part } from './world.ts';

/** A count for each process, because a process that replaces an ended one counts from 0. */
type LostJobs = Map<object, number>;

/** The counts since each process started. */
export async function countLost(parts: ReadonlyArray<Pick<Part, 'service' | 'runs'>>): Promise<LostJobs> {
  const counts = parts.map(async ({ service, runs }) => {
    const [lost, timedOut] = await Promise.all([runs('lost'), runs('timed-out')]);
    return [service, lost + timedOut] as const;
  });
  return new Map(await Promise.all(counts));
}

/** How many jobs were lost between two counts. */
export function lostBetween(before: LostJobs, after: LostJobs): number {
  return [...after].reduce((sum, [service, count]) => sum + count - (before.get(service) ?? 0), 0);
}
