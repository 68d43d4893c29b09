/** Pages for browsers: errors, the API reference, the signing page. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations } from '@countersign/api/openapi/all';
import { linkToken } from '@countersign/core/recipient/link';
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument } from '../support/documents.ts';
import { expectProblem } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let webDist: string;
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'countersign-web-'));
  api = await startTestApi({ edge: { webDist } });
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(webDist, { recursive: true, force: true }));

/** Requests a page as a browser does. */
const asBrowser = (path: string) =>
  api.anonymous.get(path).set('Accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');

describe('/errors', () => {
  test('has a page for every docs_url of a problem type', async () => {
    const index = await api.anonymous.get('/errors');
    for (const slug of Object.keys(catalogue) as ProblemSlug[]) {
      const page = await api.anonymous.get(`/errors/${slug}`);
      expect([slug, page.status]).toEqual([slug, 200]);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect(page.text).toContain(`/problems/${slug}`);
      expect(index.text).toContain(`href="/errors/${slug}"`);
    }
    const { docs_url: address } = (await api.anonymous.get('/v1/me')).body;
    expect(address).toBe(`${api.url}/errors/unauthenticated`);
    expect((await fetch(address)).status).toBe(200);
  });

  test('responds to an unknown slug with a page for browsers and a problem for programs', async () => {
    const address = '/errors/%3Cscript%3Ealert(1)%3C%2Fscript%3E';
    expectProblem(await api.anonymous.get(address), 'not-found');
    const page = await asBrowser(address);
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('<script>');
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
  });
});

describe('the documentation', () => {
  test('every link of every page leads to a page or a section, and only this server is loaded from', async () => {
    const seen = new Map<string, string>();
    const links: Array<[page: string, href: string]> = [];
    const waiting = ['/docs'];
    while (waiting.length > 0) {
      const path = waiting.pop()!;
      if (seen.has(path)) continue;
      const page = await api.anonymous.get(path);
      expect([path, page.status, page.headers['content-type']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = page.headers['content-security-policy'];
      for (const rule of ["script-src 'self';", "style-src 'self';", "connect-src 'self'"])
        expect(policy).toContain(rule);
      expect(page.text).not.toMatch(/<script>|style="|<(?:script|link)[^>]*https?:/);
      seen.set(path, page.text);
      for (const [, href] of page.text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const target = new URL(href!.replaceAll('&amp;', '&'), `${api.url}${path}`);
        if (target.origin !== api.url) continue;
        links.push([path, `${target.pathname}${target.hash}`]);
        if (/^\/(?:docs|errors)(?:\/|$)/.test(target.pathname) && !/\.\w+$/.test(target.pathname))
          waiting.push(target.pathname);
      }
    }
    expect(seen.size).toBeGreaterThan(80);
    const broken = links.filter(([, href]) => {
      const [path = '', anchor] = href.split('#');
      return anchor !== undefined && seen.has(path) && !seen.get(path)!.includes(` id="${anchor}"`);
    });
    expect(broken).toEqual([]);
    for (const file of ['/docs/page.css', '/docs/page.js', '/docs/inter.woff2'])
      expect([file, (await api.anonymous.get(file)).status]).toEqual([file, 200]);
    expectProblem(await api.anonymous.get('/docs/package.json'), 'not-found');
    expectProblem(await api.anonymous.get('/docs/..%2fpackage.json'), 'not-found');
  });

  test('shows every guide and every operation, with curl and the clients that have it', async () => {
    const guides = (await readdir(join(import.meta.dirname, '../../docs/guides'))).filter(
      (name) => name !== 'README.md',
    );
    for (const name of guides)
      expect((await api.anonymous.get(`/docs/guides/${name.replace('.md', '')}`)).status).toBe(200);
    for (const { tag, operationId } of allOperations)
      expect((await api.anonymous.get(`/docs/api/${tag}`)).text).toContain(`id="${operationId}"`);
    const { text } = await api.anonymous.get('/docs/api/documents');
    const sections = text.split('<section class="operation"').slice(1);
    for (const section of sections)
      expect([...section.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name)).toEqual([
        'curl',
        'TypeScript',
        'Python',
      ]);
  });

  test('finds operations, guides, shapes and problems, and shows a query as text', async () => {
    const found = async (q: string) =>
      [
        ...(await api.anonymous.get('/docs/search').query({ q })).text.matchAll(
          /<li><a href="([^"]+)"><strong>/g,
        ),
      ].map(([, href]) => href);
    expect(await found('void a document')).toContain('/docs/api/documents#voidDocument');
    expect(await found('bulk csv')).toContainEqual(expect.stringMatching(/^\/docs\/guides\/bulk-sends/));
    expect(await found('CreateDocumentReq')).toEqual(['/docs/objects#CreateDocumentReq']);
    expect(await found('not-sealed')).toContain('/errors/not-sealed');
    expect(await found('nothing-like-this')).toEqual([]);
    const hostile = await api.anonymous.get('/docs/search').query({ q: '"><script>alert(1)</script>' });
    expect(hostile.text).not.toContain('<script>');
  });
});

describe('the OpenAPI document', () => {
  test('/openapi.json is OpenAPI 3.1 with only valid references, and every operation exists', async () => {
    const { body } = await api.anonymous.get('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.servers).toEqual([{ url: api.url }]);
    const refs = new Set(
      [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, ref]) => ref!),
    );
    expect(refs.size).toBeGreaterThan(30);
    for (const ref of refs) {
      const [kind, name] = ref.split('/') as [string, string];
      expect([ref, typeof body.components[kind][name]]).toEqual([ref, 'object']);
    }
    const ids = allOperations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path } of allOperations) expect(body.paths[path][method].responses).toBeDefined();
    expect(body.components.schemas.CreateDocumentReq.required).toEqual(['title']);
    expect(body.components.schemas.CreateDocumentReq.properties.title).toMatchObject({
      minLength: 1,
      maxLength: 300,
    });
    expect(body.components.schemas.RecipientSpec.properties.email.format).toBe('email');
    expect(body.paths['/v1/documents'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['limit', 'offset', 'status', 'folder_id', 'q']),
    );
  });

  test('describes exactly the operations that exist', async () => {
    for (const { method, path } of allOperations) {
      const concrete = path.replaceAll(/\{[a-z_]+\}/g, 'nothing');
      const response = await mine.live[method](concrete);
      expect([
        method,
        path,
        response.status === 405 || response.body.detail === 'There is no such path.',
      ]).toEqual([method, path, false]);
    }
  });
});

describe('the signing page', () => {
  test('503 with instructions while the pages are not built; then the page with a strict policy', async () => {
    const document = await sentDocument({ ...mine.ctx('live'), storage: api.storage });
    const link = `/sign/${linkToken(api.deps.secrets, document.recipients[0]!)}`;
    await rm(join(webDist, 'index.html'), { force: true });
    const missing = await api.anonymous.get(link);
    expect([missing.status, missing.text.includes('npm run build')]).toEqual([503, true]);
    await writeFile(join(webDist, 'index.html'), '<!doctype html><title>Sign</title>');
    const page = await api.anonymous.get(link);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const policy = page.headers['content-security-policy'];
    for (const rule of [
      "script-src 'self';",
      "worker-src 'self' blob:",
      "frame-ancestors 'none'",
      "connect-src 'self'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe-eval');
  });

  test('404 for an unknown or reassigned link: a page for browsers, a problem for programs', async () => {
    await writeFile(join(webDist, 'index.html'), '<!doctype html><title>Sign</title>');
    const { recipients } = await sentDocument({ ...mine.ctx('live'), storage: api.storage });
    const token = linkToken(api.deps.secrets, recipients[0]!);
    await api.anonymous.post(`/v1/signing/${token}/reassign`, { name: 'Eve', email: 'eve@example.test' });
    for (const dead of [
      token,
      'not-a-token',
      'a'.repeat(48),
      token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ]) {
      const page = await asBrowser(`/sign/${dead}`);
      expect([page.status, page.text]).toEqual([404, '<!doctype html><title>Sign</title>']);
      expectProblem(await api.anonymous.get(`/sign/${dead}`), 'not-found');
    }
  });

  test('files with hashed names are cached forever, unknown ones are 404, and no other file can be read', async () => {
    await mkdir(join(webDist, 'assets'), { recursive: true });
    await writeFile(join(webDist, 'assets', 'app-1a2b3c.js'), 'export {};');
    const file = await api.anonymous.get('/assets/app-1a2b3c.js');
    expect(file.status).toBe(200);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const conditional = (name: string, value: string) =>
      api.anonymous.get('/assets/app-1a2b3c.js').set(name, value);
    const outside = await conditional('Range', 'bytes=99-');
    expectProblem(outside, 'range-not-satisfiable');
    expect(outside.headers['content-range']).toBe('bytes */10');
    expectProblem(await conditional('If-Match', '"other"'), 'precondition-failed');
    for (const path of ['/assets/gone.js', '/assets/', '/assets/..%2findex.html'])
      expectProblem(await api.anonymous.get(path), 'not-found');
  });
});
