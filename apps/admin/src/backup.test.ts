/** `admin backup` and `admin restore` as an operator runs them: a restored copy next to the running original, on the same storage. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verifyChain } from '@countersign/contract/audit-chain';
import { withParts } from '@countersign/core/document/lock';
import { listEvents } from '@countersign/core/event/list';
import { collectBlobs } from '@countersign/core/housekeeping/collect-blobs';
import { closeDb, createDb } from '@countersign/db/client';
import { silentLog } from '@countersign/log/port';
import { jobs } from '@countersign/queue/jobs';
import { createQueue } from '@countersign/queue/queue';
import { copyBlobs } from '@countersign/storage/copy';
import { openStorage } from '@countersign/storage/open-storage';
import type { Storage } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { adminContext } from '../../../test/support/admin.ts';
import { type TestBase, testBase, testCtx } from '../../../test/support/base.ts';
import { finalizedDraft, sentDocument } from '../../../test/support/documents.ts';
import { s3Credentials, startTestS3, type TestS3 } from '../../../test/support/s3.ts';
import { samplePdf } from '../../../test/support/sample-pdf.ts';
import { type AdminContext, UsageError } from './command.ts';
import { backupCommands } from './commands/backup.ts';

const dayMs = 86_400_000;
let base: TestBase;
let s3: TestS3;
const databases: string[] = [];
const closers: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  base = await testBase();
  s3 = await startTestS3(join(base.folder, 's3'), ['files', 'backups']);
  process.env.AWS_ACCESS_KEY_ID = s3Credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = s3Credentials.secretAccessKey;
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  for (const name of databases) await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  await s3.close();
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseAt('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database on the same server; dropped at the end. */
async function emptyDatabase(): Promise<string> {
  const name = `test_restore_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  databases.push(name);
  return databaseAt(name);
}

function databaseAt(name: string): string {
  const url = new URL(base.databaseUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

interface Place {
  databaseUrl?: string;
  storageUrl: string;
}

/** Runs a command against a database and a storage. Returns its exit status and its output or error. */
async function admin(place: Place, ...words: string[]): Promise<{ status: number; text: string }> {
  const command = backupCommands.find((one) => one.words.every((word, index) => words[index] === word))!;
  const printed: string[] = [];
  const whole = adminContext(base, printed);
  const databaseUrl = place.databaseUrl ?? base.databaseUrl;
  const db = createDb(databaseUrl, { max: 2 });
  const context: AdminContext = {
    ...whole,
    db,
    databaseUrl,
    config: { ...whole.config, DATABASE_URL: databaseUrl, storageUrl: place.storageUrl },
  };
  const rest = words.slice(command.words.length);
  try {
    let status = 0;
    if ('run' in command) await command.run(context, rest);
    else status = await command.runAlone(context, rest);
    return { status, text: printed.join('\n') };
  } catch (error) {
    const status = error instanceof UsageError ? 2 : 1;
    return { status, text: [...printed, (error as Error).message].join('\n') };
  } finally {
    await closeDb(db);
  }
}

/** The context in which verbs run on a restored copy. */
async function openCopy(databaseUrl: string): Promise<TestBase> {
  const db = createDb(databaseUrl, { max: 4 });
  const queue = createQueue({ url: databaseUrl, log: silentLog });
  await queue.start();
  closers.push(async () => {
    await queue.stop();
    await closeDb(db);
  });
  return { ...base, db, queue, databaseUrl };
}

const nameIn = (text: string): string => /^[0-9a-f]{64}$/m.exec(text)![0];

async function filesOf(storageUrl: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { sha256 } of (await openStorage(storageUrl)).list()) names.add(sha256);
  return names;
}

/** A storage that also has the files of the storages before it, as the tests of this file share a database. */
async function openWhole(storageUrl: string): Promise<Storage> {
  const storage = await openStorage(storageUrl);
  for (const other of storages) await copyBlobs(await openStorage(other), storage);
  storages.add(storageUrl);
  return storage;
}
const storages = new Set<string>();

describe.each(['folder', 'bucket'])('on a %s', (kind) => {
  const storageUrlOf = (name: 'files' | 'backups') =>
    kind === 'bucket' ? s3.storageUrl(name) : `file:${join(base.folder, `${name}-of-${kind}`)}`;

  test('a restored copy has all rows, and maintenance runs in both keep every file of the original', async () => {
    const storageUrl = storageUrlOf('files');
    const original = { ...base, storage: await openWhole(storageUrl) };
    const ctx = await testCtx(original);
    const document = await sentDocument(ctx, { title: "O'Brien's\tLease\n🖋 \\. עברית" });
    const made = await admin({ storageUrl }, 'backup', '--to', storageUrlOf('backups'));
    expect(made).toMatchObject({ status: 0 });
    const name = nameIn(made.text);
    expect((await admin({ storageUrl }, 'backup', 'list', '--from', storageUrlOf('backups'))).text).toContain(
      name,
    );

    // Files stored after the backup, which the copy does not know.
    const later = await finalizedDraft(ctx, {}, await samplePdf(1, `later in a ${kind}`));
    const databaseUrl = await emptyDatabase();
    const place = { databaseUrl, storageUrl };
    const restored = await admin(place, 'restore', '--from', storageUrlOf('backups'), '--backup', name);
    expect(restored).toMatchObject({ status: 0 });
    expect(restored.text).toMatch(/No file is missing/);

    const copy = await openCopy(databaseUrl);
    const counts = (db: TestBase['db']) =>
      Promise.all([
        db.workspace.count(),
        db.apiKey.count(),
        db.recipient.count(),
        db.field.count(),
        db.mail.count(),
      ]);
    // The original now has one more document, with two recipients and two fields.
    const [workspaces, keys, recipients, fields, mails] = await counts(base.db);
    expect(await counts(copy.db)).toEqual([workspaces, keys, recipients! - 2, fields! - 2, mails]);
    expect(await copy.db.document.findUnique({ where: { id: document.id }, include: withParts })).toEqual(
      document,
    );
    const events = await listEvents(copy.db, document.id);
    expect(events).toEqual(await listEvents(base.db, document.id));
    expect(verifyChain(events)).toMatchObject({ ok: true });
    // The queue of the copy has the waiting jobs, and its ids continue after those of the original.
    expect(await copy.queue.fetch(jobs.mailSend.name, 10)).not.toHaveLength(0);
    const copied = await testCtx({ ...copy, storage: original.storage });
    await sentDocument(copied);

    const before = await filesOf(storageUrl);
    base.clock.advance(3 * dayMs);
    for (const one of [copy, base])
      await collectBlobs({ ...one, storage: original.storage }, { requestId: 'night' });
    const after = await filesOf(storageUrl);
    const names = await base.db.document.findMany({
      where: { workspaceId: ctx.workspaceId },
      select: { originalSha256: true },
    });
    expect(names.map(({ originalSha256 }) => originalSha256)).toContain(later.originalSha256);
    for (const { originalSha256 } of names) {
      expect(before).toContain(originalSha256);
      expect(after).toContain(originalSha256);
    }
  });

  test('after the copy claims the storage, only the copy may delete files', async () => {
    const storageUrl = storageUrlOf('files');
    const storage = () => openStorage(storageUrl);
    const orphan = async () => (await (await storage()).putBytes(randomBytes(64))).sha256;
    const first = await orphan();
    const { text } = await admin({ storageUrl }, 'backup', '--to', storageUrlOf('backups'));
    const databaseUrl = await emptyDatabase();
    const restored = await admin(
      { databaseUrl, storageUrl },
      ...['restore', '--from', storageUrlOf('backups'), '--backup', nameIn(text), '--without-jobs'],
    );
    expect(restored.text).toMatch(/belongs to installation .*, so this one deletes nothing/);
    const copy = await openCopy(databaseUrl);
    expect(await copy.queue.fetch(jobs.mailSend.name, 10)).toHaveLength(0);
    base.clock.advance(3 * dayMs);
    const night = async (one: TestBase) =>
      collectBlobs({ ...one, storage: await storage() }, { requestId: 'r' });
    expect(await night(copy)).toEqual({ blobs: 0, uploads: 0 });
    expect((await filesOf(storageUrl)).has(first)).toBe(true);
    expect((await admin({ databaseUrl, storageUrl }, 'storage', 'claim')).status).toBe(0);
    expect(await night(base)).toEqual({ blobs: 0, uploads: 0 });
    expect((await night(copy)).blobs).toBeGreaterThan(0);
    expect((await filesOf(storageUrl)).has(first)).toBe(false);
    expect((await admin({ storageUrl }, 'storage', 'claim')).status).toBe(0);
  });
});

describe('backup and restore refuse', () => {
  const storageUrl = () => `file:${join(base.folder, 'files-of-refused')}`;
  const backups = () => `file:${join(base.folder, 'backups-of-refused')}`;

  test('a database with workspaces, another version, a damaged or foreign file; the attempt leaves nothing behind', async () => {
    const ctx = await testCtx({ ...base, storage: await openWhole(storageUrl()) });
    await sentDocument(ctx);
    const { text } = await admin({ storageUrl: storageUrl() }, 'backup', '--to', backups());
    const name = nameIn(text);
    const into = (place: Place, backup: string) =>
      admin(place, 'restore', '--from', backups(), '--backup', backup);
    expect((await into({ storageUrl: storageUrl() }, name)).text).toMatch(/not empty/);

    const store = await openStorage(backups());
    const whole = Buffer.from(await store.getBytes(name));
    const cut = await store.putBytes(whole.subarray(0, whole.length - 100));
    const foreign = await store.putBytes(Buffer.from('not a backup'));
    const databaseUrl = await emptyDatabase();
    const place = { databaseUrl, storageUrl: storageUrl() };
    for (const damaged of [cut, foreign]) {
      expect((await into(place, damaged.sha256)).status).toBe(1);
      const copy = createDb(databaseUrl, { max: 1 });
      expect(await copy.workspace.count()).toBe(0);
      await closeDb(copy);
    }
    expect(await into(place, name)).toMatchObject({ status: 0 });
  });

  test('a backup into a storage in use, however it is spelled, and an invalid name', async () => {
    await symlink(join(base.folder, 'files-of-refused'), join(base.folder, 'a-link'));
    const folder = [
      storageUrl(),
      `${storageUrl()}/`,
      `file:${base.folder}/a-link`,
      `${storageUrl()}/new/backups`,
    ];
    for (const to of folder)
      expect(await admin({ storageUrl: storageUrl() }, 'backup', '--to', to)).toMatchObject({ status: 2 });
    expect(await readdir(join(base.folder, 'files-of-refused'))).not.toContain('new');

    const bucket = s3.storageUrl('files');
    const nested = bucket.replace('s3://files', 's3://files/uploads/backups');
    const aliased = bucket.replace('127.0.0.1', 'localhost');
    await (await openStorage(bucket)).writeOwner(randomUUID(), { replace: false });
    for (const to of [bucket, bucket.replace('s3://files', 's3://files/'), nested, aliased])
      expect(await admin({ storageUrl: bucket }, 'backup', '--to', to)).toMatchObject({ status: 2 });
    expect(
      await admin({ storageUrl: storageUrl() }, 'restore', '--from', backups(), '--backup', 'latest'),
    ).toMatchObject({ status: 2 });
  });

  test('a storage that cannot be asked is an error, and no file counts as present', async () => {
    const { text } = await admin({ storageUrl: storageUrl() }, 'backup', '--to', backups());
    // It has a bucket and no owner, but cannot say which files it has.
    const server = createServer(({ method, url }, response) => {
      const status = method !== 'HEAD' ? 404 : url!.includes('/blobs/') ? 403 : 200;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const restored = await admin(
        { databaseUrl: await emptyDatabase(), storageUrl: `s3://files?endpoint=${endpoint}` },
        ...['restore', '--from', backups(), '--backup', nameIn(text)],
      );
      expect(restored.status).toBe(1);
      expect(restored.text).toMatch(/cannot be used/);
      expect(restored.text).not.toMatch(/missing/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('a list of missing files is not written over another file', async () => {
    const list = join(base.folder, 'other.txt');
    await writeFile(list, 'other');
    const { text } = await admin({ storageUrl: storageUrl() }, 'backup', '--to', backups());
    const place = { databaseUrl: await emptyDatabase(), storageUrl: storageUrl() };
    const restored = await admin(
      place,
      ...['restore', '--from', backups(), '--backup', nameIn(text), '--missing', list],
    );
    expect(restored).toMatchObject({ status: 1, text: expect.stringMatching(/EEXIST/) });
    expect(await readFile(list, 'utf8')).toBe('other');
  });

  test('stored files that are missing are counted, named and listed in a file', async () => {
    const url = `file:${join(base.folder, 'files-of-missing')}`;
    const ctx = await testCtx({ ...base, storage: await openWhole(url) });
    const document = await finalizedDraft(ctx);
    const { text } = await admin({ storageUrl: url }, 'backup', '--to', backups());
    const list = join(base.folder, 'missing.txt');
    const restored = await admin(
      { databaseUrl: await emptyDatabase(), storageUrl: `file:${join(base.folder, 'an-empty-storage')}` },
      ...['restore', '--from', backups(), '--backup', nameIn(text), '--missing', list],
    );
    expect(restored.status).toBe(1);
    expect(restored.text).toMatch(/files missing in STORAGE_URL/);
    expect((await readFile(list, 'utf8')).split('\n')).toContain(document.originalSha256);
  });
});
