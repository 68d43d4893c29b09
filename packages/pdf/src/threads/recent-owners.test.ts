import { expect, jest, test } from '@jest/globals';
import { RecentOwners } from './recent-owners.ts';

test('an owner is remembered for the time after the last entry', () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const recent = new RecentOwners(1000);
    recent.add('a');
    jest.advanceTimersByTime(600);
    recent.add('b');
    recent.add('a');
    jest.advanceTimersByTime(600);
    expect(['a', 'b', 'c', undefined].map((owner) => recent.has(owner))).toEqual([true, true, false, false]);
    jest.advanceTimersByTime(399);
    expect(recent.has('a')).toBe(true);
    jest.advanceTimersByTime(1);
    expect(recent.has('a')).toBe(false);
  } finally {
    jest.useRealTimers();
  }
});

test('work without an owner is not remembered', () => {
  const recent = new RecentOwners(1000);
  recent.add(undefined);
  expect(recent.has(undefined)).toBe(false);
});
