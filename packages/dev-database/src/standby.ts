/** Standbys: a copy of a running server (PostgreSQL, "Making a Base Backup Using the Low Level API"), and its promotion. */
import { execFile } from 'node:child_process';
import { chown, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { ServerSettings } from './postmaster.ts';

const run = promisify(execFile);

/** Folders that must be empty in a copy, and files of the running server, which must be missing. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
];
const removed = ['postmaster.pid', 'postmaster.opts'];

/**
 * Copies the data folder of the server at `url` to the folder of `copy`, and marks it as a standby. The server keeps running. The
 * program pg_basebackup is not used, because the npm package of PostgreSQL does not include it.
 */
export async function copyAsStandby(
  url: string,
  { databaseDir: from }: Pick<ServerSettings, 'databaseDir'>,
  { databaseDir: to, account }: Pick<ServerSettings, 'databaseDir' | 'account'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`);
    // Files that the server removes during the copy are restored from its log.
    await run('cp', ['-a', from, to], { cwd: '/', ...account }).catch((error: { stderr?: string }) => {
      const lines = String(error.stderr ?? error)
        .trim()
        .split('\n');
      if (!lines.every((line) => line.includes('No such file or directory'))) throw error;
    });
    for (const name of removed) await rm(join(to, name), { force: true });
    for (const folder of emptied)
      for (const name of await readdir(join(to, folder)))
        await rm(join(to, folder, name), { recursive: true, force: true });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    const files = { backup_label: rows[0]!.labelfile, 'standby.signal': '' };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(to, name), text, { mode: 0o600 });
      if (account) await chown(join(to, name), account.uid, account.gid);
    }
  } finally {
    await client.end();
  }
}

/** Makes the standby at `url` a primary. Resolves when it accepts writes. */
export async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_promote()');
  } finally {
    await client.end();
  }
}
