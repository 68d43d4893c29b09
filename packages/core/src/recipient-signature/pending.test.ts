/** The files of attempts that have ended. */

import { join } from 'node:path';
import { newId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { ownsStorage } from '../blob/installation.ts';
import { removePrepared } from './pending.ts';

test('removes the file of an attempt, and nothing from the storage of another installation', async () => {
  const warnings: unknown[] = [];
  const base = await testBase();
  const log = { ...base.log, warn: (...line: unknown[]) => void warnings.push(line) };
  const { storage } = base;
  // An installation owns a storage that was empty when it first looked.
  await ownsStorage(base);
  const { sha256 } = await storage.putBytes(Buffer.from('prepared'));
  await removePrepared({ ...base, log }, null);
  expect(await storage.stat(sha256)).not.toBeNull();
  await removePrepared({ ...base, log }, sha256);
  expect(await storage.stat(sha256)).toBeNull();

  const foreign = createFileStorage({ root: join(base.folder, 'of-another') });
  await foreign.writeOwner(newId(), { replace: false });
  const kept = await foreign.putBytes(Buffer.from('prepared'));
  await removePrepared({ ...base, log, storage: foreign }, kept.sha256);
  expect(await foreign.stat(kept.sha256)).not.toBeNull();
  expect(warnings).toEqual([]);
});
