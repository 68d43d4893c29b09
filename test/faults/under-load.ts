/** A real installation under load for one fault. It is checked at the end as in `npm run test:chaos`. */
import { type CheckResult, checkRun } from '../chaos/check.ts';
import { reviveDatabase } from '../chaos/faults.ts';
import { emptyLoad, type Load, runLoad } from '../chaos/load.ts';
import { createLoadWorkspace } from '../chaos/prepare-world.ts';
import { startWorld, type World, type WorldOptions } from '../chaos/world.ts';
import { until } from '../support/processes.ts';

export interface UnderLoad {
  world: World;
  /** A live key of the workspace. */
  key: string;
  load: Load;
  /** Resolves when `count` more documents have been sealed. */
  untilMoreSealed(count: number): Promise<void>;
  /** Resolves when `count` more calls have got a 503. */
  refusesMore(count: number): Promise<void>;
}

const callers = 2;

/** Small enough for a test: one process of each kind. */
const small: Pick<WorldOptions, 'apis' | 'workers'> = { apis: 1, workers: ['mail,seal,webhook'] };

/**
 * Runs `story` while callers create, send and sign documents. Then waits until no work is left and checks everything. The function that
 * the story returns runs when no work is left.
 */
export async function underLoad(
  options: WorldOptions,
  story: (running: UnderLoad) => Promise<void | (() => Promise<void>)>,
): Promise<{ result: CheckResult; load: Load }> {
  const world = await startWorld({ ...small, smallDisk: null, ...options });
  const ending = new AbortController();
  try {
    const { workspaceId, key } = await createLoadWorkspace(world);
    const load = emptyLoad();
    const loading = runLoad(world, key, callers, ending.signal, load);
    let seals = 0;
    /** While the database is unavailable, this is the last known number. */
    const sealed = async () => {
      seals = await world.db.document.count({ where: { sealedAt: { not: null } } }).catch(() => seals);
      return seals;
    };
    const running: UnderLoad = {
      world,
      key,
      load,
      untilMoreSealed: async (count) => {
        const before = await sealed();
        await until(async () => (await sealed()) >= before + count, `${count} more seals`);
      },
      refusesMore: (count) => {
        const before = load.unavailable;
        return until(async () => load.unavailable >= before + count, `${count} more answers 503`);
      },
    };
    const atRest = await story(running);
    ending.abort();
    await loading;
    await reviveDatabase(world);
    const result = await checkRun(world, workspaceId, load);
    await atRest?.();
    return { result, load };
  } finally {
    ending.abort();
    await world.close();
  }
}
