/** Rate limits of signing links (docs/decisions/014-limits-without-a-key.md). */
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { FairQueue } from '@countersign/core/fair-queue';
import { linkToken } from '@countersign/core/recipient/link';
import { reassignRecipient } from '@countersign/core/signing/reassign';
import { describe, expect, jest, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestApiOptions } from '../support/api.ts';
import { asRecipient, reread, sentDocument } from '../support/documents.ts';
import { expectProblem } from '../support/problem.ts';
import { until } from '../support/until.ts';

/** One token in 15 minutes, so that no token is added while a test runs. */
const edge = { linkSustainedRps: 0.001, linkBurstRps: 40 };

async function sent(api: TestApi) {
  const workspace = await api.createTestWorkspace();
  const ctx = { ...workspace.ctx(), storage: api.storage };
  const document = await sentDocument(ctx);
  const paths = document.recipients.map((one) => `/v1/signing/${linkToken(api.deps.secrets, one)}`);
  return { workspace, ctx, document, paths };
}

async function limited(options: TestApiOptions = {}) {
  const api = await startTestApi({ edge, ...options });
  return { api, page: api.anonymous, ...(await sent(api)) };
}

describe('a signing link', () => {
  test('is 429 with Retry-After after its burst; other links of the same document and address are not affected', async () => {
    const { page, paths } = await limited();
    for (let left = 39; left >= 0; left -= 1) {
      const { status, headers } = await page.get(paths[0]!);
      expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([
        200,
        '40',
        String(left),
      ]);
    }
    const refused = await page.get(paths[0]!);
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1000);
    expectProblem(await page.post(`${paths[0]}/otp`), 'rate-limited');
    expect((await page.get(paths[1]!)).headers['ratelimit-remaining']).toBe('39');
  });

  test('is charged by the cost of the operation: a range, a whole file, a completion', async () => {
    const { page, paths } = await limited();
    const leftAfter = async (call: ReturnType<typeof page.get>) =>
      Number((await call).headers['ratelimit-remaining']);
    const content = `${paths[0]}/content`;
    expect(await leftAfter(page.get(content).set('Range', 'bytes=0-524287'))).toBe(39);
    expect(await leftAfter(page.get(content).set('Range', 'bytes=0-3145727'))).toBe(36);
    expect(await leftAfter(page.get(content))).toBe(16);
    expect(await leftAfter(page.post(`${paths[0]}/complete`, { values: {} }))).toBe(11);
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=0-99999999999']) {
      const refused = await page.get(content).set('Range', range);
      expectProblem(refused, 'rate-limited');
      // The bucket lacks nine tokens.
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(8900);
    }
    expect(await leftAfter(page.get(content).set('Range', 'bytes=0-99'))).toBe(10);
  });

  test('has four downloads at once, and a hundred that wait; the other links of the document have their own', async () => {
    const { storage } = await startTestApi();
    let opened = 0;
    const silent = new Proxy(storage, {
      get: (target, name) =>
        name === 'openRange'
          ? async () => {
              opened += 1;
              return { stream: new Readable({ read: () => undefined }), sizeBytes: 10 };
            }
          : Reflect.get(target, name),
    });
    const { api, paths } = await limited({ storage: silent, edge: {} });
    const [leave, leaveQueue] = [new AbortController(), new AbortController()];
    const statuses: number[] = [];
    const download = (path: string, { signal } = leave) =>
      void fetch(`${api.url}${path}/content`, { signal }).then(
        ({ status }) => statuses.push(status),
        () => undefined,
      );
    const run = jest.spyOn(FairQueue.prototype, 'run');
    for (let at = 0; at < 4; at += 1) download(paths[0]!);
    await until(async () => opened === 4, 'four calls to be served');
    for (let at = 0; at < 105; at += 1) download(paths[0]!, leaveQueue);
    await until(async () => statuses.length === 5, 'the calls beyond the limit to be refused');
    expect([statuses, opened]).toEqual([[503, 503, 503, 503, 503], 4]);
    download(paths[1]!);
    await until(async () => opened === 5, 'the other link to be served');
    const queue = (run.mock.contexts as FairQueue[]).find(({ load }) => load.waiting === 100)!;
    run.mockRestore();
    leaveQueue.abort();
    await until(async () => queue.load.waiting === 0, 'callers who have disconnected to leave the queue');
    expect(opened).toBe(5);
    leave.abort();
  });

  test('works for each of five hundred people who share one address', async () => {
    const api = await startTestApi({ edge: { linkSustainedRps: 20, linkBurstRps: 400 } });
    const { document, paths } = await sent(api);
    await api.deps.db.recipient.createMany({
      data: Array.from({ length: 500 }, (_, index) => {
        const { id: _id, ownSignature: _own, ...columns } = document.recipients[0]!;
        const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        return { ...columns, id, position: index + 2, email: `${index}@office.test` };
      }),
    });
    const office = await api.deps.db.recipient.findMany({ where: { email: { endsWith: '@office.test' } } });
    const statuses = await Promise.all(
      office.map(async (one) => {
        const path = `/v1/signing/${linkToken(api.deps.secrets, one)}/content`;
        return (await api.anonymous.get(path).set('Range', 'bytes=0-99')).status;
      }),
    );
    expect(statuses).toEqual(Array(500).fill(206));
    expect((await api.anonymous.get(paths[0]!)).status).toBe(200);
  });

  test('is counted only if it is well-formed, so that other text cannot fill the memory', async () => {
    const { page } = await limited();
    const counted = await page.get(`/v1/signing/${'A'.repeat(48)}`);
    expectProblem(counted, 'not-found');
    expect(counted.headers['ratelimit-remaining']).toBe('39');
    for (const text of ['A', 'A'.repeat(49), 'A'.repeat(10_000), `${'A'.repeat(47)}!`]) {
      const answers = [await page.get(`/v1/signing/${text}`), await page.post(`/v1/signing/${text}/open`)];
      for (const answer of answers) {
        expectProblem(answer, 'not-found');
        expect(answer.headers).not.toHaveProperty('ratelimit-limit');
      }
    }
  });

  test('is refused before its body is read if it is unknown', async () => {
    const api = await startTestApi({ edge });
    const url = new URL(`${api.url}/v1/signing/${'A'.repeat(48)}/complete`);
    const status = await new Promise((resolve, reject) => {
      // Announces twelve megabytes and sends none.
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 12_000_000 };
      const call = httpRequest(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(404);
  });
});

test('a recipient can be reassigned twenty times; then the problem says what to do', async () => {
  const { api, ctx, document } = await limited({ edge: {} });
  const base = { ...api.deps };
  let [current] = document.recipients;
  for (let times = 1; times <= 20; times += 1) {
    await reassignRecipient(base, asRecipient(base, current!), {
      name: 'N',
      email: `n${times}@example.test`,
    });
    const { recipients } = await reread(ctx, document.id);
    current = recipients.find((one) => one.email === `n${times}@example.test`);
  }
  const path = `/v1/signing/${linkToken(api.deps.secrets, current!)}`;
  const refused = await api.anonymous.post(`${path}/reassign`, { name: 'N', email: 'n21@example.test' });
  expect(expectProblem(refused, 'document-state').detail).toMatch(/20 times/);
  // Other recipients are not affected, and the current one can still sign or decline.
  const other = `/v1/signing/${linkToken(api.deps.secrets, document.recipients[1]!)}`;
  expect((await api.anonymous.post(`${other}/reassign`, { name: 'M', email: 'm@example.test' })).status).toBe(
    200,
  );
  expect((await api.anonymous.post(`${path}/reject`, { reason: 'Not mine' })).status).toBe(200);
  expect((await reread(ctx, document.id)).status).toBe('rejected');
});
