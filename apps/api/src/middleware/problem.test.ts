import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentUuid } from '@countersign/core/document/lock';
import { createFileStorage } from '@countersign/storage/file-storage';
import { StorageUnavailableError } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../../../../test/support/api.ts';
import { expectProblem } from '../../../../test/support/problem.ts';
import { until } from '../../../../test/support/processes.ts';

let root: string;
let api: TestApi;
let mine: TestWorkspace;
let away = false;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-problem-'));
  const storage = createFileStorage({ root });
  const guarded = new Proxy(storage, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      return name === 'putStream' && away
        ? () => Promise.reject(new StorageUnavailableError('the disk cannot be read'))
        : member;
    },
  });
  api = await startTestApi({ storage: guarded, settings: { maxPdfBytes: 1_000_000 } });
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function draft(): Promise<string> {
  return (await mine.live.post('/v1/documents', { title: 'Upload' })).body.id;
}

function upload(id: string) {
  return request(`${api.url}/v1/documents/${id}/content`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${mine.liveKey}`, 'Content-Type': 'application/pdf' },
  });
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => name !== '.countersign-storage');
}

/** Returns a function that counts the files added to the storage since the call. */
async function newFiles(): Promise<() => Promise<number>> {
  const before = new Set(await storedFiles());
  return async () => (await storedFiles()).filter((name) => !before.has(name)).length;
}

describe('an upload', () => {
  test('leaves no file and no error in the log when the caller disconnects in the middle', async () => {
    const id = await draft();
    const added = await newFiles();
    const logged = api.logged.length;
    const call = upload(id);
    call.on('error', () => undefined);
    call.write(randomBytes(300_000));
    await until(async () => (await added()) > 0, 'the upload to begin');
    call.destroy();
    const line = () => api.logged.slice(logged).find(({ fields }) => fields.method === 'PUT');
    await until(async () => line() !== undefined, 'the call to be logged');
    expect(line()?.fields).toMatchObject({ route: '/v1/documents/{doc_id}/content', caller_left: true });
    await until(async () => (await added()) === 0, 'the upload to be removed');
    expect(api.logged.slice(logged).filter(({ level }) => level !== 'info')).toEqual([]);
    const document = await api.deps.db.document.findUniqueOrThrow({ where: { id: documentUuid(id) } });
    expect(document.contentSha256).toBeNull();
  });

  test('over the limit without a Content-Length is 413 and leaves no file', async () => {
    const call = upload(await draft());
    const added = await newFiles();
    const answer = once(call, 'response');
    for (let part = 0; part < 30; part += 1) call.write(randomBytes(65_536));
    call.end();
    const [response] = await answer;
    let text = '';
    for await (const chunk of response) text += chunk;
    expect([response.statusCode, JSON.parse(text)]).toMatchObject([
      413,
      { type: '/problems/payload-too-large', max_bytes: 1_000_000 },
    ]);
    expect(await added()).toBe(0);
  });

  test('is 503 with Retry-After while the storage is unavailable, and works afterwards', async () => {
    const id = await draft();
    const put = () =>
      mine.live
        .put(`/v1/documents/${id}/content`)
        .set('Content-Type', 'application/pdf')
        .send(Buffer.from('%PDF-'));
    away = true;
    const refused = await put();
    away = false;
    expectProblem(refused, 'unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    expect((await put()).status).toBe(204);
  });
});
