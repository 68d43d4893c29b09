/** Every command has help, and docs/CLI.md is generated from it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { referenceText } from './reference.ts';

test('docs/CLI.md is up to date; otherwise run npm run docs:cli', () => {
  const text = readFileSync(new URL('../../../docs/CLI.md', import.meta.url), 'utf8');
  expect(text).toBe(referenceText());
});

test('every command has an example that begins with its own name', () => {
  const sections = referenceText().split('\n### ').slice(1);
  expect(sections.length).toBeGreaterThan(40);
  const wrong = sections.filter((section) => {
    const name = /^`countersign(?: [a-z-]+)+/.exec(section)?.[0].slice(1) ?? '?';
    return !section.split('```sh\n')[1]?.includes(name);
  });
  expect(wrong.map((section) => section.split('\n')[0])).toEqual([]);
});
