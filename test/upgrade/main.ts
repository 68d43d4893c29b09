/**
 * `npm run test:upgrade`: runs load on a whole installation of an earlier version, applies the migrations of this version while it runs,
 * replaces the processes one by one, and checks that nothing was lost or doubled (docs/OPERATIONS.md, Upgrade); a webhook event
 * may be delivered again with the same id. `--from REF` (the newest tag by default), `--to REF` (HEAD), `--callers 8`.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRun } from '../chaos/check.ts';
import { emptyLoad, type Load, runLoad } from '../chaos/load.ts';
import { createLoadWorkspace, untilAllReady, untilMoreSealed } from '../chaos/prepare-world.ts';
import { printResult } from '../chaos/print-result.ts';
import { runAdmin, startWorld, type World } from '../chaos/world.ts';
import { until } from '../support/until.ts';
import { type Checkout, checkOut, newestTag } from './checkout.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'HEAD' },
    callers: { type: 'string', default: '8' },
  },
});

/** Seals to wait for in each state of the installation. */
const steadySeals = 5;

/** What a version may add while the previous one runs: columns with and without a default, an index, a table. */
const additiveMigration = `
ALTER TABLE document ADD COLUMN upgrade_test TEXT NOT NULL DEFAULT 'added';
ALTER TABLE recipient ADD COLUMN upgrade_test INTEGER;
CREATE INDEX event_upgrade_test_idx ON event (event_type);
CREATE TABLE upgrade_test (id UUID PRIMARY KEY, document_id UUID NOT NULL REFERENCES document (id) ON DELETE CASCADE);
`;

const migrationsOf = (root: string) => join(root, 'prisma', 'migrations');

/** Adds a migration to the new version if it has none that the old one lacks. */
async function ensureMigration(from: Checkout, to: Checkout): Promise<void> {
  const known = new Set(await readdir(migrationsOf(from.root)));
  const added = (await readdir(migrationsOf(to.root))).filter((name) => !known.has(name));
  if (added.length > 0) {
    console.log(`  new migrations: ${added.join(', ')}`);
    return;
  }
  console.log('  no new migration: the test adds one with columns, an index and a table');
  const folder = join(migrationsOf(to.root), '99990101000000_upgrade_test');
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), additiveMigration);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The longest time without a successful write. */
function longestPause({ writes }: Load, fromMs: number): number {
  const times = [fromMs, ...writes.map(({ doneMs }) => doneMs).filter((ms) => ms > fromMs)];
  return Math.max(...times.slice(1).map((ms, at) => ms - times[at]!));
}

/** Runs one step of the upgrade under load until further documents are sealed, and prints how long it took and paused writes. */
async function step(world: World, load: Load, what: string, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  const repeatsBefore = load.repeats;
  await work();
  const doneMs = performance.now();
  await untilMoreSealed(world, steadySeals);
  console.log(
    `  ${what}: ${seconds(doneMs - startedMs)}, longest pause of writes ${seconds(longestPause(load, startedMs))}, ${load.repeats - repeatsBefore} repeated requests`,
  );
}

/** Applies the new migrations while the old processes run. A new process that starts too early waits for them. */
async function migrateUnderLoad(world: World, load: Load, to: Checkout): Promise<void> {
  const early = await world.addApi(to.root);
  await until(async () => (await early.readiness()) === 503, 'the new process waits for the migrations');
  await step(world, load, 'migrations while the old processes run', async () => {
    await runAdmin(to.root, world.postgres.url, ['migrate']);
  });
  await untilAllReady([early]);
  await early.stop();
}

/** Replaces every process of the old version. */
async function replaceAll(world: World, load: Load, to: Checkout): Promise<void> {
  for (const process of world.processes)
    await step(world, load, `${process.name} replaced`, async () => {
      await process.replace({}, to.root);
      await untilAllReady([process]);
    });
}

async function upgrade(from: Checkout, to: Checkout): Promise<boolean> {
  const world = await startWorld({ storage: 'disk', smallDisk: null, root: from.root });
  const ending = new AbortController();
  try {
    const { workspaceId, key } = await createLoadWorkspace(world);
    const load = emptyLoad();
    const loading = runLoad(world, key, Number(values.callers), ending.signal, load);
    await untilMoreSealed(world, steadySeals);
    await migrateUnderLoad(world, load, to);
    await replaceAll(world, load, to);
    ending.abort();
    await loading;
    const result = await checkRun(world, workspaceId, load);
    for (const { name, starts } of world.processes)
      if (starts !== 2) result.faults.push(`${name} was started ${starts} times instead of twice`);
    if (result.deadJobs > 0) result.faults.push('dead letters');
    if (result.mails.doubled > 0) result.faults.push('emails were sent twice');
    printResult(world, load, result);
    return result.faults.length === 0;
  } finally {
    ending.abort();
    await world.close();
  }
}

const from = values.from ?? (await newestTag());
if (from === null) {
  console.error(
    'No version is tagged yet, so there is nothing to upgrade from. Name a commit: npm run test:upgrade -- --from HEAD',
  );
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'countersign-upgrade-'));
let isSound = false;
try {
  const [old, next] = [
    await checkOut(from, join(folder, 'from')),
    await checkOut(values.to, join(folder, 'to')),
  ];
  console.log(`Upgrade from ${old.label} to ${next.label}`);
  await ensureMigration(old, next);
  isSound = await upgrade(old, next);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(isSound ? '\nNothing was lost or doubled.' : '\nErrors were found.');
process.exit(isSound ? 0 : 1);
