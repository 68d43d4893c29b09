import { EventEmitter } from 'node:events';
import type { ProblemError } from '@countersign/problem/problem-error';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { bodyPace } from './pace.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const settings = {
  memoryBytes: 0,
  stallMs: 10_000,
  totalMs: 60_000,
  slowestUpload: 4096,
  graceMs: 60_000,
  checkEveryMs: 1000,
};

/** A request that is watched: `buffered` of at most 100 bytes have arrived and were not read by the service. */
function watch(isUpload: boolean, buffered: number) {
  const request = Object.assign(new EventEmitter(), {
    headers: { 'content-length': '1000' },
    complete: false,
    destroyed: false,
    readableLength: buffered,
    readableHighWaterMark: 100,
    socket: { bytesRead: 500 },
  });
  const problems: Array<ProblemError['detail']> = [];
  const pace = bodyPace({
    settings,
    isUpload: () => isUpload,
    cut: ({ detail }) => void problems.push(detail),
  });
  void pace(request as unknown as Request, {} as Response, () => undefined);
  return { request, problems };
}

test.each([true, false])(
  'time in which the service does not read costs a caller nothing (upload: %s)',
  (isUpload) => {
    const { request, problems } = watch(isUpload, 100);
    jest.advanceTimersByTime(3_600_000);
    expect(problems).toEqual([]);
    request.readableLength = 0;
    jest.advanceTimersByTime(9000);
    expect(problems).toEqual([]);
    jest.advanceTimersByTime(1000);
    expect(problems).toEqual(['No byte of the body arrived for 10 seconds.']);
  },
);

test('408 for a body that takes too long, and for an upload that is too slow, while the service waits', () => {
  for (const isUpload of [true, false]) {
    const { request, problems } = watch(isUpload, 0);
    for (let second = 0; second < 60; second += 1) {
      expect(problems).toEqual([]);
      request.socket.bytesRead += 4000;
      jest.advanceTimersByTime(1000);
    }
    expect(problems).toEqual([
      isUpload
        ? 'The body arrives at less than 4096 bytes a second.'
        : 'The body did not arrive within 60 seconds.',
    ]);
  }
});
