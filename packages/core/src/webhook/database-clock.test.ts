import { expect, test } from '@jest/globals';
import { DatabaseClock } from './database-clock.ts';

const year2030 = Date.UTC(2030, 0, 1);
const year2031 = Date.UTC(2031, 0, 1);

/** A clock of a database that answers with these times, one after the other, each after that many milliseconds. */
function clockOf(answers: Array<{ ms: number; afterMs: number }>) {
  const time = { passed: 5_000, asked: 0 };
  const $queryRaw = async () => {
    const { ms, afterMs } = answers[time.asked]!;
    time.asked += 1;
    time.passed += afterMs;
    return [{ ms }];
  };
  return { time, clock: new DatabaseClock({ $queryRaw } as never, () => time.passed) };
}

test('it shows the time of this machine until the database has responded, and the time of the database from then on', async () => {
  const { time, clock } = clockOf([{ ms: year2030, afterMs: 100 }]);
  expect(clock.known).toBe(false);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  await clock.refresh();
  expect(clock.known).toBe(true);
  // The database read its clock in the middle of the round trip.
  expect(clock.now().getTime()).toBe(year2030 + 50);
  time.passed += 3_000;
  expect(clock.now().getTime()).toBe(year2030 + 3_050);
});

test('it asks the database at most once a second', async () => {
  const { time, clock } = clockOf([
    { ms: year2030, afterMs: 0 },
    { ms: year2031, afterMs: 0 },
  ]);
  await clock.refresh();
  time.passed += 999;
  await clock.refresh();
  expect(time.asked).toBe(1);
  time.passed += 1;
  await clock.refresh();
  expect([time.asked, clock.now().getTime()]).toEqual([2, year2031]);
});

test('a first response counts however late it is, a later one only within half a second', async () => {
  const { time, clock } = clockOf([
    { ms: year2030, afterMs: 2_000 },
    { ms: year2031, afterMs: 501 },
    { ms: year2031, afterMs: 500 },
  ]);
  await clock.refresh();
  expect(clock.now().getTime()).toBe(year2030 + 1_000);
  time.passed += 1_000;
  await clock.refresh();
  expect(clock.now().getTime()).toBe(year2030 + 2_501);
  time.passed += 1_000;
  await clock.refresh();
  expect(clock.now().getTime()).toBe(year2031 + 250);
});
