/**
 * PostgreSQL is stopped and started under load: nothing is lost or duplicated, and no process needs a restart. Seen to fail with an
 * `isDatabaseUnavailable` that always says no: the expected 503s never came.
 */
import { expect, test } from '@jest/globals';
import { underLoad } from './under-load.ts';

test.each([
  ['is restarted in order', 'fast'],
  ['crashes and recovers', 'immediate'],
] as const)(
  'PostgreSQL %s under load: callers get 503 and retry, and everything continues afterwards',
  async (_, mode) => {
    const { result } = await underLoad({ storage: 'disk' }, async (running) => {
      const { world } = running;
      await running.untilMoreSealed(3);
      await world.postgres.halt(mode);
      await running.refusesMore(2);
      await world.postgres.resume();
      await running.untilMoreSealed(3);
      expect(world.processes.map(({ name, starts }) => `${name}: ${starts}`)).toEqual(
        world.processes.map(({ name }) => `${name}: 1`),
      );
    });
    expect(result.faults).toEqual([]);
    expect(result.sealed).toBeGreaterThanOrEqual(6);
    expect(result.deadJobs).toBe(0);
  },
);
