/** `npm run dev`: a saved file takes effect at once. Processes are restarted, and Vite serves the pages from their sources. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { consolePaths } from '@countersign/api/console-paths';
import type { Child } from './children.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Editors write a file in several steps. */
const settleMs = 50;

/** Calls `changed` after a source file below one of the folders was saved; several at once count as one change. */
export function watchSources(folders: readonly string[], changed: (file: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || !/\.(?:ts|json|sql)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => changed(join(folder, file)), settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Requests wait here while the API restarts. */
export function createReadiness(api: () => Child, url: string): { ready(): Promise<void>; reset(): void } {
  const check = async () => {
    for (;;) {
      const pid = api().pid();
      const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady && pid !== null && api().pid() === pid) return;
      await delay(50);
    }
  };
  let current: Promise<void> | null = null;
  return {
    ready: () => {
      current ??= check();
      return current;
    },
    reset: () => {
      current = null;
    },
  };
}

/** Vite's development server at the public address. Everything that is not a page or one of its modules goes to the API. */
export async function servePages(options: {
  host: string;
  port: number;
  publicUrl: string;
  apiUrl: string;
  /** Resolves when the API accepts requests. */
  apiReady(): Promise<void>;
}): Promise<{ close(): Promise<void> }> {
  // Only development needs it: an installation for production leaves it out.
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(root, 'apps/web/vite.config.ts'),
    logLevel: 'warn',
    server: {
      host: options.host,
      port: options.port,
      strictPort: true,
      allowedHosts: [new URL(options.publicUrl).hostname],
      proxy: {
        '^/(?!@|src/|node_modules/|assets/pdfjs-)': {
          target: options.apiUrl,
          bypass: (request) => pageFor(new URL(request.url ?? '/', options.publicUrl).pathname),
        },
      },
    },
    plugins: [
      {
        name: 'wait-for-the-api',
        configureServer: ({ middlewares }) => {
          middlewares.use((_request, _response, next) => {
            options.apiReady().then(() => next(), next);
          });
        },
      },
    ],
  });
  await server.listen();
  return { close: () => server.close() };
}

const consolePatterns = consolePaths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

/** The page of the sources that is shown at a path; undefined when the API answers there. */
function pageFor(path: string): string | undefined {
  // Vite asks for a page by its own name once more after the bypass.
  if (['/index.html', '/console.html', '/gallery.html'].includes(path)) return path;
  if (path === '/gallery') return '/gallery.html';
  if (/^\/sign\/[^/]+\/?$/.test(path)) return '/index.html';
  return consolePatterns.some((pattern) => pattern.test(path)) ? '/console.html' : undefined;
}
