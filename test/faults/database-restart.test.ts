/** PostgreSQL stops and starts again under load: nothing is lost or doubled, and no process has to be started again. */
import { expect, test } from '@jest/globals';
import { underLoad } from './under-load.ts';

test.each([
  ['is restarted in order', 'fast'],
  ['crashes and recovers', 'immediate'],
] as const)(
  'PostgreSQL %s under load: callers get 503 and repeat, everything else goes on',
  async (_, mode) => {
    const { judgement } = await underLoad({ storage: 'disk' }, async (running) => {
      const { world } = running;
      await running.sealsMore(3);
      await world.postgres.halt(mode);
      await running.refusesMore(2);
      await world.postgres.resume();
      await running.sealsMore(3);
      expect(world.processes.map(({ name, starts }) => `${name}: ${starts}`)).toEqual(
        world.processes.map(({ name }) => `${name}: 1`),
      );
    });
    expect(judgement.faults).toEqual([]);
    expect(judgement.sealed).toBeGreaterThanOrEqual(6);
    expect(judgement.deadJobs).toBe(0);
  },
);
