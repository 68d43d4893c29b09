import { expect, test } from '@jest/globals';
import { QueueSlots } from './slots.ts';

/** Whether a loop that waits for a slot is woken by `change`. */
async function wakes(slots: QueueSlots, change: () => void): Promise<boolean> {
  let woken = false;
  slots.freed().then(() => {
    woken = true;
  });
  change();
  await Promise.resolve();
  return woken;
}

test('spare slots that are given back wake the loops that wait, if one of the other slots is free', async () => {
  const slots = new QueueSlots(4);
  // No job runs, and a loop takes all slots, also the spare ones, while it looks for jobs.
  expect([slots.takeSpare(100), slots.take(1)]).toEqual([6, 0]);
  expect(await wakes(slots, () => slots.giveSpare(6))).toBe(true);

  expect([slots.take(4), slots.takeSpare(100)]).toEqual([4, 2]);
  expect(await wakes(slots, () => slots.giveSpare(2))).toBe(false);

  // Jobs end while a loop has the spare slots.
  expect(slots.takeSpare(100)).toBe(2);
  expect(await wakes(slots, () => slots.give(2))).toBe(true);
  expect(slots.take(1)).toBe(0);
  expect(await wakes(slots, () => slots.giveSpare(2))).toBe(true);
  expect(slots.take(1)).toBe(1);
});
