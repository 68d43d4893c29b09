/** Pages for browsers: the signing page, the console, the API reference and the reference of problem types. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { findPreparationOrigins } from '@countersign/core/document/preparation-session';
import { isSigningLink } from '@countersign/core/signing/session';
import { findFramingOrigins } from '@countersign/core/signing/start-session';
import { findOpenLink } from '@countersign/core/template/visit-direct-link';
import { ProblemError } from '@countersign/problem/problem-error';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { consolePaths } from '../console-paths.ts';
import type { AppDeps } from '../deps.ts';
import { countByLink } from '../middleware/callers.ts';
import { allowFraming, setPagePolicy } from '../middleware/security-headers.ts';
import { escapeHtml, page, pagePolicy } from '../pages/layout.ts';
import { buildDocumentation, type Documentation } from '../reference/build-pages.ts';

/** pdf.js loads fonts and images from blob: and data: URLs and runs in a worker. */
const builtPolicy = {
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'worker-src': "'self' blob:",
  'connect-src': "'self'",
};

/**
 * A worker has the policy of its script, not of the page (CSP level 3, 4.2.3). The worker of pdf.js fetches fonts and character maps that a
 * PDF omits, and image decoders. The decoders are WebAssembly, because JavaScript takes eight times as long for a scan in JPEG 2000.
 */
const assetPolicy = { 'script-src': "'self' 'wasm-unsafe-eval'", 'connect-src': "'self'" };

/** The documentation: its own files and requests to the API. */
const docsPolicy = {
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
};

const inter = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'));
const docsFolder = join(import.meta.dirname, '../reference');
/** The files of the documentation's pages, and their folders. */
const docsFiles = new Map([
  ['page.css', { root: docsFolder, file: 'page.css', maxAge: 0 }],
  ['page.js', { root: docsFolder, file: 'page.js', maxAge: 0 }],
  ['inter.woff2', { root: join(inter, 'files'), file: 'inter-latin-wght-normal.woff2', maxAge: '1y' }],
]);

function sendHtml(response: Response, html: string, status = 200): void {
  setPagePolicy(response, pagePolicy);
  response.status(status).setHeader('Cache-Control', 'no-cache');
  response.type('html').send(html);
}

/** Sends a page that Vite built. The page is revalidated; its scripts and styles have hashed names and are cached forever. */
function sendBuilt(
  response: Response,
  webDist: string,
  file: 'index.html' | 'console.html' | 'prepare.html',
  status = 200,
  framingOrigins: readonly string[] = [],
): void {
  if (!existsSync(join(webDist, file))) {
    sendHtml(response, unbuiltPage, 503);
    return;
  }
  setPagePolicy(response, builtPolicy);
  allowFraming(response, framingOrigins);
  response.status(status).setHeader('Cache-Control', 'no-store');
  response.sendFile(file, { root: webDist, cacheControl: false, etag: false, lastModified: false });
}

/** True for browsers. Programs get problem documents. */
const prefersHtml = (request: Request<never> | Request) =>
  request.method === 'GET' && request.accepts(['json', 'html']) === 'html';

/** Browsers get a page for an unknown address; programs get the problem document. */
export function unknownPages(deps: AppDeps): RequestHandler {
  return (request, response, next) => {
    if (!prefersHtml(request) || /^\/(?:v1|internal)(?:\/|$)/.test(request.path)) return next();
    sendBuilt(response, deps.edge.webDist, 'console.html', 404);
  };
}

/** Pages and their files. */
export function pageRoutes(deps: AppDeps): Router {
  const router = Router();
  const { webDist } = deps.edge;

  router.use(documentationRoutes(deps));
  router.get('/errors/:slug', (request, response) => {
    if (!prefersHtml(request))
      throw new ProblemError('not-found', { detail: 'There is no such problem type.' });
    const name = escapeHtml(request.params.slug.slice(0, 100));
    return sendHtml(
      response,
      page(
        'Unknown problem type',
        `<div class="card"><h1>Unknown problem type</h1><p>There is no problem type <code>${name}</code>. <a href="/errors">All problem types</a></p></div>`,
      ),
      404,
    );
  });

  const pageOfLink: RequestHandler<{ token: string }> = async (request, response) => {
    countByLink(deps, request.params.token);
    // If the database is unavailable, the page itself reports that.
    const isLink = await isSigningLink(deps, request.params.token).catch(() => true);
    if (!isLink && !prefersHtml(request))
      throw new ProblemError('not-found', { detail: 'This signing link is not valid.' });
    sendBuilt(response, webDist, 'index.html', isLink ? 200 : 404);
  };
  router.get('/sign/:token', pageOfLink);
  router.get('/report/:token', pageOfLink);
  router.get('/d/:token', async (request, response) => {
    // Only the POST of the page's form uses the link, so scanners and previews change nothing.
    const status = await findOpenLink(deps, request.params.token).then(
      () => 200,
      (error: unknown) => {
        if (!(error instanceof ProblemError)) return 200;
        if (!prefersHtml(request)) throw error;
        return error.status;
      },
    );
    sendBuilt(response, webDist, 'index.html', status);
  });
  router.get('/embed/:token', async (request, response) => {
    // Opening the page does not use up the URL: the script of the page does, so that scanners and prefetching change nothing.
    const origins = await findFramingOrigins(deps, request.params.token).catch(() => []);
    if (origins === null && !prefersHtml(request))
      throw new ProblemError('not-found', { detail: 'This session URL is not valid.' });
    sendBuilt(response, webDist, 'index.html', origins === null ? 404 : 200, origins ?? []);
  });
  router.get('/embed/prepare/:token', async (request, response) => {
    const origins = await findPreparationOrigins(deps, request.params.token).catch(() => []);
    if (origins === null && !prefersHtml(request))
      throw new ProblemError('not-found', { detail: 'This session URL is not valid.' });
    sendBuilt(response, webDist, 'prepare.html', origins === null ? 404 : 200, origins ?? []);
  });
  router.get(
    consolePaths.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
    (_request, response) => sendBuilt(response, webDist, 'console.html'),
  );
  router.get('/licences', (_request, response, next) => {
    if (!existsSync(join(webDist, 'licences.txt'))) return next();
    response.type('text/plain; charset=utf-8');
    response.sendFile('licences.txt', { root: webDist, cacheControl: false });
  });
  const files = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  router.use('/assets', (_request, response, next) => {
    setPagePolicy(response, assetPolicy);
    next();
  });
  router.use('/assets', compressedAssets(join(webDist, 'assets')));
  router.use('/assets', express.static(join(webDist, 'assets'), { ...files, immutable: true, maxAge: '1y' }));
  router.use('/assets', () => {
    throw new ProblemError('not-found', { detail: 'There is no such file.' });
  });

  return router;
}

/** The documentation: pages rendered here, their files, and the search. */
function documentationRoutes(deps: AppDeps): Router {
  const router = Router();
  const addresses = { publicUrl: deps.settings.publicUrl, docsUrl: deps.edge.docsUrl };
  let documentation: Documentation | null = null;
  // Made for the first request, so that a process starts sooner.
  const rendered = () => {
    documentation ??= buildDocumentation(addresses);
    return documentation;
  };
  /** Each page is rendered once. */
  const compressed = new Map<string, Buffer>();

  router.get('/docs/search', (request, response) => {
    const { q, part } = request.query;
    sendDocumentation(response, rendered().search(typeof q === 'string' ? q : '', part === 'list'));
  });
  router.get('/docs/:file', (request, response, next) => {
    const known = docsFiles.get(request.params.file);
    if (!known) return next();
    response.sendFile(known.file, { root: known.root, maxAge: known.maxAge });
  });
  router.get(['/docs', '/docs/{*rest}', '/errors', '/errors/:slug'], (request, response, next) => {
    const path = request.path.replace(/(?<=.)\/$/, '');
    let packed = compressed.get(path);
    if (!packed) {
      const html = rendered().page(path);
      if (html === null) {
        if (!path.startsWith('/docs/') || !prefersHtml(request)) return next();
        response.status(404);
        return sendDocumentation(response, rendered().missing());
      }
      packed = gzipSync(html);
      compressed.set(path, packed);
    }
    response.vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip') !== 'gzip') return sendDocumentation(response, gunzipSync(packed));
    response.setHeader('Content-Encoding', 'gzip');
    sendDocumentation(response, packed);
  });
  return router;
}

function sendDocumentation(response: Response, html: string | Buffer): void {
  setPagePolicy(response, docsPolicy);
  response.setHeader('Cache-Control', 'no-cache');
  response.type('html').send(html);
}

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Sends the precompressed file of a script, style or decoder, in the best encoding that the browser accepts (RFC 9110, 12.5.3). */
function compressedAssets(folder: string): RequestHandler {
  return (request, response, next) => {
    const name = request.path.slice(1);
    if (!/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:m?js|css|svg|wasm)$/.test(name)) return next();
    response.vary('Accept-Encoding');
    const accepted = request.acceptsEncodings(...encodings.map((one) => one.name));
    const encoding = encodings.find((one) => one.name === accepted);
    if (!encoding || !existsSync(join(folder, name + encoding.ending))) return next();
    const headers = { 'Content-Encoding': encoding.name, 'Content-Type': contentTypeOf(name) };
    response.sendFile(
      name + encoding.ending,
      { root: folder, headers, immutable: true, maxAge: '1y' },
      (error) => {
        if (error && !response.headersSent) next(error);
      },
    );
  };
}

function contentTypeOf(name: string): string {
  if (name.endsWith('.css')) return 'text/css; charset=utf-8';
  if (name.endsWith('.wasm')) return 'application/wasm';
  return name.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript; charset=utf-8';
}

const unbuiltPage = page(
  'The pages are not built',
  `<div class="card"><span class="status">503</span><h1>The pages are not built</h1>
<p>The service runs, but the files of its pages are missing. The operator builds them with <code>npm run build</code> and need not restart anything.</p></div>`,
);
