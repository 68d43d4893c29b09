import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { until } from '../../../test/support/processes.ts';

const module = new URL('./folder-guard.ts', import.meta.url).href;

/** Kills a process that guards the folder, after it ended the guard if `isReleased`. */
async function guardAndDie(folder: string, isReleased: boolean): Promise<void> {
  const program = `
    const release = (await import(${JSON.stringify(module)})).guardFolder(${JSON.stringify(folder)});
    if (${isReleased}) release();
    console.log('guarded');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('a guarded folder is removed when its process is killed, even if another process creates it again; a released one stays', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'countersign-guard-'));
  try {
    const [guarded, released] = [join(parent, 'guarded'), join(parent, 'released')];
    for (const folder of [guarded, released]) await mkdir(join(folder, 'inner'), { recursive: true });
    await writeFile(join(guarded, 'inner', 'file'), 'x');
    await guardAndDie(released, true);
    await guardAndDie(guarded, false);
    await until(async () => !existsSync(guarded), 'the folder to go');
    await mkdir(guarded);
    await until(async () => !existsSync(guarded), 'the folder to go again');
    expect(existsSync(released)).toBe(true);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
