import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { createKnownCallers } from './callers.ts';

const requestWith = (authorization?: string) => ({ headers: { authorization } }) as Request;

test('a valid key is recognized with its workspace, until it is refused', () => {
  const known = createKnownCallers();
  const request = requestWith('Bearer cs_live_1');
  expect(known.recognize(request)).toBeNull();
  known.remember(request, 'w1');
  expect(known.recognize(requestWith('Bearer cs_live_1'))).toBe('w1');
  expect(known.recognize(requestWith('Bearer cs_live_2'))).toBeNull();
  known.forget(request);
  expect(known.recognize(request)).toBeNull();
});

test('a request without a key is never recognized', () => {
  const known = createKnownCallers();
  known.remember(requestWith(), 'w1');
  expect(known.recognize(requestWith())).toBeNull();
});
