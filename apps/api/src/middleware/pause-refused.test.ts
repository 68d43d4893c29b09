import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import { createPauses } from './pause-refused.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const newResponse = () => new EventEmitter() as unknown as Response;

test('a refusal waits for the pause, and one too many does not', async () => {
  const { pause } = createPauses({ ms: 1000, most: 1 });
  let isOver = false;
  const first = pause(newResponse()).then((goesOn) => {
    isOver = true;
    return goesOn;
  });
  expect(await pause(newResponse())).toBe(true);
  await jest.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(await first).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('a caller that disconnects gives its place to the next one', async () => {
  const { pause } = createPauses({ ms: 1000, most: 1 });
  const response = newResponse();
  const first = pause(response);
  response.emit('close');
  expect(await first).toBe(false);
  const second = pause(newResponse());
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await second).toBe(true);
});
