/** An application that shows the signing page in a frame: a page on an origin of its own, with the published script. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { embedPackage } from './built.ts';

const script = join(embedPackage, 'dist/countersign-embed.js');

export interface ApplicationEvent {
  type: string;
  [member: string]: unknown;
}

export interface Application {
  /** `http://localhost:…`, which the workspace has to register. */
  origin: string;
  /** Shows the session URL in the frame of the page, which must be at the application's origin. */
  show(page: Page, url: string): Promise<void>;
  /** Shows the session URL with the React component, in strict mode. After `expired` or `error` the page shows `next`. */
  showReact(page: Page, url: string, next?: string): Promise<void>;
  /** Shows another URL in the same frame. */
  load(page: Page, url: string): Promise<void>;
  /** Resolves with the first event of this type. */
  event(page: Page, type: string): Promise<ApplicationEvent>;
  /** All events that the page has received. */
  events(page: Page): Promise<ApplicationEvent[]>;
  close(): Promise<void>;
}

const html = `<!doctype html><title>Application</title><style>#place { height: 800px }</style><div id="place"></div>
<script src="/embed.js"></script>
<script>
  const events = [];
  let signing;
  function show(url) {
    signing = CountersignEmbed.open({ url, container: '#place' });
    for (const type of ['ready', 'prepared', 'sent', 'signed', 'declined', 'reassigned', 'expired', 'error'])
      signing.on(type, (event) => events.push({ type, ...event }));
  }
</script>`;

/** The script of the page that uses React. In a process of its own, because rolldown does not run in the module loader of jest. */
async function bundleReactPage(): Promise<string> {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const words = [path('bundle-page.mjs'), path('react-page.js')];
  return (await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })).stdout;
}

/** Starts the application on a free port of this machine. */
export async function startApplication(): Promise<Application> {
  const scripts = new Map<string, string>([['/embed.js', await readFile(script, 'utf8')]]);
  const server = createServer((request, response) => {
    const file = scripts.get(request.url ?? '');
    response.setHeader('Content-Type', file === undefined ? 'text/html' : 'text/javascript');
    response.end(file ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  // Expressions as texts, because they name what only the page has.
  const events = (page: Page) => page.evaluate<ApplicationEvent[]>('events');
  return {
    origin,
    show: async (page, url) => {
      await page.goto(origin);
      await page.evaluate(`show(${JSON.stringify(url)})`);
    },
    showReact: async (page, url, next) => {
      scripts.set('/react.js', scripts.get('/react.js') ?? (await bundleReactPage()));
      await page.goto(origin);
      await page.addScriptTag({ url: '/react.js' });
      await page.evaluate(`showReact(${JSON.stringify(url)}, ${JSON.stringify(next)}, events)`);
    },
    load: (page, url) => page.evaluate(`signing.load(${JSON.stringify(url)})`),
    events,
    event: async (page, type) => {
      const found = await page.waitForFunction<ApplicationEvent>(
        `events.find((event) => event.type === ${JSON.stringify(type)})`,
        undefined,
        { polling: 50, timeout: 110_000 },
      );
      return found.jsonValue();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
