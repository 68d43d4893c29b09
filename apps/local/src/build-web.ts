/** Builds the pages at the start if their sources changed since the last build. Nothing else needs a build. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The sources of the pages, and the output of the build. */
const sources = ['apps/web', 'packages/contract/src'];
const built = ['apps/web/dist/index.html', 'apps/web/dist/console.html'];

/** Builds apps/web unless its output is newer than the sources. If the build fails, throws its output. */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const builtAt = await oldest(built);
  // An installation without development tools uses the existing build.
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

/** The modification time of the oldest file, in milliseconds; null if one is missing. */
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

/** The modification time of the newest file in the folders, without built and installed files. */
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
