/** Runs before the tests of built pages and packages: builds them, unpacks the browser, and starts PostgreSQL. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackChromium } from './browser.ts';
import { startDatabaseServer } from './test-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Jest requires a default export. */
export default async function builtSetup(): Promise<void> {
  // On a machine without a browser, only the tests that open one fail.
  const browser = unpackChromium().catch(() => null);
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  await startDatabaseServer();
  await browser;
}
