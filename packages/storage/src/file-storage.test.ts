/** Faults that only the file adapter can have: crashes, a missing folder, damaged files, leftovers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { canMountSmallDisk, mountSmallDisk } from '../../../test/support/small-disk.ts';
import { storageConformance } from './conformance.ts';
import { createFileStorage } from './file-storage.ts';
import { isNewStorage, openStorage } from './open-storage.ts';
import { BlobDamagedError, BlobMissingError, type Storage, StorageUnavailableError } from './storage.ts';

const posixTest = process.platform === 'win32' ? test.skip : test;

const testOnSmallDisk = canMountSmallDisk() ? test : test.skip;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-storage-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

storageConformance('the file storage', async () => ({
  storage: createFileStorage({ root: join(folder, 'conformance', 'made on demand') }),
  close: async () => undefined,
}));

testOnSmallDisk('a full disk leaves no empty name of the owner, so it can be written later', async () => {
  const place = join(folder, 'small disk');
  await mkdir(place);
  const disk = mountSmallDisk(place, 1_000_000)!;
  try {
    const storage = createFileStorage({ root: join(disk.path, 'blobs') });
    await storage.check();
    await disk.fill();
    await expect(storage.writeOwner('installation-1', { replace: false })).rejects.toThrow(
      StorageUnavailableError,
    );
    await disk.free();
    await storage.writeOwner('installation-1', { replace: false });
    expect(await storage.readOwner()).toBe('installation-1');
  } finally {
    disk.unmount();
  }
});

test('a folder that must be a storage is unavailable if it is not one, and is not created', async () => {
  const root = join(folder, 'mistyped');
  const mistyped = await openStorage(`file:${root}`, { mustExist: true });
  await expect(mistyped.check()).rejects.toThrow(StorageUnavailableError);
  await expect(mistyped.getBytes('0'.repeat(64))).rejects.toThrow(
    `The storage folder ${root} is not available.`,
  );
  await expect(stat(root)).rejects.toThrow('ENOENT');
  const { sha256 } = await createFileStorage({ root }).putBytes(Buffer.from('x'));
  expect(await (await openStorage(`file:${root}`, { mustExist: true })).getBytes(sha256)).toEqual(
    Buffer.from('x'),
  );
});

test('whether a folder would become a storage is found out without creating anything', async () => {
  const root = join(folder, 'later', 'blobs');
  expect(await isNewStorage(`file:${root}`)).toBe(true);
  await expect(stat(join(folder, 'later'))).rejects.toThrow('ENOENT');
  await mkdir(root, { recursive: true });
  expect(await isNewStorage(`file:${root}`)).toBe(true);
  await writeFile(join(root, 'letter.txt'), 'of somebody else');
  await expect(isNewStorage(`file:${root}`)).rejects.toThrow('Use an empty folder');
  await expect(isNewStorage(`file:${root}/letter.txt/blobs`)).rejects.toThrow(StorageUnavailableError);
  await unlink(join(root, 'letter.txt'));
  await createFileStorage({ root }).check();
  expect(await isNewStorage(`file:${root}`)).toBe(false);
});

test('a folder with other files is not made a storage; an empty one is, by several processes at once', async () => {
  const root = join(folder, 'not ours');
  await mkdir(root);
  await writeFile(join(root, 'letter.txt'), '');
  await expect(createFileStorage({ root }).check()).rejects.toThrow('it contains letter.txt');
  expect(await readdir(root)).toEqual(['letter.txt']);
  await rm(join(root, 'letter.txt'));
  await mkdir(join(root, 'lost+found'));
  await Promise.all(Array.from({ length: 8 }, () => createFileStorage({ root }).check()));
  await createFileStorage({ root }).check();
});

describe('a process killed with SIGKILL', () => {
  test('in the middle of a put leaves no blob, and its temporary file is removed after a day', async () => {
    const root = join(folder, 'killed-in-put');
    const child = startChild(
      root,
      `await storage.putStream((async function* () {
        yield Buffer.alloc(5_000_000, 1);
        console.log('half');
        await new Promise((resolve) => setInterval(resolve, 3_600_000));
      })(), { maxBytes: 1e9 });`,
    );
    await nextLine(child);
    await kill(child);
    const storage = createFileStorage({ root });
    expect(await names(storage)).toEqual([]);
    const [leftOver] = await readdir(join(root, 'incoming'));
    expect((await stat(join(root, 'incoming', leftOver!))).size).toBe(5_000_000);
    const young = new Date(Date.now() - 23 * 3_600_000);
    await utimes(join(root, 'incoming', leftOver!), young, young);
    await names(storage);
    expect(await readdir(join(root, 'incoming'))).toEqual([leftOver]);
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(root, 'incoming', leftOver!), old, old);
    await names(storage);
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  test('at any moment leaves only whole blobs, among them all that it reported', async () => {
    const root = join(folder, 'killed-at-any-moment');
    const reported: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const child = startChild(
        root,
        `const { randomBytes } = await import('node:crypto');
        const put = async () => { for (;;) console.log((await storage.putBytes(randomBytes(400_000))).sha256); };
        await Promise.all([put(), put(), put()]);`,
      );
      let count = 0;
      for await (const line of createInterface({ input: child.stdout! })) {
        reported.push(line);
        count += 1;
        if (count === 3 + round) await kill(child);
      }
    }
    const storage = createFileStorage({ root });
    const found = await names(storage);
    for (const sha256 of found) expect(digestOf(await storage.getBytes(sha256))).toBe(sha256);
    expect(found).toEqual(expect.arrayContaining(reported.filter((line) => line.length === 64)));
    expect(found.length).toBeGreaterThanOrEqual(4 * 3);
  });
});

describe('when the storage folder goes away', () => {
  test('every operation fails as unavailable, nothing is written in its place, and operations work again once it is back', async () => {
    const root = join(folder, 'away');
    const storage = createFileStorage({ root });
    const { sha256 } = await storage.putBytes(Buffer.from('kept'));
    await rename(root, `${root}-elsewhere`);
    await mkdir(root); // what a mount point looks like while its volume is not mounted
    const attempts: (() => Promise<unknown>)[] = [
      () => storage.putBytes(Buffer.from('new')),
      () => storage.getBytes(sha256),
      () => storage.openRange(sha256),
      () => storage.stat(sha256),
      () => storage.remove(sha256),
      () => storage.check(),
      () => names(storage),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(StorageUnavailableError);
    expect(await readdir(root)).toEqual([]);
    await rm(root, { recursive: true });
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(StorageUnavailableError);
    await rename(`${root}-elsewhere`, root);
    await storage.check();
    expect(Buffer.from(await storage.getBytes(sha256)).toString()).toBe('kept');
    await storage.putBytes(Buffer.from('new'));
    expect(await names(storage)).toHaveLength(2);
  });

  test('in the middle of a put, it fails as unavailable, and the same put succeeds afterwards', async () => {
    const root = join(folder, 'away-in-put');
    const storage = createFileStorage({ root });
    const bytes = randomBytes(10_000);
    async function* source(interrupt: boolean) {
      yield bytes;
      if (interrupt) await rename(root, `${root}-elsewhere`);
      yield bytes;
    }
    await expect(storage.putStream(source(true), { maxBytes: 1e6 })).rejects.toThrow(StorageUnavailableError);
    await rename(`${root}-elsewhere`, root);
    const { sha256 } = await storage.putStream(source(false), { maxBytes: 1e6 });
    expect((await storage.getBytes(sha256)).length).toBe(20_000);
  });

  test('a folder that cannot be created is unavailable until it can', async () => {
    const parent = join(folder, 'a file');
    await writeFile(parent, '');
    const storage = createFileStorage({ root: join(parent, 'blobs') });
    await expect(storage.putBytes(Buffer.from('x'))).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await rm(parent);
    await storage.check();
    expect((await storage.putBytes(Buffer.from('x'))).sizeBytes).toBe(1);
  });
});

describe('a stored file', () => {
  test('that was changed or cut on the disk is not returned as the blob, and not streamed to its end', async () => {
    const root = join(folder, 'changed');
    const storage = createFileStorage({ root });
    const { sha256 } = await storage.putBytes(Buffer.from('contract: 100 EUR'));
    for (const changed of ['contract: 900 EUR', 'contract: 10', '']) {
      await writeFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256), changed);
      await expect(storage.getBytes(sha256)).rejects.toThrow(BlobDamagedError);
      const { stream } = await storage.openRange(sha256);
      await expect(stream.toArray()).rejects.toThrow(BlobDamagedError);
    }
  });

  test('that is gone while the folder is there is missing, not unavailable', async () => {
    const storage = createFileStorage({ root: join(folder, 'gone') });
    await expect(storage.getBytes('ab'.repeat(32))).rejects.toThrow(BlobMissingError);
  });

  posixTest('can be read by its owner alone', async () => {
    const root = join(folder, 'private');
    const storage = createFileStorage({ root });
    const { sha256 } = await storage.putBytes(Buffer.from('x'));
    const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(root)).mode & 0o077).toBe(0);
  });

  test('is streamed in: every piece is on the disk before the next one is taken', async () => {
    const root = join(folder, 'large');
    const storage = createFileStorage({ root });
    const piece = randomBytes(1_000_000);
    let held = 0;
    async function* source() {
      for (let count = 0; count < 50; count += 1) {
        held = Math.max(held, count * piece.length - (await bytesIn(join(root, 'incoming'))));
        yield piece;
      }
    }
    const { sizeBytes } = await storage.putStream(source(), { maxBytes: 1e9 });
    expect(sizeBytes).toBe(50_000_000);
    expect(held).toBe(0);
  });
});

describe('STORAGE_URL', () => {
  test('opens a folder, in either notation, with spaces and other characters', async () => {
    for (const url of [`file:${folder}/by url #1 100%`, `file://${folder}/by%20url%20%231`])
      await (await openStorage(url)).check();
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['by url #1 100%', 'by url #1']));
  });

  test.each([
    ['ftp://host/blobs', 'the scheme "ftp:" is not supported'],
    ['/var/blobs', 'without a scheme'],
    ['file:relative/blobs', 'not an absolute folder'],
    ['file://host/blobs', 'is not a folder on this machine'],
  ])('%s is refused with the reason', async (url, reason) => {
    await expect(openStorage(url)).rejects.toThrow(`STORAGE_URL`);
    await expect(openStorage(url)).rejects.toThrow(reason);
  });
});

function startChild(root: string, body: string): ChildProcess {
  const code = `import { createFileStorage } from ${JSON.stringify(new URL('./file-storage.ts', import.meta.url).href)};
    const storage = createFileStorage({ root: ${JSON.stringify(root)} });
    ${body}`;
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

async function nextLine(child: ChildProcess): Promise<void> {
  await once(child.stdout!, 'data');
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function names(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of storage.list()) found.push(sha256);
  return found.sort();
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The size of all files of a folder; zero if it does not exist. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(join(folder, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}
