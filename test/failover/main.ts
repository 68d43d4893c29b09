/**
 * `npm run test:failover`: runs load on a whole installation whose PostgreSQL has a synchronous standby, kills the primary and promotes
 * the standby, and checks that nothing was lost or doubled (docs/OPERATIONS.md, Failover); a webhook event may be delivered again with
 * the same id. Options: `--rounds 3` failovers one after another, `--detect-ms 2000` from the failure to the promotion, `--callers 8`. At
 * the end the only standby fails for `--stall-ms 5000`; 0 leaves that out. Seen to fail without the check for standbys (35 answers 500 in
 * two failovers) and without repeated attempts to record a sent email (2 sent twice).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import pg from 'pg';
import { checkRun } from '../chaos/check.ts';
import { emptyLoad, type Load, runLoad } from '../chaos/load.ts';
import { createLoadWorkspace, untilAllReady, untilMoreSealed } from '../chaos/prepare-world.ts';
import { printResult } from '../chaos/print-result.ts';
import { startWorld, type World } from '../chaos/world.ts';
import { until } from '../support/until.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    'detect-ms': { type: 'string', default: '2000' },
    'stall-ms': { type: 'string', default: '5000' },
    callers: { type: 'string', default: '8' },
  },
});

/** Seals to wait for before and after each failover. */
const steadySeals = 5;

/** Replication without loss: a commit is confirmed when the standby has it on disk. */
const replicating = [
  'wal_level=replica',
  'max_wal_senders=5',
  'wal_keep_size=1GB',
  'hot_standby=on',
  'synchronous_commit=on',
  'fsync=on',
  'full_page_writes=on',
  'track_commit_timestamp=on',
];

/** Times after the primary was killed, in milliseconds. */
interface Interruption {
  promoted: number;
  firstWrite: number;
  firstSeal: number;
  /** Until every process was ready: APIs reach the database, workers are notified of jobs. */
  allReady: number;
}

/** Runs `work` with a connection to the server itself. */
async function connectedTo<T>(
  server: ThrowawayPostgres,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds a standby and waits until commits wait for it. */
async function addSynchronousStandby(primary: ThrowawayPostgres): Promise<ThrowawayPostgres> {
  const standby = await primary.addStandby();
  await connectedTo(primary, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
    const streaming = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
    await until(async () => (await client.query(streaming)).rows.length === 1, 'the standby is synchronous');
  });
  return standby;
}

/** Kills the primary, and promotes the standby after the time that a failover manager needs to detect the failure. */
async function failOver(
  world: World,
  load: Load,
  primary: ThrowawayPostgres,
  standby: ThrowawayPostgres,
): Promise<Interruption> {
  await primary.kill();
  const killedMs = performance.now();
  const killedAt = new Date();
  const since = () => performance.now() - killedMs;
  // The address leads to the standby at once. Processes that connect before the promotion must not use it.
  world.lines.database.redirect(Number(new URL(standby.url).port));
  await delay(Number(values['detect-ms']));
  await standby.promote();
  const promoted = since();
  const firstWriteAfter = () => load.writes.find(({ sentMs }) => sentMs > killedMs);
  await until(async () => firstWriteAfter() !== undefined, 'a write after the failover');
  await untilAllReady(world.processes);
  const allReady = since();
  await untilMoreSealed(world, steadySeals);
  const [seal] = await world.db.$queryRaw<Array<{ at: Date }>>`
    SELECT min(pg_xact_commit_timestamp(xmin)) AS at FROM event
    WHERE event_type = 'envelope.sealed' AND pg_xact_commit_timestamp(xmin) > ${killedAt}`;
  return {
    promoted,
    firstWrite: firstWriteAfter()!.doneMs - killedMs,
    firstSeal: seal!.at.getTime() - killedAt.getTime(),
    allReady,
  };
}

/**
 * Kills the only standby: commits wait until an operator resets `synchronous_standby_names`. Returns how long it took from then to
 * the first successful write, in milliseconds.
 */
async function loseStandby(
  load: Load,
  primary: ThrowawayPostgres,
  standby: ThrowawayPostgres,
): Promise<number> {
  await standby.kill();
  return connectedTo(primary, async (client) => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    await until(async () => (await client.query(waiting)).rows.length > 0, 'a commit that waits');
    await delay(Number(values['stall-ms']));
    await client.query('ALTER SYSTEM RESET synchronous_standby_names');
    const resetMs = performance.now();
    await client.query('SELECT pg_reload_conf()');
    const firstWrite = () => load.writes.find(({ doneMs }) => doneMs > resetMs);
    await until(async () => firstWrite() !== undefined, 'a write without the standby');
    return firstWrite()!.doneMs - resetMs;
  });
}

function print(round: number, { promoted, firstWrite, firstSeal, allReady }: Interruption): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `  failover ${round}: promoted after ${seconds(promoted)}, first write ${seconds(firstWrite)}, first seal ${seconds(firstSeal)}, every process ready ${seconds(allReady)}`,
  );
}

async function run(): Promise<boolean> {
  const started = performance.now();
  const world = await startWorld({
    storage: 'disk',
    smallDisk: null,
    isDatabaseReplaced: true,
    databaseFlags: replicating,
  });
  const standbys: ThrowawayPostgres[] = [];
  const ending = new AbortController();
  try {
    const { workspaceId, key } = await createLoadWorkspace(world);
    const load = emptyLoad();
    const loading = runLoad(world, key, Number(values.callers), ending.signal, load);
    let primary = world.postgres;
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const standby = await addSynchronousStandby(primary);
      standbys.push(standby);
      await untilMoreSealed(world, steadySeals);
      print(round, await failOver(world, load, primary, standby));
      primary = standby;
    }
    if (Number(values['stall-ms']) > 0) {
      const standby = await addSynchronousStandby(primary);
      standbys.push(standby);
      await untilMoreSealed(world, steadySeals);
      const resumedMs = await loseStandby(load, primary, standby);
      console.log(
        `  standby lost: writes waited ${values['stall-ms']} ms until it was removed from the settings, first write ${(resumedMs / 1000).toFixed(2)} s after that`,
      );
      await untilMoreSealed(world, steadySeals);
    }
    ending.abort();
    await loading;
    const result = await checkRun(world, workspaceId, load);
    for (const { name, starts } of world.processes)
      if (starts > 1) result.faults.push(`${name} was started ${starts} times`);
    if (result.deadJobs > 0) result.faults.push('dead letters');
    if (result.mails.doubled > 0) result.faults.push('emails were sent twice');
    console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
    printResult(world, load, result);
    return result.faults.length === 0;
  } finally {
    ending.abort();
    await world.close();
    for (const standby of standbys) await standby.stop();
  }
}

console.log(`Failover, ${values.rounds} times, promotion ${values['detect-ms']} ms after the failure`);
const isSound = await run();
console.log(isSound ? '\nNothing was lost or doubled.' : '\nErrors were found.');
process.exit(isSound ? 0 : 1);
