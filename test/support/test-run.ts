/**
 * The shared parts of a test run: a folder for temporary files and, if tests need it, a PostgreSQL with a migrated template
 * database. Each test file gets a copy of the template. Two runs on one machine share nothing.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from '@countersign/dev-database/folder-guard';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { prepareTemplate, serverVariable } from './template.ts';

const closers: Array<() => Promise<void>> = [];
let started: Promise<void> | null = null;

/** Starts PostgreSQL for the test files. Later calls of the same run share it. */
export function startDatabaseServer(): Promise<void> {
  started ??= start();
  return started;
}

/** Stops and removes what the run started. */
export async function endTestRun(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
  started = null;
}

async function start(): Promise<void> {
  await useRunFolder();
  const server = await startThrowawayPostgres();
  closers.push(() => server.stop());
  await prepareTemplate(server.url);
  process.env[serverVariable] = server.url;
}

/** From now on, temporary files of this process and of the test files go into a folder that the run removes at its end. */
async function useRunFolder(): Promise<void> {
  const usual = tmpdir();
  const folder = await mkdtemp(join(usual, 'countersign-run-'));
  const release = guardFolder(folder);
  // PostgreSQL may run as another user in it.
  await chmod(folder, 0o711);
  const use = (path: string) => Object.assign(process.env, { TMPDIR: path, TEMP: path, TMP: path });
  use(folder);
  closers.push(async () => {
    use(usual);
    await rm(folder, { recursive: true, force: true });
    release();
  });
}
