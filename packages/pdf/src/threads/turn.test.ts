import { expect, jest, test } from '@jest/globals';
import { Turn } from './turn.ts';

test('callers take turns in order of arrival', async () => {
  const turn = new Turn(60_000);
  const order: number[] = [];
  const first = await turn.take();
  const others = [1, 2].map(async (number) => {
    const end = await turn.take();
    order.push(number);
    end();
    end();
  });
  expect(order).toEqual([]);
  first();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
});

test('a turn that is not ended expires', async () => {
  jest.useFakeTimers();
  const turn = new Turn(500);
  await turn.take();
  const second = turn.take();
  await jest.advanceTimersByTimeAsync(499);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await second).toBeInstanceOf(Function);
  jest.useRealTimers();
});
