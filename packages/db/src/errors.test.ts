import { expect, test } from '@jest/globals';
import { isDatabaseUnavailable } from './errors.ts';

test.each([
  [
    'a full disk',
    { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '53100' } } } },
    true,
  ],
  ['no memory', { code: '53200' }, true],
  ['too many connections', { code: '53300' }, true],
  ['a shutdown', { code: '57P01' }, true],
  ['a server that became read-only', { code: '25006' }, true],
  ['an unreadable disk', { code: '58030' }, true],
  ['a broken connection', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), true],
  ['a wrong statement', { code: '42601' }, false],
  ['a duplicate row', { code: '23505' }, false],
])('%s: whether trying again later can help', (_what, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
