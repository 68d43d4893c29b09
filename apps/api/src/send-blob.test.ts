import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ProblemError } from '@countersign/problem/problem-error';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { createDownloadQueue, sendBlob } from './send-blob.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-send-blob-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('no file stays open when the caller disconnects before it is opened', async () => {
  const storage = createFileStorage({ root: join(folder, 'blobs') });
  const { sha256 } = await storage.putBytes(Buffer.alloc(1_000_000, 'x'));
  let stream: Readable | null = null;
  const watched = {
    ...storage,
    openRange: async (...given: Parameters<typeof storage.openRange>) => {
      const opened = await storage.openRange(...given);
      ({ stream } = opened);
      return opened;
    },
  };
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const app = express().get('/', (request, response) => {
    const beforeDelivery = async () => {
      const closed = once(response, 'close');
      arrived.resolve();
      await closed;
    };
    const deps = { storage: watched, downloads: createDownloadQueue() };
    sendBlob(
      request,
      response,
      deps,
      { sha256, filename: 'x.pdf', workspaceId: 'a' },
      { beforeDelivery },
    ).then(answered.resolve, answered.reject);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const call = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  call.on('error', () => undefined);
  await arrived.promise;
  call.destroy();
  await answered.promise;
  expect(stream).toMatchObject({ destroyed: true });
  server.close();
});

test('callers of one workspace who read nothing leave places for others, and too many get 503', async () => {
  const storage = createFileStorage({ root: join(folder, 'slow') });
  // More than the buffers of a connection, so it stays open until its caller reads.
  const { sha256 } = await storage.putBytes(Buffer.alloc(30_000_000, 'x'));
  const downloads = createDownloadQueue({ slots: 4 });
  const app = express().get('/:workspaceId', (request, response, next) => {
    const blob = { sha256, filename: 'x.pdf', workspaceId: request.params.workspaceId };
    sendBlob(request, response, { storage, downloads }, blob).catch(next);
  });
  app.use(((error: ProblemError, _request, response, _next) => {
    response.status(error.status).set(error.headers).end();
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (workspace: string) => {
    const request = get(`${url}/${workspace}`, { agent: false }).on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { request, response };
  };

  const first = await call('greedy');
  expect(downloads.load).toEqual({ running: 1, waiting: 0 });
  const waiting = Array.from({ length: 8 }, () =>
    get(`${url}/greedy`, { agent: false }).on('error', () => undefined),
  );
  while (downloads.load.waiting < 8) await new Promise(setImmediate);
  expect(downloads.load).toEqual({ running: 1, waiting: 8 });
  const refused = await call('greedy');
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([503, '5']);
  const other = await call('other');
  expect(other.response.statusCode).toBe(200);

  // A caller that leaves while it waits costs nothing, and the next one gets a place when the first one leaves.
  waiting[0]!.destroy();
  while (downloads.load.waiting > 7) await new Promise(setImmediate);
  const answered = Promise.withResolvers<IncomingMessage>();
  for (const request of waiting) request.once('response', answered.resolve);
  first.request.destroy();
  expect((await answered.promise).statusCode).toBe(200);
  for (const request of [...waiting, other.request]) request.destroy();
  while (downloads.load.running + downloads.load.waiting > 0) await new Promise(setImmediate);
  server.close();
});
