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
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { guardFolder } from '../../packages/dev-database/src/folder-guard.ts';
import { startThrowawayPostgres } from '../../packages/dev-database/src/throwaway.ts';
import { prepareTemplate, serverVariable } from '../support/template.ts';
import type { Answer, Order } from './runner.ts';
import { activeVariable } from './switch.ts';

export interface Copy {
  root: string;
  /** Replaces a file of the copy. */
  put(path: string, content: string): Promise<void>;
  /** Starts a process that has loaded these test files of the copy, with this mutant from the start (-1: none). */
  start(tests: readonly string[], mutant: number): Promise<Runner>;
  close(): Promise<void>;
}

/** A process that runs tests: see runner.ts. */
export interface Runner {
  /** Mutants that the code reaches while it is loaded. */
  reached: number[];
  /** `ended`: the process died. `timed out`: it was killed. In both cases the runner is of no further use. */
  run(order: Order, timeoutMs: number): Promise<Extract<Answer, { kind: 'done' }> | 'ended' | 'timed out'>;
  /** Kills the process and what it started, and drops its databases. */
  end(): Promise<void>;
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
    start: async (tests, mutant) => {
      await mkdir(temporary);
      const env = { ...process.env, TMPDIR: temporary, [serverVariable]: server.url };
      return await startRunner(root, tests, { ...env, [activeVariable]: String(mutant) }, async () => {
        await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
        await dropTestDatabases(server.url);
      });
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

async function startRunner(
  root: string,
  tests: readonly string[],
  env: NodeJS.ProcessEnv,
  cleanUp: () => Promise<void>,
): Promise<Runner> {
  // In a separate process group, so that processes started by tests can be ended with it.
  const child = spawn(process.execPath, [join(root, 'test/mutation/runner.ts'), ...tests], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let printed = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4000);
  });
  const ended = new Promise<'ended'>((resolve) => child.once('exit', () => resolve('ended')));
  const endGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  process.on('exit', endGroup);
  const answer = () => new Promise<Answer>((resolve) => child.once('message', resolve));
  const end = async () => {
    process.off('exit', endGroup);
    endGroup();
    await ended;
    await cleanUp();
  };
  const loaded = await Promise.race([answer(), ended]);
  if (loaded === 'ended' || loaded.kind !== 'loaded') {
    await end();
    throw new RunnerFailed(printed);
  }
  return {
    reached: loaded.reached,
    end,
    run: async (order, timeoutMs) => {
      const answered = answer();
      child.send(order, () => undefined);
      const timer = new AbortController();
      const timedOut = delay(timeoutMs, 'timed out' as const, { signal: timer.signal }).catch(() => null);
      const first = await Promise.race([answered, ended, timedOut]);
      timer.abort();
      if (first === 'ended' || first === 'timed out') return first;
      return first as Extract<Answer, { kind: 'done' }>;
    },
  };
}

/** The test files cannot be loaded. The message is what the process printed. */
export class RunnerFailed extends Error {}

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
