/** The browser of the tests: the Chromium that npm brings, driven by Playwright. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as playwright } from 'playwright-core';
import { cacheFolder, makeWhole } from './cache.ts';

/**
 * The arguments of the package itself are for serverless functions: one process for everything, and no web security. Here pages under
 * test keep the browser's protections. It runs without its sandbox because tests may run as root.
 */
const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** Starts a browser; the caller closes it. */
export async function startBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackChromium(),
    args,
    headless: true,
    timeout: 120_000,
  });
}

/**
 * The path of the browser, unpacked once for all tests. The package itself unpacks into the folder for temporary files, where a
 * concurrent start finds an incomplete file.
 */
export async function unpackChromium(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../../package.json'), 'utf8'));
  const folder = await makeWhole(cacheFolder(`chromium-${version}`), async (fresh) => {
    await promisify(execFile)(process.execPath, ['-e', unpack, entry], {
      env: { TMPDIR: fresh, TEMP: fresh, TMP: fresh },
    });
  });
  return join(folder, 'chromium');
}

const unpack = 'require(process.argv[1]).executablePath()';
