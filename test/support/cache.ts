/** Folders that are created once and shared by concurrent test files and later runs. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder for files that later runs can reuse. */
export const cacheFolder = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/.cache/countersign/${name}`, import.meta.url));

/** A variable for Node processes: they store their compiled modules there, so the next start takes half the time. */
export const compileCache = { NODE_COMPILE_CACHE: cacheFolder('compiled') };

/** Fills the folder if it does not exist. It appears complete or not at all, also with concurrent callers. */
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
