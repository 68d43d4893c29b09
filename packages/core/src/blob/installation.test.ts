/** Which database may delete files in a storage. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { StorageUnavailableError } from '@countersign/storage/storage';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, twoSigners } from '../../../../test/support/documents.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { claimStorage, findInstallation, ownsStorage } from './installation.ts';
import { openOwnStorage } from './own-storage.ts';

test('an installation owns an empty storage from its first use on, and that of another one only after it has claimed it', async () => {
  const base = await testBase();
  const { id, mayClaim } = await findInstallation(base.db);
  expect(mayClaim).toBe(true);
  expect(await ownsStorage(base)).toBe(true);
  expect(await base.storage.readOwner()).toBe(id);
  expect(await findInstallation(base.db)).toEqual({ id, mayClaim });

  const storage = createFileStorage({ root: join(base.folder, 'of-another') });
  const other = newId();
  await storage.writeOwner(other, { replace: false });
  expect(await ownsStorage({ ...base, storage })).toBe(false);
  expect(await storage.readOwner()).toBe(other);
  expect(await claimStorage(base.db, storage)).toEqual({ installation: id, before: other });
  expect(await ownsStorage({ ...base, storage })).toBe(true);
  expect(await claimStorage(base.db, storage)).toEqual({ installation: id, before: id });
});

test('a storage without the files of the database is not claimed, and no process starts in it until it is claimed', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const folderOf = (name: string) => join(base.folder, name);
  const urlOf = (name: string) => `file:${folderOf(name)}`;
  await expect(openOwnStorage(base, urlOf('new'))).resolves.toBeDefined();
  const { id } = await finalizedDraft(ctx, twoSigners);
  await expect((await openOwnStorage(base, urlOf('blobs'))).check()).resolves.toBeUndefined();

  // A folder that is not there, for example because its volume is not mounted.
  const absent = await openOwnStorage(base, urlOf('absent'));
  await expect(absent.check()).rejects.toThrow(StorageUnavailableError);
  await expect(stat(folderOf('absent'))).rejects.toThrow('ENOENT');

  const other = createFileStorage({ root: folderOf('other') });
  await other.check();
  expect(await ownsStorage({ ...base, storage: other })).toBe(false);
  expect(await other.readOwner()).toBeNull();
  await expect(openOwnStorage(base, urlOf('other'))).rejects.toThrow('has none of the newest files');
  await claimStorage(base.db, other);
  await expect(openOwnStorage(base, urlOf('other'))).resolves.toBeDefined();

  // The files of erased documents are deleted, so they show nothing.
  await eraseDocument(ctx, id, { keepSealed: false, cause: 'request' });
  await expect(openOwnStorage(base, urlOf('new'))).resolves.toBeDefined();
});

test('a database that was restored elsewhere is another installation, which owns nothing until it claims it', async () => {
  const base = await testBase();
  const before = await findInstallation(base.db);
  await base.db.installation.updateMany({ data: { database: 'of another PostgreSQL' } });
  expect(await ownsStorage(base)).toBe(false);
  expect(await base.storage.readOwner()).toBeNull();
  const { id, mayClaim } = await findInstallation(base.db);
  expect(mayClaim).toBe(false);
  expect(id).not.toBe(before.id);
  await claimStorage(base.db, base.storage);
  expect(await ownsStorage(base)).toBe(true);
});
