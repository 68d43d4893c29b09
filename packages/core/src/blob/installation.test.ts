/** Which database may delete files in a storage. */
import { join } from 'node:path';
import { newId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { claimStorage, findInstallation, ownsStorage } from './installation.ts';

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
