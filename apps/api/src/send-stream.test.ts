import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import express from 'express';
import { sendStream } from './send-stream.ts';

test('a caller that does not read is disconnected, and the stream is closed', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const endless = new Readable({
    read() {
      this.push(chunk);
    },
  });
  const ended = Promise.withResolvers<void>();
  const app = express().get('/', (_request, response) => {
    sendStream(endless, response, 200).then(ended.resolve, ended.reject);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const call = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [answer] = (await once(call, 'response')) as [Readable];
  answer.pause().on('error', () => undefined);
  await ended.promise;
  expect(endless.destroyed).toBe(true);
  call.destroy();
  server.close();
});
