/**
 * Concurrent writers: ten processes change the same documents at random for a while. Then every chain, status and count is checked.
 * Measures no speed. Exits with 1 if a check fails.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb, createDb } from '@countersign/db/client';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { nextMessage, track } from './support/children.ts';
import { printTable } from './support/table.ts';
import { checkEverything } from './writers/check.ts';
import { openBench, prepare } from './writers/prepare.ts';
import { type Tally, tallyFaults } from './writers/tally.ts';

export const title = 'Ten processes writing the same documents';

const processes = 10;
const seconds = 20;

/** Runs the writers and the check. Sets the exit status if something is wrong. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-writers-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const bench = await openBench(server.url, folder);
    const scope = await prepare(bench);
    await bench.close();
    const writers = await Promise.all(
      Array.from({ length: processes }, () => startWriter({ url: server.url, folder, seconds, ...scope })),
    );
    const tallies = await Promise.all(writers.map((go) => go()));
    const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
    const refusals = new Map<string, number>();
    for (const { refused } of tallies)
      for (const [slug, count] of Object.entries(refused))
        refusals.set(slug, (refusals.get(slug) ?? 0) + count);

    const db = createDb(server.url, { max: 5 });
    const verdict = await checkEverything(db, scope.workspaceId);
    await closeDb(db);
    const faults = [...tallyFaults(tallies), ...verdict.faults];
    printTable(
      ['what', 'count'],
      [
        ['changes made', String(sum((tally) => tally.done))],
        ['changes a second, all writers', String(Math.round(sum((tally) => tally.done) / seconds))],
        ...[...refusals].map(([slug, count]) => [`refused with ${slug}`, String(count)]),
        ['documents checked', String(verdict.documents)],
        ['events checked', String(verdict.events)],
        ['faults found', String(faults.length)],
      ],
    );
    for (const fault of [...new Set(faults)].slice(0, 20)) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves when the writer is ready, with a function that starts it and waits for its result. */
async function startWriter(job: object): Promise<() => Promise<Tally>> {
  const child = track(fork(join(import.meta.dirname, 'writers/writer.ts'), [JSON.stringify(job)]));
  await nextMessage(child);
  return () => {
    child.send('go');
    return nextMessage<Tally>(child);
  };
}
