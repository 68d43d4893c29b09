/**
 * A full disk under load: callers get 503, nothing is stored incompletely, and everything continues once there is space.
 *
 * The tests were seen to fail with broken code. Database: no more 503 when db/errors.ts did not know SQLSTATE 53100 (disk full). Files:
 * files were left in `incoming` when the storage did not remove what it could not write, and no more 503 when errors of the file
 * system were not reported as an unavailable storage.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reviveDatabase } from '../chaos/faults.ts';
import { canMountSmallDisk } from '../support/small-disk.ts';
import { underLoad } from './under-load.ts';

const testOnSmallDisk = canMountSmallDisk() ? test : test.skip;

testOnSmallDisk('the disk of the database fills up under load', async () => {
  const smallDisk = { of: 'database', sizeBytes: 400_000_000 } as const;
  const { result } = await underLoad({ storage: 'disk', smallDisk }, async (running) => {
    const disk = running.world.disk!;
    await running.untilMoreSealed(3);
    await disk.fill();
    await running.refusesMore(3);
    await disk.free();
    await reviveDatabase(running.world);
    await running.untilMoreSealed(3);
  });
  expect(result.faults).toEqual([]);
  expect(result.deadJobs).toBe(0);
  expect(result.sealed).toBeGreaterThanOrEqual(6);
});

testOnSmallDisk('the disk of the files fills up under load', async () => {
  const smallDisk = { of: 'files', sizeBytes: 30_000_000 } as const;
  const { result } = await underLoad({ storage: 'disk', smallDisk }, async (running) => {
    const disk = running.world.disk!;
    await running.untilMoreSealed(3);
    await disk.fill();
    await running.refusesMore(3);
    await disk.free();
    await running.untilMoreSealed(3);
    return async () => {
      const files = await blobsIn(join(disk.path, 'blobs'));
      expect(files.length).toBeGreaterThan(6);
      for (const path of files) expect(digestOf(await readFile(path))).toBe(basename(path));
      expect(await readdir(join(disk.path, 'blobs', 'incoming'))).toEqual([]);
    };
  });
  expect(result.faults).toEqual([]);
  expect(result.deadJobs).toBe(0);
  expect(result.sealed).toBeGreaterThanOrEqual(6);
});

async function blobsIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
