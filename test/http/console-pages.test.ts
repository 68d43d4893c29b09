/** The page of the console: served at all of its paths with a strict policy, without hiding paths of the API. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consolePaths } from '@countersign/api/console-paths';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApi, type TestApi } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';

let api: TestApi;
let webDist: string;
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'countersign-console-'));
  api = await startTestApi({ edge: { webDist } });
});
afterAll(() => rm(webDist, { recursive: true, force: true }));

const visit = (path: string) =>
  request(api.url).get(path).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');

test('503 with instructions while the pages are not built; then every path of the console serves its page', async () => {
  await rm(join(webDist, 'console.html'), { force: true });
  expect((await visit('/documents')).status).toBe(503);
  await writeFile(join(webDist, 'console.html'), '<!doctype html><title>Console</title>');
  for (const path of consolePaths) {
    const answer = await visit(path.replaceAll(/\{\w+\}/g, 'a-name'));
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.stringContaining('Console')]);
    const policy = answer.headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('404 for unknown paths: the page for browsers, the problem for programs', async () => {
  await writeFile(join(webDist, 'console.html'), '<!doctype html><title>Console</title>');
  const page = await visit('/documets');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expectProblem(await request(api.url).get('/documets'), 'not-found');
  expectProblem(await visit('/v1/documets'), 'not-found');
  expectProblem(await request(api.url).post('/documets').set('Accept', 'text/html'), 'not-found');
});
