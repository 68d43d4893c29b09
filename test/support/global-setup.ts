/**
 * Before all tests: a folder for the temporary files of this run, which does not outlive it; one PostgreSQL of its own for this run,
 * and in it a template with every migration and queue, of which each test file gets a copy; and the browser, unpacked. Two runs on
 * one machine have nothing in common.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from '@countersign/dev-database/folder-guard';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { unpackChromium } from './browser.ts';
import { prepareTemplate, serverVariable } from './template.ts';

/** Jest asks for a default export. */
export default async function globalSetup(): Promise<void> {
  // A machine without a browser of ours fails the tests that need one, and no others.
  const browser = unpackChromium().catch(() => null);
  const folder = await makeFolder();
  const server = await startThrowawayPostgres();
  await prepareTemplate(server.url);
  await browser;
  process.env[serverVariable] = server.url;
  const endTestRun = async () => {
    await server.stop();
    await folder.remove();
  };
  Object.assign(globalThis, { endTestRun });
}

/** Temporary files of this process and of the test files' go into the folder from now on; PostgreSQL may run as another user in it. */
async function makeFolder(): Promise<{ remove(): Promise<void> }> {
  const usual = tmpdir();
  const folder = await mkdtemp(join(usual, 'countersign-run-'));
  const release = guardFolder(folder);
  await chmod(folder, 0o711);
  const use = (path: string) => Object.assign(process.env, { TMPDIR: path, TEMP: path, TMP: path });
  use(folder);
  return {
    remove: async () => {
      use(usual);
      await rm(folder, { recursive: true, force: true });
      release();
    },
  };
}
