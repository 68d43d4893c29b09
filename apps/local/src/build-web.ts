/** The pages are the one part that is built; a start does it when nobody has since their sources changed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the pages are made of, and what the build leaves. */
const sources = ['apps/web', 'packages/contract/src'];
const built = ['apps/web/dist/index.html', 'apps/web/dist/console.html'];

/** Builds apps/web unless its dist folder is there and newer than the sources. Throws with the build's output when it fails. */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const builtAt = await oldest(built);
  // An installation without the tools of development runs what was built for it.
  if (builtAt !== null && (!existsSync(vite) || (await newest(sources)) < builtAt)) return;
  say('Building the pages (once) …');
  await new Promise<void>((resolve, reject) => {
    const output: Buffer[] = [];
    const child = spawn(process.execPath, [vite, 'build'], {
      cwd: join(root, 'apps/web'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`building the pages failed:\n${Buffer.concat(output).toString()}`));
    });
  });
}

/** When the oldest of the files was written, in milliseconds; null when one is missing. */
async function oldest(files: readonly string[]): Promise<number | null> {
  const times = await Promise.all(
    files.map((file) =>
      stat(join(root, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
    ),
  );
  return times.some((time) => time === null) ? null : Math.min(...(times as number[]));
}

/** When the newest file in the folders was written; what is built or installed there does not count. */
async function newest(folders: readonly string[]): Promise<number> {
  let time = 0;
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !['node_modules', 'dist', '.turbo'].includes(entry.name))
        time = Math.max(time, await newest([path]));
      else if (entry.isFile()) time = Math.max(time, (await stat(join(root, path))).mtimeMs);
    }
  }
  return time;
}
