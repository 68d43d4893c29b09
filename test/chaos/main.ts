/**
 * `npm run test:chaos`: runs load on a whole installation while its parts are killed, disconnected, slowed and filled, and then checks
 * that nothing was lost (docs/OPERATIONS.md). Options: `--seconds 90` of faults for each storage, `--seed N`, `--storage s3,disk`,
 * `--callers 8`.
 */
import { parseArgs } from 'node:util';
import { type CheckResult, checkRun } from './check.ts';
import { reviveDatabase, runFaults } from './faults.ts';
import { emptyLoad, type Load, runLoad } from './load.ts';
import { createLoadWorkspace, untilMoreSealed } from './prepare-world.ts';
import { printResult } from './print-result.ts';
import { type StorageKind, startWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    storage: { type: 'string', default: 's3,disk' },
    callers: { type: 'string', default: '8' },
  },
});

/** A seeded random number generator (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function run(kind: StorageKind, random: () => number): Promise<boolean> {
  const started = performance.now();
  const world = await startWorld({ storage: kind, random });
  const ending = new AbortController();
  try {
    const { workspaceId, key } = await createLoadWorkspace(world);
    const load = emptyLoad();
    const loading = runLoad(world, key, Number(values.callers), ending.signal, load);
    // A slow machine may need longer for the first document than the faults take.
    await untilMoreSealed(world, 1);
    const happened = await runFaults(world, Number(values.seconds), random);
    ending.abort();
    await loading;
    for (const line of Object.values(world.lines)) line?.setMode('pass');
    world.s3?.setFault(null);
    world.pki.behave({});
    await reviveDatabase(world);
    const result = await checkRun(world, workspaceId, load);
    printRun(kind, world, happened, load, result, (performance.now() - started) / 1000);
    return result.faults.length === 0;
  } finally {
    ending.abort();
    await world.close();
  }
}

function printRun(
  kind: StorageKind,
  world: World,
  happened: Map<string, number>,
  load: Load,
  result: CheckResult,
  seconds: number,
): void {
  const restarts = world.processes.reduce((sum, { starts }) => sum + starts - 1, 0);
  console.log(`\nStorage ${kind}, ${seconds.toFixed(0)} s, ${restarts} restarts`);
  for (const [name, count] of [...happened].sort(([, a], [, b]) => b - a))
    console.log(`  ${String(count).padStart(4)}  ${name}`);
  printResult(world, load, result);
}

const random = generator(Number(values.seed));
console.log(`Chaos, seed ${values.seed}, ${values.seconds} s of faults for each of ${values.storage}`);
let isSound = true;
for (const kind of values.storage.split(',')) isSound = (await run(kind as StorageKind, random)) && isSound;
console.log(isSound ? '\nNothing was lost.' : '\nErrors were found.');
process.exit(isSound ? 0 : 1);
