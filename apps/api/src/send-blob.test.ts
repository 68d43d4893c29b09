import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { sendBlob } from './send-blob.ts';

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
    sendBlob(request, response, watched, { sha256, filename: 'x.pdf' }, { beforeDelivery }).then(
      answered.resolve,
      answered.reject,
    );
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
