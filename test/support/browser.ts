/** The browser of the tests: the Chromium that npm brings, driven by Playwright. */
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * The package's own arguments are for a function that lives for one page: one process for everything, and no web security.
 * Pages under test keep the browser's protections; it runs without its sandbox because tests may run as root.
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
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}
