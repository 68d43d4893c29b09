/** The secret key that is created once in a data directory. */
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@countersign/log/port';
import { expect, test } from '@jest/globals';
import { secretKeyOf } from './open-base.ts';

/** Like a process that starts a little after the previous one. */
async function startedAt(place: number, dataDir: string): Promise<string> {
  for (let turns = 0; turns < place * 3; turns += 1) await new Promise(setImmediate);
  return secretKeyOf({ dataDir }, silentLog);
}

test('processes that start at once on one folder, with the same process id as in containers, all get the same key', async () => {
  for (let round = 0; round < 40; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-key-'));
    try {
      const keys = await Promise.all(Array.from({ length: 8 }, (_, place) => startedAt(place, folder)));
      keys.push(await secretKeyOf({ dataDir: folder }, silentLog));
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[\w-]{43}$/);
      expect(await readdir(folder)).toEqual(['secret-key']);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});

const posixTest = process.platform === 'win32' ? test.skip : test;

posixTest('the key is durable before it has its name, and its name before it is used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-key-'));
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as { sync(this: FileHandle): Promise<void> };
  await handle.close();
  const { sync } = prototype;
  const synced: Array<{ isFolder: boolean; hasName: boolean }> = [];
  prototype.sync = async function () {
    const isFolder = (await this.stat()).isDirectory();
    synced.push({ isFolder, hasName: existsSync(join(folder, 'secret-key')) });
    return sync.call(this);
  };
  try {
    await secretKeyOf({ dataDir: folder }, silentLog);
    expect(synced).toEqual([
      { isFolder: false, hasName: false },
      { isFolder: true, hasName: true },
    ]);
  } finally {
    prototype.sync = sync;
    await rm(folder, { recursive: true });
  }
});
