/**
 * The PostgreSQL that comes with Countersign, for `npm start` without a DATABASE_URL (docs/spec/decisions.md, section 10). It listens on a
 * Unix socket in its data folder, where the platform has one, and on the loopback interface. Its data is in `<dataDir>/postgres`, and
 * its password and address are in files of `dataDir` that only the owner may read.
 *
 * The process that started the server owns it and holds an advisory lock on it with one connection. If that process is killed, the
 * lock is free at once, and the next start adopts the server, which still runs. If the server ends, its owner restarts it on the same port.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEmbeddedAddress, writeEmbeddedAddress } from '@countersign/db/embedded-address';
import type { Log } from '@countersign/log/port';
import pg from 'pg';
import { makeReachable, makeUsable, serverAccount } from './account.ts';
import { EmbeddedPostgresError, postgresBinaries } from './binaries.ts';
import {
  canHoldSocket,
  createCluster,
  findPostmaster,
  isAlive,
  lastingPort,
  launch,
  type Postmaster,
  type ServerSettings,
  StartRefused,
  stopPostmaster,
} from './postmaster.ts';

export { EmbeddedPostgresError } from './binaries.ts';

/** Another process owns the server on this folder. */
export class EmbeddedPostgresInUse extends EmbeddedPostgresError {
  override name = 'EmbeddedPostgresInUse';
}

export interface EmbeddedPostgres {
  /** URL of the database `countersign`, with the password. */
  url: string;
  /** Stops the server; committed data is on disk. May be called twice. */
  stop(): Promise<void>;
}

const database = 'countersign';
const ownerLock = 0x636f756e; // "coun", for pg_try_advisory_lock in the database postgres
const maxLogBytes = 10_000_000;

/** Settings for a laptop: few processes, and little memory while the server is idle. */
const flags = [
  'max_connections=200',
  'shared_buffers=128MB',
  // Saves four background processes: this server does not replicate, and a database in memory needs no processes for reads.
  'io_method=sync',
  'max_logical_replication_workers=0',
  'huge_pages=off',
  'log_min_messages=warning',
  'log_timezone=UTC',
  'log_line_prefix=%m [%p] ',
];

/**
 * Starts the server on `<dataDir>/postgres`, creating the folder if it is missing, or adopts the server that a killed process left
 * running. Throws EmbeddedPostgresInUse if another running process owns it, and EmbeddedPostgresError if it cannot run.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const binaries = postgresBinaries();
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const databaseDir = join(dataDir, 'postgres');
  const account = await serverAccount(databaseDir);
  await makeReachable(dataDir, account, log);
  await makeUsable(binaries, account, log);
  const settings: ServerSettings = {
    binaries,
    account,
    databaseDir,
    socketDir: canHoldSocket(databaseDir) ? databaseDir : null,
    logFile: join(dataDir, 'postgres.log'),
    flags,
  };

  const password = await keepPassword(dataDir, databaseDir);
  await createCluster(settings, password, { sync: true });
  const server = new OwnedServer(settings, password, dataDir, log);
  await server.start(options.port ?? null);
  return { url: server.url, stop: () => server.stop() };
}

class OwnedServer {
  url = '';
  #settings: ServerSettings;
  readonly #password: string;
  readonly #dataDir: string;
  readonly #log: Log;
  #running: Postmaster | null = null;
  #lock: pg.Client | null = null;
  #stopping: Promise<void> | null = null;
  #recovering: Promise<void> | null = null;

  constructor(settings: ServerSettings, password: string, dataDir: string, log: Log) {
    this.#settings = settings;
    this.#password = password;
    this.#dataDir = dataDir;
    this.#log = log;
  }

  async start(fixedPort: number | null): Promise<void> {
    const recorded = await readEmbeddedAddress(this.#dataDir);
    await this.#acquire(fixedPort ?? recorded?.port ?? null, fixedPort !== null);
    await this.#createDatabase();
    await this.#record();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#recovering?.catch(() => undefined);
    const lock = this.#lock;
    this.#lock = null;
    await lock?.end().catch(() => undefined);
    if (this.#running) await stopPostmaster(this.#settings, this.#running.pid, 'fast');
  }

  /** Resolves when the server runs and we hold its owner lock. */
  async #acquire(preferredPort: number | null, fixed: boolean): Promise<void> {
    let port = preferredPort;
    for (let attempt = 1; ; attempt += 1) {
      const found = await findPostmaster(this.#settings.databaseDir);
      try {
        const running = found ?? (await this.#launch(port ?? (await lastingPort())));
        if (await this.#takeLock(running)) {
          if (found)
            this.#log.info('adopted the database server of an earlier run', {
              pid: found.pid,
              port: found.port,
            });
          return;
        }
      } catch (error) {
        if (!(error instanceof StartRefused) || attempt >= 60) throw error;
        if (error.reason === 'port-taken') {
          if (fixed)
            throw new EmbeddedPostgresError(`Port ${port} is taken: the database cannot listen on it.`, {
              cause: error,
            });
          port = null;
          continue;
        }
      }
      if (attempt >= 60) {
        throw new EmbeddedPostgresError(
          `The database server on ${this.#settings.databaseDir} (process ${found?.pid}) does not answer; see ${this.#settings.logFile}.`,
        );
      }
      await delay(250);
    }
  }

  async #launch(port: number): Promise<Postmaster> {
    const size = await stat(this.#settings.logFile).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maxLogBytes) await truncate(this.#settings.logFile);
    try {
      return await launch(this.#settings, port);
    } catch (error) {
      if (!(error instanceof StartRefused) || error.reason !== 'no-socket') throw error;
      // Some file systems, such as shared folders of virtual machines, have no sockets.
      this.#settings = { ...this.#settings, socketDir: null };
      return launch(this.#settings, port);
    }
  }

  /** False if the server has ended or is not ready yet. */
  async #takeLock(running: Postmaster): Promise<boolean> {
    const client = new pg.Client({
      host: running.socketDir ?? '127.0.0.1',
      port: running.port,
      user: 'countersign',
      password: this.#password,
      database: 'postgres',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean; folder: string }>(
        `SELECT pg_try_advisory_lock($1) AS taken, current_setting('data_directory') AS folder`,
        [ownerLock],
      );
      if (resolve(rows[0]?.folder ?? '') !== this.#settings.databaseDir)
        throw new EmbeddedPostgresError(`Port ${running.port} answers for another database folder.`);
      if (!rows[0]?.taken) {
        throw new EmbeddedPostgresInUse(
          `Another Countersign already runs on ${this.#dataDir} (database process ${running.pid}). Stop it first, or set another DATA_DIR.`,
        );
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof EmbeddedPostgresError) throw error;
      if ((error as { code?: string }).code === '28P01') {
        throw new EmbeddedPostgresError(
          `The password in ${join(this.#dataDir, 'postgres.password')} is not the password of the database in the same folder. Restore that file from the backup.`,
        );
      }
      return false;
    }
    this.#running = running;
    this.#lock = client;
    this.url = urlOf(running, this.#password);
    client.once('end', () => {
      if (this.#lock === client) this.#recovering = this.#recover(running);
    });
    return true;
  }

  /** Called when the connection with the lock broke. Restarts the server on its port, as often as needed. */
  async #recover(lost: Postmaster): Promise<void> {
    this.#lock = null;
    while (!this.#stopping) {
      try {
        if (!isAlive(lost.pid))
          this.#log.error('the database server ended; starting it again', { pid: lost.pid });
        await this.#acquire(lost.port, true);
        await this.#record();
        this.#log.info('the database server runs again', { pid: this.#running?.pid });
        return;
      } catch (error) {
        this.#log.error('the database server could not be started again', { error: String(error) });
        await delay(1000);
      }
    }
  }

  async #createDatabase(): Promise<void> {
    const lock = this.#lock;
    if (!lock) throw new EmbeddedPostgresError('The database server ended while it was being set up.');
    const { rowCount } = await lock.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await lock.query(`CREATE DATABASE ${database}`);
  }

  async #record(): Promise<void> {
    if (!this.#running) return;
    const { pid, port } = this.#running;
    await writeEmbeddedAddress(this.#dataDir, { url: this.url, port, pid });
  }
}

/** With a socket, its folder is the parameter `host`, which pg and libpq prefer to the host of the URL. */
function urlOf({ port, socketDir }: Postmaster, password: string): string {
  const url = `postgresql://countersign:${password}@127.0.0.1:${port}/${database}`;
  return socketDir ? `${url}?host=${encodeURIComponent(socketDir)}` : url;
}

/** The password of the data folder. The first start creates it; concurrent first starts get the same one. */
async function keepPassword(dataDir: string, databaseDir: string): Promise<string> {
  const path = join(dataDir, 'postgres.password');
  for (;;) {
    const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    if (kept.trim() !== '') return kept.trim();
    if (await stat(join(databaseDir, 'PG_VERSION')).catch(() => null)) {
      throw new EmbeddedPostgresError(
        `${path} is missing, but the database in the same folder needs it. Restore it from the backup.`,
      );
    }
    const fresh = join(dataDir, `postgres.password.${randomBytes(6).toString('hex')}`);
    await writeFile(fresh, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
    await publish(fresh, path);
  }
}

/** Gives the file its name, unless another start did so first. */
async function publish(fresh: string, path: string): Promise<void> {
  try {
    await link(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}
