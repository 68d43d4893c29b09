/** Folders that are made once and shared: by the test files of a run, which go side by side, and by later runs. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder of this installation for what later runs can use again. */
export const cacheFolder = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/.cache/countersign/${name}`, import.meta.url));

/** Fills the folder unless it is there. It appears whole or not at all, and of two makers at once one is the first. */
export async function makeWhole(folder: string, fill: (fresh: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    await fill(fresh);
    await rename(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}
