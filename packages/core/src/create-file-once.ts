/** Files with keys that are created once: no process, and no crash, may leave two keys or an empty one. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates the file and its folder, readable by this user only. An existing file stays. On return the file is durable, so values that are
 * encrypted with a key in it cannot outlive the key.
 */
export async function createFileOnce(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary, { force: true });
  await syncFolder(folder);
  if (firstCreated) await syncFolder(dirname(firstCreated));
}

/** Makes the entries of a folder durable. Windows has no such call and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
