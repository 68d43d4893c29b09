import { expect, jest, test } from '@jest/globals';
import { TimedLock } from './timed-lock.ts';

test('callers proceed one at a time, in order of arrival', async () => {
  const lock = new TimedLock(() => 60_000);
  const order: number[] = [];
  const first = await lock.acquire();
  const others = [1, 2].map(async (number) => {
    const release = await lock.acquire();
    order.push(number);
    release();
    release();
  });
  expect(order).toEqual([]);
  first();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
});

test('a lock that is not released expires, and its holder learns of it', async () => {
  jest.useFakeTimers();
  const lock = new TimedLock(() => 500);
  const expired: string[] = [];
  const release = await lock.acquire(() => expired.push('released'));
  release();
  await lock.acquire(() => expired.push('held'));
  const second = lock.acquire();
  await jest.advanceTimersByTimeAsync(499);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await second).toBeInstanceOf(Function);
  expect(expired).toEqual(['held']);
  jest.useRealTimers();
});
