/** What `npm run dev` does when a file is saved. The folders are made for the tests. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepRunning } from './children.ts';
import { watchSources } from './development.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-development-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a saved source is reported with its path, a test next to it is not', async () => {
  await mkdir(join(folder, 'deep'));
  const changed = Promise.withResolvers<string>();
  const unwatch = watchSources([relative(root, folder)], changed.resolve);
  try {
    await writeFile(join(folder, 'deep/verb.test.ts'), '');
    await writeFile(join(folder, 'deep/verb.ts'), '');
    expect(await changed.promise).toBe(join(relative(root, folder), 'deep/verb.ts'));
  } finally {
    unwatch();
  }
});

test('a restarted process runs the new source, even if the old one ignores SIGTERM', async () => {
  const reports: string[] = [];
  let reported = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    reports.push(request.url!);
    response.end();
    reported.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const script = join(folder, 'script.mjs');
  const source = (name: string) =>
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); await fetch('http://127.0.0.1:${port}/${name}');`;
  await writeFile(script, source('old'));
  const child = await keepRunning({ name: 'script', script, env: {}, logDir: folder, console: () => {} });
  await reported.promise;
  reported = Promise.withResolvers();
  await writeFile(script, source('new'));
  child.restart();
  expect(child.pid()).toBeNull();
  await reported.promise;
  expect(reports).toEqual(['/old', '/new']);
  process.kill(child.pid()!, 'SIGKILL');
  await child.stop();
  server.close();
  expect(await readFile(join(folder, 'script.log'), 'utf8')).toBe('');
});
