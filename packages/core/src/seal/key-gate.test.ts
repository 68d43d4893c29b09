import { expect, test } from '@jest/globals';
import { KeyGate } from './key-gate.ts';

const ready = () => Promise.resolve('signed');

test('after a failure, calls fail at once, then one call tries while the others still fail', async () => {
  let now = 0;
  const gate = new KeyGate('the key', { timeoutMs: 60_000, restMs: 30_000 }, () => now);
  const down = new Error('down');
  let calls = 0;
  const counted = (result: () => Promise<string>) => () => {
    calls += 1;
    return result();
  };
  expect(await gate.run(counted(ready))).toBe('signed');
  await expect(gate.run(counted(() => Promise.reject(down)))).rejects.toBe(down);
  expect(() => gate.check()).toThrow(down);
  await expect(gate.run(counted(ready))).rejects.toBe(down);
  expect(calls).toBe(2);

  now = 30_000;
  expect(() => gate.check()).not.toThrow();
  const answer = Promise.withResolvers<string>();
  const probe = gate.run(counted(() => answer.promise));
  await expect(gate.run(counted(ready))).rejects.toBe(down);
  expect(calls).toBe(3);
  answer.resolve('again');
  expect(await probe).toBe('again');
  expect(await gate.run(counted(ready))).toBe('signed');
});

test('a call that hangs ends after the time limit, and after its late result calls still fail at once', async () => {
  const gate = new KeyGate('the key of acme', { timeoutMs: 20, restMs: 60_000 });
  const late = Promise.withResolvers<string>();
  await expect(gate.run(() => late.promise)).rejects.toThrow('the key of acme did not answer within 0.02 s');
  late.resolve('too late');
  await late.promise;
  await expect(gate.run(ready)).rejects.toThrow('did not answer');
});
