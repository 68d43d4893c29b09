/** The size of the files that a browser fetches before a document can be signed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { builtPages } from '../support/built.ts';

const assets = join(builtPages, 'assets');
const size = (name: string) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
const manifest = JSON.parse(readFileSync(join(assets, '../.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** The scripts that a page loads at once, or also those that it can load later. */
function scriptsOf(entry: string, { later = true } = {}): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key]!;
    const name = chunk.file.replace(/^assets\//, '');
    if (!name.endsWith('.js') || found.has(name)) return;
    found.add(name);
    for (const next of [...(chunk.imports ?? []), ...(later ? (chunk.dynamicImports ?? []) : [])])
      visit(next);
  };
  visit(entry);
  return [...found];
}
const scripts = scriptsOf('index.html');

test('the scripts of a signing, in any one language and without the worker of pdf.js, are smaller than 235 KB', () => {
  const words = /^(?:german|french|spanish|arabic|italian|portuguese|dutch|polish|japanese|chinese)-/;
  const languages = scripts.filter((name) => words.test(name));
  expect(languages).toHaveLength(10);
  // The RE2 engine is fetched only if a field has a pattern.
  const engine = scripts.filter((name) => name.startsWith('build-') || name.startsWith('re2js-'));
  expect(engine).toHaveLength(1);
  const always = scripts.filter((name) => !languages.includes(name) && !engine.includes(name));
  const sum = (names: string[]) => names.reduce((total, name) => total + size(name), 0);
  const total = sum(always) + Math.max(...languages.map(size));
  console.info(
    `scripts: ${Math.round(total / 1024)} KB; the engine of patterns: ${Math.round(sum(engine) / 1024)} KB`,
  );
  expect(total).toBeLessThan(235 * 1024);
});

test('the scripts that the console starts with are smaller than 160 KB', () => {
  const total = scriptsOf('console.html', { later: false }).reduce((sum, name) => sum + size(name), 0);
  console.info(`scripts of the console at its start: ${Math.round(total / 1024)} KB`);
  expect(total).toBeLessThan(160 * 1024);
});

test('every script and style also exists compressed with gzip and brotli', () => {
  for (const name of readdirSync(assets).filter((one) => /\.(?:m?js|css)$/.test(one))) {
    const plain = readFileSync(join(assets, name));
    expect([name, existsSync(join(assets, `${name}.gz`))]).toEqual([name, true]);
    expect(gunzipSync(readFileSync(join(assets, `${name}.gz`))).equals(plain)).toBe(true);
    expect(brotliDecompressSync(readFileSync(join(assets, `${name}.br`))).equals(plain)).toBe(true);
  }
});
