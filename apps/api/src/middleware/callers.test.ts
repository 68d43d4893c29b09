import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { createKnownCallers } from './callers.ts';

/** A request with these headers. */
const requestWith = (headers: Record<string, string>) =>
  ({ headers, get: (name: string) => headers[name.toLowerCase()] }) as unknown as Request;
const requestWithKey = (authorization: string) => requestWith({ authorization });
const callers = () =>
  createKnownCallers((request) => {
    const session = request.get('cookie');
    return session === undefined ? null : `${session} ${request.get('x-workspace')}`;
  });

test('a valid key is recognized with its workspace, until it is refused', () => {
  const known = callers();
  const request = requestWithKey('Bearer cs_live_1');
  expect(known.recognize(request)).toBeNull();
  known.remember(request, 'w1');
  expect(known.recognize(requestWithKey('Bearer cs_live_1'))).toBe('w1');
  expect(known.recognize(requestWithKey('Bearer cs_live_2'))).toBeNull();
  known.forget(request);
  expect(known.recognize(request)).toBeNull();
});

test('a session is recognized in the workspaces where it was valid', () => {
  const known = callers();
  known.remember(requestWith({ cookie: 'a', 'x-workspace': 'one' }), 'w1');
  expect(known.recognize(requestWith({ cookie: 'a', 'x-workspace': 'one' }))).toBe('w1');
  expect(known.recognize(requestWith({ cookie: 'a', 'x-workspace': 'two' }))).toBeNull();
  expect(known.recognize(requestWith({ cookie: 'b', 'x-workspace': 'one' }))).toBeNull();
});

test('a request without a credential is never recognized', () => {
  const known = callers();
  known.remember(requestWith({}), 'w1');
  expect(known.recognize(requestWith({}))).toBeNull();
});
