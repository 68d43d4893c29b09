/** Commands that back up the database to a folder or bucket, list backups and restore them. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '@countersign/config/env';
import { claimStorage, findInstallation, ownsStorage } from '@countersign/core/blob/installation';
import { namedFilesQuery } from '@countersign/core/blob/named-blobs';
import { closeDb, createDb } from '@countersign/db/client';
import { type DumpHeader, dumpRows, readDumpHeader, restoreRows } from '@countersign/db/dump';
import { findEmbeddedPostgres } from '@countersign/db/embedded-address';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { liesInStorage, openStorage } from '@countersign/storage/open-storage';
import { isBlobName, type Storage } from '@countersign/storage/storage';
import { type Command, numbered, parseWords, readOptions, UsageError } from '../command.ts';

/** Only jobs that still have to run are backed up. */
const jobsTable = 'pgboss.job';
const filesTable = 'files';
const extra = [
  { table: jobsTable, query: `SELECT * FROM ${jobsTable} WHERE state < 'completed'` },
  { table: filesTable, query: namedFilesQuery },
];
const largestBackup = 1024 ** 4;
const statsAtOnce = 32;
const shownMissing = 20;

export const backupCommands: Command[] = [
  {
    words: ['backup', 'list'],
    usage: 'backup list --from URL',
    summary: 'list the backups in a folder or bucket, newest first',
    runAlone: async ({ print }, words) => {
      const { options } = readOptions(words, { required: ['from'] });
      const storage = await openStorage(options.from, { mustExist: true });
      const found: Array<{ name: string; header: DumpHeader }> = [];
      for await (const { sha256 } of storage.list()) {
        const header = await headerOf(storage, sha256);
        if (header) found.push({ name: sha256, header });
      }
      found.sort((a, b) => (a.header.createdAt < b.header.createdAt ? 1 : -1));
      for (const { name, header } of found) print(`${header.createdAt}  ${name}`);
      if (found.length === 0) print('There are no backups.');
      return 0;
    },
  },
  {
    words: ['backup'],
    usage: 'backup --to URL',
    summary:
      'write a consistent backup of the database to a folder (file:/…) or bucket (s3://…) while processes run; prints its name',
    run: async ({ config, db, databaseUrl, print, now }, words) => {
      const { options } = readOptions(words, { required: ['to'] });
      const target = await openStorage(options.to);
      const inUse = new UsageError(
        '--to is in a storage that is in use, where unreferenced files are removed at night.',
      );
      if (await liesInStorage(options.to, config.storageUrl)) throw inUse;
      // Record an owner first, so that a copy restored from this backup finds that the storage has one.
      await ownsStorage({ db, now, log: silentLog, storage: await openStorage(config.storageUrl) });
      if ((await target.readOwner()) !== null) throw inUse;
      await target.check();
      const header = {
        format: 'countersign-backup' as const,
        version: 1 as const,
        createdAt: now().toISOString(),
        installation: (await findInstallation(db)).id,
      };
      const dump = Readable.from(dumpRows(databaseUrl, { header, extra }));
      const zipped = dump.pipe(createGzip());
      dump.on('error', (error) => zipped.destroy(error));
      const { sha256, sizeBytes } = await target.putStream(zipped, { maxBytes: largestBackup });
      print(`Backup of ${header.createdAt}, ${(sizeBytes / 1e6).toFixed(1)} MB:\n${sha256}`);
    },
  },
  {
    words: ['restore'],
    usage: 'restore --from URL --backup NAME [--missing FILE] [--without-jobs]',
    summary:
      'restore a backup into an empty database and report missing files; --without-jobs leaves out waiting emails and webhook calls',
    runAlone: async ({ config, print }, words) => {
      const { flags, rest } = splitFlags(words);
      const { options } = readOptions(rest, { required: ['from', 'backup'], optional: ['missing'] });
      if (!isBlobName(options.backup))
        throw new UsageError(
          '--backup must be the name that the command backup printed: 64 hexadecimal digits.',
        );
      const source = await openStorage(options.from, { mustExist: true });
      return withDatabase(config, async (databaseUrl) => {
        await migrateDatabase(databaseUrl, { log: silentLog });
        const files = new MissingFiles(await openStorage(config.storageUrl), options.missing);
        const { stream } = await source.openRange(options.backup);
        const restored = await restoreRows(databaseUrl, unzipped(stream), {
          leaveOut: flags['without-jobs'] ? [jobsTable] : [],
          collect: { table: filesTable, row: (sha256) => files.look(sha256) },
        });
        const rows = Object.entries(restored.rows).filter(([table]) => table !== filesTable);
        print(
          `Restored the backup of ${restored.header.createdAt}: ${rows.reduce((sum, [, count]) => sum + count, 0)} rows of ${numbered(rows.length, 'table')}.`,
        );
        await reportOwner(config, databaseUrl, print);
        const missing = await files.end();
        if (missing.count === 0) {
          print(`No file is missing (${restored.rows[filesTable] ?? 0} checked).`);
          return 0;
        }
        print(`${numbered(missing.count, 'file')} missing in STORAGE_URL:`);
        for (const sha256 of missing.first) print(`  ${sha256}`);
        if (missing.count > missing.first.length)
          print(options.missing ? `  … all in ${options.missing}` : '  … (list all with --missing FILE)');
        return 1;
      });
    },
  },
  {
    words: ['storage', 'claim'],
    usage: 'storage claim',
    summary:
      'make this installation the owner of STORAGE_URL, so that it deletes unreferenced files; for when it replaces the previous owner',
    run: async ({ config, db, print }, words) => {
      readOptions(words, { required: [] });
      const { installation, before } = await claimStorage(
        db,
        await openStorage(config.storageUrl, { mustExist: true }),
      );
      print(
        before === installation
          ? 'This installation already owns the storage.'
          : `This installation (${installation}) now owns the storage. Previous owner: ${before ?? 'none'}. Make sure that the previous one no longer runs.`,
      );
    },
  },
];

/**
 * Runs `use` on DATABASE_URL, or on the embedded database of DATA_DIR. The embedded database is started and stopped,
 * unless it is already running.
 */
async function withDatabase(config: Config, use: (databaseUrl: string) => Promise<number>): Promise<number> {
  const running = config.DATABASE_URL ?? (await findEmbeddedPostgres(config.dataDir))?.url;
  if (running) return use(running);
  const { startEmbeddedPostgres } = await import('@countersign/dev-database/embedded');
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: silentLog });
  try {
    return await use(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Takes `--without-jobs` out of the words, wherever it is. */
function splitFlags(words: readonly string[]) {
  const isFlag = (word: string) => word === '--without-jobs';
  const { flags } = parseWords(words.filter(isFlag), ['without-jobs']);
  return { flags, rest: words.filter((word) => !isFlag(word)) };
}

/** The header of a backup, or null if the file is not a backup. Reads only the first bytes. */
async function headerOf(storage: Storage, sha256: string): Promise<DumpHeader | null> {
  const { stream } = await storage.openRange(sha256, { start: 0, end: 65_535 });
  try {
    return await readDumpHeader(unzipped(stream));
  } catch {
    return null;
  } finally {
    stream.destroy();
  }
}

function unzipped(stream: Readable): AsyncIterable<Uint8Array> {
  const zip = createGunzip();
  zip.on('error', () => undefined);
  // On an error of `stream`, pipeline destroys `zip` with it, so the consumer of `zip` gets the errors of both.
  pipeline(stream, zip).catch(() => undefined);
  return zip;
}

async function reportOwner(
  config: Config,
  databaseUrl: string,
  print: (text: string) => void,
): Promise<void> {
  const db = createDb(databaseUrl, { max: 2 });
  try {
    const storage = await openStorage(config.storageUrl);
    const { id } = await findInstallation(db);
    const owner = await storage.readOwner();
    if (owner !== null && owner !== id)
      print(
        `The storage belongs to installation ${owner}, so this one deletes nothing in it. If it replaces that one, run: npm run -s admin -- storage claim`,
      );
  } finally {
    await closeDb(db);
  }
}

/**
 * Checks concurrently whether files are stored. Keeps the first missing ones, and writes all of them to a file if one is given. Throws if
 * the storage does not answer.
 */
class MissingFiles {
  count = 0;
  readonly first: string[] = [];
  readonly #storage: Storage;
  readonly #list: ReturnType<typeof createWriteStream> | null;
  #running = new Set<Promise<void>>();
  #failure: { error: unknown } | null = null;

  constructor(storage: Storage, path: string | undefined) {
    this.#storage = storage;
    this.#list = path === undefined ? null : createWriteStream(path, { flags: 'wx' });
    // `end` reports a file that exists already.
    this.#list?.on('error', () => undefined);
  }

  async look(sha256: string): Promise<void> {
    while (this.#running.size >= statsAtOnce) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.error;
    const looking: Promise<void> = this.#storage
      .stat(sha256)
      .then((found) => {
        if (found) return;
        this.count += 1;
        if (this.first.length < shownMissing) this.first.push(sha256);
        this.#list?.write(`${sha256}\n`);
      })
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(looking));
    this.#running.add(looking);
  }

  async end(): Promise<{ count: number; first: string[] }> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
    if (this.#list) await finished(this.#list.end());
    return { count: this.count, first: this.first.toSorted() };
  }
}
