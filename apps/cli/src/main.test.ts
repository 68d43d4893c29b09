/** The command as a process, when nobody reads its output any more. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { compileCache } from '../../../test/support/cache.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The exit status, and what arrives at the other output. */
async function unread(output: 'stdout' | 'stderr', ...words: string[]): Promise<[number | null, string]> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...compileCache };
  const child = spawn(process.execPath, [main, ...words], { env, stdio: 'pipe' });
  child[output].destroy();
  const rest: Buffer[] = [];
  child[output === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk: Buffer) => rest.push(chunk));
  const [status] = await once(child, 'close');
  return [status as number | null, Buffer.concat(rest).toString()];
}

test('ends quietly when the reader of its output, such as head, has closed the pipe', async () => {
  expect(await unread('stdout', '--help')).toEqual([0, '']);
});

test('keeps its exit status when nobody reads its errors', async () => {
  // Not signed in.
  expect(await unread('stderr', 'keys', 'list')).toEqual([3, '']);
});
