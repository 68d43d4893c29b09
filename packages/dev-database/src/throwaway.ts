/** A PostgreSQL server in a temporary folder, for tests and benchmarks: fast, not durable, and removed when the process ends. */
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@countersign/log/port';
import { makeReachable, makeUsable, serverAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { guardFolder } from './folder-guard.ts';
import {
  createCluster,
  findPostmaster,
  killPostmaster,
  lastingPort,
  launch,
  type Postmaster,
  type ServerSettings,
  StartRefused,
  stopPostmaster,
} from './postmaster.ts';
import { copyAsStandby, promote } from './standby.ts';

export interface ThrowawayPostgres {
  /** URL of the database `postgres`, as superuser. */
  url: string;
  /** Stops the server and keeps its data; `immediate` is like a crash. `resume` starts it again on the same port. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  resume(): Promise<void>;
  /** kill -9 of all processes of the server at once, as if its machine had failed. Linux only. */
  kill(): Promise<void>;
  /**
   * Starts another server in a folder of its own that replicates this one. The server needs `wal_level=replica`, `max_wal_senders`
   * and `wal_keep_size`. Resolves when the standby accepts connections.
   */
  addStandby(): Promise<ThrowawayPostgres>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const flags = [
  'max_connections=300',
  'shared_buffers=128MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
];

/** The parts of a server that all its copies share. */
interface Origin {
  /** Settings of PostgreSQL, without those of a standby. */
  flags: readonly string[];
  parent: string | undefined;
  password: string;
}

/**
 * Starts a server in a new temporary folder below `parent`. If this process is killed, a guard stops the server and removes the
 * folder. `flags` are further `name=value` settings of PostgreSQL.
 */
export async function startThrowawayPostgres(
  options: { flags?: readonly string[]; parent?: string } = {},
): Promise<ThrowawayPostgres> {
  const password = randomBytes(12).toString('hex');
  const origin = { flags: [...flags, ...(options.flags ?? [])], parent: options.parent, password };
  return startIn(origin, [], (settings) => createCluster(settings, password, { sync: false }));
}

/** Starts a server in a new folder, whose data `fill` creates. */
async function startIn(
  origin: Origin,
  further: readonly string[],
  fill: (settings: ServerSettings) => Promise<void>,
): Promise<ThrowawayPostgres> {
  const binaries = postgresBinaries();
  const folder = await realpath(await mkdtemp(join(origin.parent ?? tmpdir(), 'countersign-postgres-')));
  const databaseDir = join(folder, 'data');
  const account = await serverAccount(databaseDir);
  if (account) await chown(folder, account.uid, account.gid);
  await makeReachable(folder, account, silentLog);
  await makeUsable(binaries, account, silentLog);
  const settings: ServerSettings = {
    binaries,
    account,
    databaseDir,
    logFile: join(folder, 'log'),
    flags: [...origin.flags, ...further],
  };
  const releaseGuard = guardFolder(folder);
  const stop = async () => {
    const found = await findPostmaster(databaseDir);
    if (found) await stopPostmaster(settings, found.pid, 'immediate');
    await rm(folder, { recursive: true, force: true });
    releaseGuard();
  };
  try {
    await fill(settings);
    let running = await launchAnywhere(settings);
    const url = `postgresql://countersign:${origin.password}@127.0.0.1:${running.port}/postgres`;
    return {
      url,
      halt: (mode) => stopPostmaster(settings, running.pid, mode),
      resume: async () => {
        running = await launch(settings, running.port);
      },
      kill: () => killPostmaster(running.pid),
      addStandby: () => {
        const primary = `host=127.0.0.1 port=${running.port} user=countersign password=${origin.password}`;
        return startIn(origin, [`primary_conninfo=${primary}`], (copy) => copyAsStandby(url, settings, copy));
      },
      promote: () => promote(url),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function launchAnywhere(settings: ServerSettings): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(settings, await lastingPort());
    } catch (error) {
      if (!(error instanceof StartRefused) || attempt === 10) throw error;
    }
  }
}
