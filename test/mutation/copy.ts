/** A copy of the repository in which mutants are tested: the working tree is never changed. */
import { spawn } from 'node:child_process';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { guardFolder } from '../../packages/dev-database/src/folder-guard.ts';
import { startThrowawayPostgres } from '../../packages/dev-database/src/throwaway.ts';
import { prepareTemplate, serverVariable } from '../support/template.ts';

export interface Outcome {
  result: 'passed' | 'failed' | 'timed out';
  milliseconds: number;
  /** The name of the test that failed, or the end of the output. */
  by: string;
}

export interface Copy {
  root: string;
  /** Replaces a file of the copy. */
  put(path: string, content: string): Promise<void>;
  /** Runs these test files of the copy until one fails. */
  run(tests: readonly string[], timeoutMs: number): Promise<Outcome>;
  close(): Promise<void>;
}

/** Copies the repository and starts one PostgreSQL for all runs of tests in the copy. */
export async function makeCopy(repository: string): Promise<Copy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-mutation-')));
  const release = guardFolder(folder);
  const [root, temporary] = [join(folder, 'repository'), join(folder, 'tmp')];
  const left = new Set(['node_modules', '.git', 'data', 'coverage', '.turbo']);
  await cp(repository, root, { recursive: true, filter: (path) => !left.has(basename(path)) });
  await linkModules(join(repository, 'node_modules'), join(root, 'node_modules'));
  const server = await startThrowawayPostgres();
  await prepareTemplate(server.url);
  return {
    root,
    put: (path, content) => writeFile(join(root, path), content),
    run: async (tests, timeoutMs) => {
      await mkdir(temporary);
      try {
        return await runJest(root, tests, timeoutMs, {
          ...process.env,
          TMPDIR: temporary,
          [serverVariable]: server.url,
          TESTS_IN_ORDER: JSON.stringify(tests),
        });
      } finally {
        await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
        await dropTestDatabases(server.url);
      }
    },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      release();
    },
  };
}

/** Links the same packages. The relative links between workspaces then point into the copy. */
async function linkModules(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    const path = join(from, name);
    if (name === '@countersign') await linkModules(path, join(to, name));
    else if ((await lstat(path)).isSymbolicLink()) await symlink(await readlink(path), join(to, name));
    else await symlink(path, join(to, name));
  }
}

async function runJest(
  root: string,
  tests: readonly string[],
  timeoutMs: number,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const config = await configOf(root);
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      ...[
        '--config',
        JSON.stringify(config),
        '--runInBand',
        '--watchman=false',
        '--runTestsByPath',
        ...tests,
      ],
    ],
    // In a separate process group, so that processes started by tests can be ended with it.
    { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const endGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup();
  }, timeoutMs);
  process.on('exit', endGroup);
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  endGroup();
  process.off('exit', endGroup);
  const [out, err] = await output;
  const by = /^FAILED (.*)$/m.exec(out)?.[1] ?? `${out}${err}`.trim().slice(-2000);
  const result = timedOut ? 'timed out' : status === 0 ? 'passed' : 'failed';
  return { result, milliseconds: performance.now() - began, by };
}

/** The normal jest configuration without the setup that starts a PostgreSQL server for each run. */
async function configOf(root: string): Promise<object> {
  const { default: whole, unit } = (await import(join(root, 'jest.config.js'))) as {
    default: { testTimeout: number };
    unit: Record<string, unknown>;
  };
  return {
    ...unit,
    rootDir: root,
    testMatch: ['<rootDir>/{packages,apps,test,bench}/**/*.test.ts'],
    // A timeout on a slow machine must not count as a detected mutant.
    testTimeout: whole.testTimeout * 5,
    testSequencer: join(root, 'test/mutation/jest-in-order.mjs'),
    reporters: [join(root, 'test/mutation/jest-first-failure.mjs')],
  };
}

/** Drops the databases that a run leaves behind when it ends at its first failure. */
async function dropTestDatabases(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'test\\_%'`,
    );
    for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  } finally {
    await admin.end();
  }
}
