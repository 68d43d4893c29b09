import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import express from 'express';
import { sendStream } from './send-stream.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('a caller that does not read is disconnected, and the stream is closed', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1024 * 1024, 'x'));
    },
  });
  const ended = Promise.withResolvers<void>();
  const app = express().get('/', (_request, response) => {
    sendStream(endless, response, { bytes: Number.POSITIVE_INFINITY, ms: 200 }).then(
      ended.resolve,
      ended.reject,
    );
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

test('a caller that reads, but slower than the pace, is disconnected; the time before a chunk is ready does not count', async () => {
  const outcome = async (source: AsyncIterable<Uint8Array>, pace: { bytes: number; ms: number }) => {
    const ended = Promise.withResolvers<boolean>();
    const app = express().get('/', (_request, response) => {
      sendStream(source, response, pace).then(() => ended.resolve(response.writableFinished), ended.reject);
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const call = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [answer] = (await once(call, 'response')) as [Readable];
    answer.on('error', () => undefined);
    // Reads a byte now and then, so the connection is never idle.
    let isOver = false;
    const reading = (async () => {
      for (; !isOver; await turn()) answer.read(1);
    })();
    const isWhole = await ended.promise;
    isOver = true;
    await reading;
    call.destroy();
    server.close();
    return isWhole;
  };
  const mebibyte = 1024 * 1024;
  async function* endless() {
    for (;;) yield Buffer.alloc(mebibyte, 'x');
  }
  expect(await outcome(endless(), { bytes: 1024 * mebibyte, ms: 200 })).toBe(false);
  const whole = Buffer.alloc(1, 'x');
  const part = Buffer.alloc(9, 'x').subarray(0, 1);
  async function* late() {
    for (const piece of [part, part, part, part, whole]) {
      await jest.advanceTimersByTimeAsync(100);
      yield piece;
    }
  }
  // Time passes only before the chunks.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  expect(await outcome(late(), { bytes: 1024, ms: 400 })).toBe(true);
  // The memory of a piece that is a whole buffer is freed as soon as it was sent.
  expect([part.length, whole.length]).toEqual([1, 0]);
});
