/** The commands that the console's pages show are commands of the command line, with options that it has (docs/CLI.md is made from it). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a page shows to be copied: command and options. */
async function shownCommands(): Promise<Array<{ command: string; options: string[] }>> {
  const folder = join(root, 'apps/web/src/console');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts
    .flatMap((text) => [...text.matchAll(/["`]countersign ([a-z]+(?:-[a-z]+)*(?: [a-z]+)?)([^"`]*)["`]/g)])
    .map(([, command = '', rest = '']) => ({ command, options: rest.match(/--[a-z-]+/g) ?? [] }));
}

test('every command that the console shows exists, with its options', async () => {
  const reference = await readFile(join(root, 'docs/CLI.md'), 'utf8');
  const commands = await shownCommands();
  expect(commands.length).toBeGreaterThanOrEqual(3);
  for (const { command, options } of commands) {
    const section = reference.split('\n### `countersign ').find((one) => one.startsWith(`${command} [`));
    expect([command, section !== undefined]).toEqual([command, true]);
    const known = `${section} ${reference.split('\n### ')[0]}`;
    expect([command, options.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(known))]).toEqual([
      command,
      [],
    ]);
  }
});
