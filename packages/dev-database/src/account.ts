/** PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs as an unprivileged account that can reach its files. */
import { execFile } from 'node:child_process';
import { chmod, readdir, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '@countersign/log/port';
import { EmbeddedPostgresError, type PostgresBinaries } from './binaries.ts';

const run = promisify(execFile);

export interface Account {
  uid: number;
  gid: number;
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const account = { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    return account.uid > 0 ? account : null;
  } catch {
    return null;
  }
}

async function addPostgresAccount(): Promise<void> {
  await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
  await run('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres']).catch(
    () => undefined,
  );
}

/**
 * The account that the server must run as, or null if the current account can run it. For root: the owner of an existing data folder,
 * otherwise `postgres` (created if missing), otherwise `nobody`.
 */
export async function serverAccount(databaseDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(databaseDir).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await lookUp('postgres');
  if (existing) return existing;
  await addPostgresAccount();
  const account = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and no other account could be found or made. Start Countersign as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Lets the account reach `path`: adds the permission to search (not to list) to every folder above it that root owns, and logs this.
 * Throws EmbeddedPostgresError if another user owns a folder that the account cannot enter.
 */
export async function makeReachable(path: string, account: Account | null, log: Log): Promise<void> {
  if (!account) return;
  const folders: string[] = [];
  for (let folder = path; folder !== parse(folder).root; folder = dirname(folder)) folders.unshift(folder);
  for (const folder of folders) {
    const { uid, gid, mode } = await stat(folder);
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & needed) !== 0) continue;
    if (uid !== 0) {
      throw new EmbeddedPostgresError(
        `The account that PostgreSQL runs as (uid ${account.uid}) cannot enter ${folder}. Move Countersign or DATA_DIR elsewhere, or start it as the owner of that folder.`,
      );
    }
    await chmod(folder, (mode & 0o7777) | needed);
    log.warn(`allowed the database account to pass through ${folder}`, { folder, uid: account.uid });
  }
}

/**
 * Lets the account run the programs. With a umask such as 077, npm installs them and their libraries for the current user only. Throws
 * EmbeddedPostgresError like `makeReachable`.
 */
export async function makeUsable(
  { folder, postgres }: Pick<PostgresBinaries, 'folder' | 'postgres'>,
  account: Account | null,
  log: Log,
): Promise<void> {
  await makeReachable(folder, account, log);
  if (!account || ((await stat(postgres)).mode & 0o005) === 0o005) return;
  const whole = dirname(folder);
  const entries = await readdir(whole, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
  // The program itself is last, because the check above tests its permissions to see whether all is done.
  for (const path of [whole, ...paths.filter((path) => path !== postgres), postgres]) {
    const { mode } = await stat(path);
    await chmod(path, (mode & 0o7777) | ((mode & 0o500) >> 6));
  }
  log.warn(`allowed the database account to run the programs in ${whole}`, {
    folder: whole,
    uid: account.uid,
  });
}
