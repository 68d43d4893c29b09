/** Which blobs are removed as soon as an upload has replaced them. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { ownsStorage } from './installation.ts';
import { removeReplaced } from './remove-replaced.ts';

test('a replaced blob is removed unless it was stored again after the one that replaced it', async () => {
  const base = await testBase();
  const { storage } = base;
  // Claims the storage while it is empty.
  expect(await ownsStorage(base)).toBe(true);
  /** Stores the bytes, and says that this was so many seconds after 1970. */
  const stored = async (text: string, seconds: number) => {
    const { sha256 } = await storage.putBytes(Buffer.from(text));
    const folder = join(base.folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4));
    await utimes(join(folder, sha256), seconds, seconds);
    return sha256;
  };
  const newer = await stored('newer', 1000);
  const old = await stored('old', 1001);
  const isThere = async (sha256: string) => (await storage.stat(sha256)) !== null;
  await removeReplaced(base, old, newer);
  expect(await isThere(old)).toBe(true);
  await stored('old', 1000);
  await removeReplaced(base, null, newer);
  await removeReplaced(base, newer, newer);
  expect([await isThere(old), await isThere(newer)]).toEqual([true, true]);
  // A file that is gone is no failure.
  const warnings: string[] = [];
  const noting = { ...base, log: { ...base.log, warn: (text: string) => void warnings.push(text) } };
  await removeReplaced(noting, old, '0'.repeat(64));
  await removeReplaced(noting, '0'.repeat(64), newer);
  expect([await isThere(old), warnings]).toEqual([true, []]);
  await removeReplaced(base, old, newer);
  expect([await isThere(old), await isThere(newer)]).toEqual([false, true]);
});

test('nothing is removed in the storage of another installation', async () => {
  const base = await testBase();
  const storage = createFileStorage({ root: join(base.folder, 'of-another') });
  await storage.writeOwner(newId(), { replace: false });
  const [old, newer] = [await storage.putBytes(Buffer.from('1')), await storage.putBytes(Buffer.from('2'))];
  await removeReplaced({ ...base, storage }, old.sha256, newer.sha256);
  expect(await storage.stat(old.sha256)).not.toBeNull();
});
