/** The gallery: every component and state, which no production build contains. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { builtPages } from '../support/built.ts';
import {
  accessibilityFaults,
  desktop,
  narrowest,
  phone,
  sidewaysOverflow,
  stepTimeout,
} from '../support/signing-page.ts';

const web = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-gallery-'));
  const build = [vite, 'build', '--mode', 'gallery', '--outDir', folder, '--minify', 'false'];
  [browser] = await Promise.all([
    startBrowser(),
    promisify(execFile)(process.execPath, build, { cwd: web, maxBuffer: 16 * 1024 * 1024 }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' });
  context.setDefaultTimeout(stepTimeout);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.route('http://gallery.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    await route.fulfill({ body: await readFile(file), contentType: types[extname(file)] ?? 'text/plain' });
  });
  await page.goto('http://gallery.test/gallery.html');
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  return { page, complaints };
}

test('axe reports nothing on any component in any state, light or dark, and nothing is wider than its window', async () => {
  const { page, complaints } = await open();
  // On a desktop also the colors of dark mode.
  for (const { viewport } of [desktop, phone]) {
    await page.setViewportSize(viewport);
    // A page of the application has one of each landmark.
    const faults = (await accessibilityFaults(page)).filter((one) => !one.startsWith('landmark-unique:'));
    expect([viewport.width, faults]).toEqual([viewport.width, []]);
  }
  await page.setViewportSize(narrowest.viewport);
  expect(await sidewaysOverflow(page)).toBe(0);
  for (const name of ['Dialog', 'Dialog with a form', 'Confirmation']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
    await page.keyboard.press('Escape');
  }
  expect(complaints).toEqual([]);
});

test('every shared component is in it, and the production build contains none of it', async () => {
  const read = (path: string) => readFile(join(web, 'src', path), 'utf8');
  const gallery = `${await read('gallery/console-parts.tsx')}${await read('gallery/signing-parts.tsx')}`;
  const shared: string[] = [];
  for (const path of ['ui', 'console/parts']) {
    for (const name of await readdir(join(web, 'src', path))) {
      if (!name.endsWith('.tsx')) continue;
      const exported = (await read(`${path}/${name}`)).matchAll(/^export function ([A-Z]\w+)/gm);
      shared.push(...Array.from(exported, ([, component]) => component!));
    }
  }
  // A whole page has a heading of its own.
  const missing = shared.filter((component) => component !== 'Page' && !gallery.includes(`<${component}`));
  expect(missing).toEqual([]);
  expect(existsSync(join(builtPages, 'index.html'))).toBe(true);
  expect(existsSync(join(builtPages, 'gallery.html'))).toBe(false);
});
