import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeWhole } from './cache.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'countersign-whole-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const write = (name: string) => async (fresh: string) => {
  await writeFile(join(fresh, 'first'), name);
  await writeFile(join(fresh, 'last'), name);
};
const read = (folder: string) =>
  Promise.all(['first', 'last'].map((name) => readFile(join(folder, name), 'utf8')));

test('a concurrent caller does not use an unfinished folder; both get the first complete one, and nothing else remains', async () => {
  const folder = join(parent, 'shared');
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const slow = makeWhole(folder, async (fresh) => {
    await writeFile(join(fresh, 'first'), 'slow');
    begun.resolve();
    await finish.promise;
    await writeFile(join(fresh, 'last'), 'slow');
  });
  await begun.promise;
  expect(await read(await makeWhole(folder, write('quick')))).toEqual(['quick', 'quick']);
  finish.resolve();
  expect(await read(await slow)).toEqual(['quick', 'quick']);
  expect(await read(await makeWhole(folder, write('late')))).toEqual(['quick', 'quick']);
  expect(await readdir(parent)).toEqual(['shared']);
});

test('a folder that could not be filled does not appear, and the next caller creates it', async () => {
  const folder = join(parent, 'again');
  await expect(makeWhole(folder, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await read(await makeWhole(folder, write('second')))).toEqual(['second', 'second']);
});
