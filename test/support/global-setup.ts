/**
 * Before all tests: one PostgreSQL of its own for this run, and in it a template with every migration and queue, of which
 * each test file gets a copy; and the browser, unpacked. Two runs on one machine have two servers.
 */
import { startThrowawayPostgres } from '@countersign/db/throwaway';
import { unpackChromium } from './browser.ts';
import { prepareTemplate, serverVariable } from './template.ts';

/** Jest asks for a default export. */
export default async function globalSetup(): Promise<void> {
  // A machine without a browser of ours fails the tests that need one, and no others.
  const browser = unpackChromium().catch(() => null);
  const server = await startThrowawayPostgres();
  await prepareTemplate(server.url);
  await browser;
  process.env[serverVariable] = server.url;
  Object.assign(globalThis, { stopTestServer: server.stop });
}
