import { describe, expect, test } from '@jest/globals';
import { Recent } from './recent.ts';

describe('recent results', () => {
  test('are stored the second time they are offered', () => {
    const recent = new Recent<number>(10);
    recent.offer('a', 1);
    expect(recent.get('a')).toBeUndefined();
    recent.offer('a', 2);
    expect(recent.get('a')).toBe(2);
  });

  test('stay while they are requested, however many others are added', () => {
    const recent = new Recent<number>(10);
    for (let time = 0; time < 2; time++) recent.offer('asked for', 7);
    for (let time = 0; time < 2; time++) recent.offer('forgotten', 8);
    for (let other = 0; other < 1000; other++) {
      recent.offer(`once ${other}`, other);
      expect(recent.get('asked for')).toBe(7);
    }
    expect(recent.get('forgotten')).toBeUndefined();
  });
});
