/** The console's page: at every one of its addresses, under a strict policy, and never in the way of the API. */
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

test('503 names the build while it is missing; once built, every address of the console is its page', async () => {
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

test('404: a person who mistyped gets the page, which says so; a program gets the problem', async () => {
  await writeFile(join(webDist, 'console.html'), '<!doctype html><title>Console</title>');
  const page = await visit('/documets');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expectProblem(await request(api.url).get('/documets'), 'not-found');
  expectProblem(await visit('/v1/documets'), 'not-found');
  expectProblem(await request(api.url).post('/documets').set('Accept', 'text/html'), 'not-found');
});
