/** The signing page is the one part that is built; the first start does it when nobody has. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds apps/web unless its dist folder is there. Throws with the build's output when it fails. */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  if (existsSync(join(root, 'apps/web/dist/index.html'))) return;
  say('Building the signing page (once) …');
  await new Promise<void>((resolve, reject) => {
    const output: Buffer[] = [];
    const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: join(root, 'apps/web'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    vite.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    vite.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    vite.once('error', reject);
    vite.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`building the signing page failed:\n${Buffer.concat(output).toString()}`));
    });
  });
}
