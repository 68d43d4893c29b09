/** One PostgreSQL server process on one data folder: creates the folder, and starts, finds and stops the server. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, type PostgresBinaries } from './binaries.ts';

const run = promisify(execFile);

export interface ServerSettings {
  binaries: PostgresBinaries;
  account: Account | null;
  databaseDir: string;
  logFile: string;
  /** `name=value` pairs for `-c`. */
  flags: readonly string[];
  /** The folder of the Unix socket; without it the server listens on TCP only. */
  socketDir?: string | null;
}

export interface Postmaster {
  pid: number;
  port: number;
  /** The folder of its Unix socket, or null. */
  socketDir: string | null;
}

/** A start failed that may succeed when it is repeated. `reason` is the cause. */
export class StartRefused extends Error {
  override name = 'StartRefused';
  readonly reason: 'port-taken' | 'still-running' | 'no-socket';
  constructor(reason: StartRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The whole environment of the server, so that it behaves the same on every machine. */
const serverEnv = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the data folder atomically if it is missing; two concurrent calls end up with the same folder. It uses UTF-8 and the
 * built-in C.UTF-8 locale, so that the sort order does not depend on the machine. The superuser is `countersign`.
 */
export async function createCluster(
  settings: ServerSettings,
  password: string,
  options: { sync: boolean },
): Promise<void> {
  const { binaries, account, databaseDir } = settings;
  if (await isCluster(databaseDir)) return;
  const parent = dirname(databaseDir);
  await removeAbandoned(parent, `${basename(databaseDir)}.new-`);
  const fresh = `${databaseDir}.new-${randomBytes(6).toString('hex')}`;
  const passwordFile = `${fresh}.password`;
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) for (const path of [fresh, passwordFile]) await chown(path, account.uid, account.gid);
    await run(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        '--username=countersign',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(options.sync ? [] : ['--no-sync']),
      ],
      { env: serverEnv, cwd: '/', ...account },
    );
    await rename(fresh, databaseDir);
  } catch (error) {
    if (await isCluster(databaseDir)) return;
    throw new EmbeddedPostgresError(
      `The database folder ${databaseDir} could not be created: ${errorText(error)}`,
      { cause: error },
    );
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function isCluster(databaseDir: string): Promise<boolean> {
  return (await stat(join(databaseDir, 'PG_VERSION')).catch(() => null)) !== null;
}

/** Removes incomplete folders of killed processes: those older than ten minutes, which is longer than a creation takes. */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Starts the server and resolves once it accepts connections, after crash recovery if needed. The server is detached: a Ctrl-C in
 * the terminal reaches only this process, and the server outlives it. Throws StartRefused if a retry may help, otherwise
 * EmbeddedPostgresError with the last lines of the server's log.
 */
export async function launch(settings: ServerSettings, port: number): Promise<Postmaster> {
  const log = await open(settings.logFile, 'a', 0o600);
  try {
    const begin = (await log.stat()).size;
    const flags = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${settings.socketDir ?? ''}`,
      'unix_socket_permissions=0700',
      'timezone=UTC',
      ...settings.flags,
    ];
    const child = spawn(
      settings.binaries.postgres,
      ['-D', settings.databaseDir, ...flags.flatMap((flag) => ['-c', flag])],
      {
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log.fd, log.fd],
        cwd: '/',
        env: serverEnv,
        ...settings.account,
      },
    );
    let ended: string | null = null;
    child.once('exit', (code, signal) => {
      ended = signal ? `signal ${signal}` : `status ${code}`;
    });
    child.once('error', (error) => {
      ended = error.message;
    });
    child.unref();
    for (;;) {
      if (ended !== null) throw refusal(settings, ended, await readFrom(settings.logFile, begin));
      const state = await readPidFile(settings.databaseDir);
      if (state && state.pid === child.pid && state.status === 'ready') return state;
      await delay(15);
    }
  } finally {
    await log.close();
  }
}

function refusal(settings: ServerSettings, ended: string, output: string): Error {
  const lines = output.trim().split('\n').slice(-6).join('\n');
  const message = `PostgreSQL on ${settings.databaseDir} ended with ${ended}:\n${lines}`;
  if (/Address already in use|could not create any TCP\/IP sockets/.test(output))
    return new StartRefused('port-taken', message);
  if (/could not create any Unix-domain sockets/.test(output)) return new StartRefused('no-socket', message);
  if (/lock file .* already exists|pre-existing shared memory block/.test(output))
    return new StartRefused('still-running', message);
  if (/incompatible with server|initialized by PostgreSQL version/.test(output)) {
    return new EmbeddedPostgresError(
      `${settings.databaseDir} was made by another version of PostgreSQL. Dump it with that version and restore it, or set DATABASE_URL.\n${lines}`,
    );
  }
  return new EmbeddedPostgresError(message);
}

async function readFrom(path: string, begin: number): Promise<string> {
  const content = await readFile(path);
  return content.subarray(begin).toString('utf8');
}

/** Reads postmaster.pid. Its lines are pid, folder, start time, port, socket folder, address, memory key, status. */
async function readPidFile(databaseDir: string): Promise<(Postmaster & { status: string }) | null> {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return {
    pid: Math.abs(Number(lines[0])),
    port: Number(lines[3]),
    socketDir: lines[4]?.trim() || null,
    status: (lines[7] ?? '').trim(),
  };
}

/**
 * The server that runs on this folder, or null. Removes a postmaster.pid whose process id now belongs to another program (after a
 * restart of the machine or container), because it would prevent PostgreSQL from starting.
 */
export async function findPostmaster(databaseDir: string): Promise<Postmaster | null> {
  const state = await readPidFile(databaseDir);
  if (!state || !isAlive(state.pid)) return null;
  if (await isPostgres(state.pid)) return state;
  await rm(join(databaseDir, 'postmaster.pid'), { force: true });
  return null;
}

/** Whether a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const name =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      : await run('ps', ['-o', 'comm=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        );
  return basename(name.trim()).startsWith('postgres');
}

/**
 * Stops the server: `fast` closes all connections and writes a checkpoint, `immediate` crashes it. Resolves when the process has
 * ended. A fast stop that takes longer than 30 s becomes an immediate one.
 */
export async function stopPostmaster(
  settings: ServerSettings,
  pid: number,
  mode: 'fast' | 'immediate',
): Promise<void> {
  if (process.platform === 'win32') {
    await run(settings.binaries.pgCtl, ['stop', '-D', settings.databaseDir, '-m', mode, '-w']).catch(
      () => undefined,
    );
    return;
  }
  signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const begin = Date.now();
  for (let forced = mode === 'immediate'; isAlive(pid) && !(await isZombie(pid)); ) {
    if (!forced && Date.now() - begin > 30_000) {
      signal(pid, 'SIGQUIT');
      forced = true;
    }
    await delay(10);
  }
}

/** Ends the server and all its processes at once with SIGKILL. Linux only. Resolves when they have ended. */
export async function killPostmaster(pid: number): Promise<void> {
  // A stopped server starts no further processes.
  signal(pid, 'SIGSTOP');
  const children = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const own = [];
  for (const child of children) if ((await parentOf(child)) === pid) own.push(child);
  for (const one of [...own, pid]) signal(one, 'SIGKILL');
  for (const one of [pid, ...own]) while (isAlive(one) && !(await isZombie(one))) await delay(5);
}

async function parentOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may contain spaces.
  return text === '' ? null : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text === '' || text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
}

/** The longest path of a Unix socket, in bytes: 103 on macOS, 107 on Linux. */
const maxSocketPath = 103;

/** Whether the server can have its socket in this folder. Not on Windows, nor if the path is too long or looks like a list. */
export function canHoldSocket(folder: string): boolean {
  const longest = Buffer.byteLength(join(folder, '.s.PGSQL.65535'));
  return process.platform !== 'win32' && longest <= maxSocketPath && !/[,"]/.test(folder);
}

/**
 * A free port of the loopback interface, below the range from which the system assigns ports. So it stays free while a server
 * that listens on it restarts.
 */
export async function lastingPort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    // Browsers and fetch refuse some ports up to 10080.
    const port = randomInt(11_000, 32_768);
    try {
      await tryPort(port);
      return port;
    } catch (error) {
      if (attempt === 100) throw error;
    }
  }
}

/** Rejects if the port is taken. */
async function tryPort(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

function errorText(error: unknown): string {
  const output = (error as { stderr?: unknown }).stderr;
  return typeof output === 'string' && output.trim() !== '' ? output.trim() : String(error);
}
