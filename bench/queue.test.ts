import { expect, test } from '@jest/globals';
import { countFor } from './queue.ts';

test('work after the measurement does not count, and unfinished jobs count until its end', async () => {
  const released = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  /** A worker with two slots: the first job ends at once, the second when the worker stops. */
  const peer = {
    start: async (_url: string, run: (n: number) => Promise<void>) => {
      void run(1);
      void run(2).then(ended.resolve);
      return {
        stop: async () => {
          released.resolve();
          await ended.promise;
        },
      };
    },
  };
  const runJob = (n: number) => (n === 1 ? Promise.resolve() : released.promise);
  const { count, seconds, busySeconds } = await countFor('', peer, 0, runJob);
  expect(count).toBe(1);
  expect(busySeconds).toBeGreaterThan(0);
  expect(busySeconds / (2 * seconds)).toBeLessThanOrEqual(1);
});
