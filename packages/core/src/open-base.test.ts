/** The secret key that is created once in a data directory. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
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
