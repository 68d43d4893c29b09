/** The `uploadUrl` of a draft on file storage: a separate credential (docs/spec/decisions.md, section 3). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf());
});

const create = async (): Promise<{ id: string; path: string; expiresAt: string }> => {
  const { id, uploadUrl, expiresAt } = (await mine.live.post('/v1/documents', { title: 'Lease' })).body;
  expect(uploadUrl.startsWith(`${api.url}/`)).toBe(true);
  return { id, expiresAt, path: uploadUrl.slice(api.url.length) };
};
const put = (path: string) => api.anonymous.put(path).type('application/pdf').send(pdf);

describe('PUT to the upload URL', () => {
  test('204 without a key, again until finalize, and from a page of any origin', async () => {
    const { id, path } = await create();
    const preflight = await fetch(`${api.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.test',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'Content-Type',
    });
    for (const origin of ['https://app.example.test', 'null']) {
      const uploaded = await put(path).set('Origin', origin);
      expect([uploaded.status, uploaded.headers['access-control-allow-origin']]).toEqual([204, '*']);
    }
    expect((await mine.live.post(`/v1/documents/${id}/finalize`)).body.status).toBe('draft');
    expectProblem(await put(path), 'document-state');
  });

  test('is valid as long as the setting says, also for more than the seven days of a presigned URL', async () => {
    const settings = { uploadUrlSeconds: 30 * 86_400 };
    const patient = await startTestApi({ storage: api.storage, settings, clock: api.clock });
    const { expiresAt } = (await patient.as(mine.liveKey).post('/v1/documents', { title: 'Lease' })).body;
    expect(Date.parse(expiresAt) - api.clock.now().getTime()).toBe(30 * 86_400_000);
  });

  test('401 once it has expired, and for a token that was changed or is of another document', async () => {
    const [draft, other] = [await create(), await create()];
    const token = new URL(draft.path, api.url).searchParams.get('token')!;
    const [expires, mac] = token.split('.');
    const bare = draft.path.split('?')[0]!;
    for (const wrong of [
      '',
      'x',
      `${expires}.`,
      expires!,
      `${Number(expires) + 1}.${mac}`,
      `${expires}.${mac!.slice(0, -2)}`,
      new URL(other.path, api.url).searchParams.get('token')!,
    ])
      expectProblem(await put(`${bare}?token=${wrong}`), 'unauthenticated');
    api.clock.set(draft.expiresAt);
    expectProblem(await put(draft.path), 'unauthenticated');
    expect((await mine.live.put(bare).type('application/pdf').send(pdf)).status).toBe(204);
  });

  test('the token opens nothing else, stays out of the log, and a key sent with it counts instead', async () => {
    const { id, path } = await create();
    const token = new URL(path, api.url).search;
    expectProblem(await api.anonymous.get(`/v1/documents/${id}${token}`), 'unauthenticated');
    expectProblem(await api.anonymous.post(`/v1/documents/${id}/finalize${token}`), 'unauthenticated');
    expectProblem(await api.as('cs_live_x').put(path).type('application/pdf').send(pdf), 'unauthenticated');
    const other = await api.createTestWorkspace();
    expectProblem(await other.live.put(path).type('application/pdf').send(pdf), 'not-found');
    expect((await put(path)).status).toBe(204);
    expect(JSON.stringify(api.logged)).not.toContain(token.split('.')[1]);
  });
});
