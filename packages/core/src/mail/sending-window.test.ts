/** When sending windows open and close. */
import { expect, test } from '@jest/globals';
import { windowAt } from './sending-window.ts';

const at = (from: string, until: string, time_zone: string, time: string) => {
  const state = windowAt({ from, until, time_zone }, Date.parse(time));
  return `${state.isOpen ? 'open' : 'closed'} until ${new Date(state.until).toISOString()}`;
};
const berlin = 'Europe/Berlin';

test('a window is open from its first minute until before its last', () => {
  expect(at('09:00', '17:00', berlin, '2026-11-23T07:59:59.999Z')).toBe(
    'closed until 2026-11-23T08:00:00.000Z',
  );
  expect(at('09:00', '17:00', berlin, '2026-11-23T08:00:00Z')).toBe('open until 2026-11-23T16:00:00.000Z');
  expect(at('09:00', '17:00', berlin, '2026-11-23T16:00:00Z')).toBe('closed until 2026-11-24T08:00:00.000Z');
});

test('a window may pass midnight', () => {
  expect(at('22:00', '06:30', 'Asia/Kolkata', '2026-11-23T16:30:00Z')).toBe(
    'open until 2026-11-24T01:00:00.000Z',
  );
  expect(at('22:00', '06:30', 'Asia/Kolkata', '2026-11-24T00:59:59Z')).toBe(
    'open until 2026-11-24T01:00:00.000Z',
  );
  expect(at('22:00', '06:30', 'Asia/Kolkata', '2026-11-24T01:00:00Z')).toBe(
    'closed until 2026-11-24T16:30:00.000Z',
  );
});

test('a window follows clocks that are set forward', () => {
  // On 29 March 2026 the clocks of Berlin go from 02:00 to 03:00 at 01:00 UTC.
  expect(at('09:00', '17:00', berlin, '2026-03-28T20:00:00Z')).toBe('closed until 2026-03-29T07:00:00.000Z');
  expect(at('01:30', '02:30', berlin, '2026-03-29T00:40:00Z')).toBe('open until 2026-03-29T01:00:00.000Z');
  expect(at('02:30', '05:00', berlin, '2026-03-29T00:40:00Z')).toBe('closed until 2026-03-29T01:00:00.000Z');
  expect(at('02:10', '02:50', berlin, '2026-03-29T00:40:00Z')).toBe('closed until 2026-03-30T00:10:00.000Z');
});

test('a window follows clocks that are set back', () => {
  // On 25 October 2026 they go from 03:00 to 02:00 at 01:00 UTC, so they show 02:30 twice.
  expect(at('09:00', '17:00', berlin, '2026-10-24T20:00:00Z')).toBe('closed until 2026-10-25T08:00:00.000Z');
  expect(at('01:00', '02:30', berlin, '2026-10-25T00:00:00Z')).toBe('open until 2026-10-25T00:30:00.000Z');
  expect(at('01:00', '02:30', berlin, '2026-10-25T00:30:00Z')).toBe('closed until 2026-10-25T01:00:00.000Z');
  expect(at('01:00', '02:30', berlin, '2026-10-25T01:00:00Z')).toBe('open until 2026-10-25T01:30:00.000Z');
});
