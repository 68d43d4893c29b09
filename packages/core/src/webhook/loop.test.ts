import { silentLog } from '@countersign/log/port';
import { expect, test } from '@jest/globals';
import { repeat, Wake } from './loop.ts';

test('a failing step is repeated, with longer pauses, and only the first failure and the recovery are logged', async () => {
  const logged: string[] = [];
  const log = {
    ...silentLog,
    warn: (message: string) => void logged.push(message),
    info: (message: string) => void logged.push(message),
  };
  const began: number[] = [];
  await repeat({ log, what: 'count', goesOn: () => began.length < 5 }, async () => {
    began.push(performance.now());
    if (began.length <= 3) throw new Error('not yet');
  });
  expect(logged).toEqual(['webhooks: cannot count', 'webhooks: can count again']);
  const pauses = began.slice(1).map((at, index) => at - began[index]!);
  // Timers may fire a millisecond early.
  expect(pauses.slice(0, 3).map((pause, index) => pause >= 100 * 2 ** index - 2)).toEqual([true, true, true]);
});

test('a wake-up while the loop works ends its next wait, and only that one', async () => {
  const wake = new Wake();
  const ended: number[] = [];
  wake.now();
  wake.now();
  await wake.wait();
  const second = wake.wait().then(() => ended.push(2));
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  wake.now();
  await second;
  const third = wake.wait().then(() => ended.push(3));
  await new Promise(setImmediate);
  expect(ended).toEqual([2]);
  wake.now();
  await third;
  expect(ended).toEqual([2, 3]);
});
