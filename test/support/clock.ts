/** A clock that tests advance. It does not run by itself, so times can be compared exactly. */
export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
  set(moment: Date | string): void;
}

/** Starts at the real time by default. */
export function testClock(start: Date | string = new Date()): TestClock {
  let current = new Date(start).getTime();
  return {
    now: () => new Date(current),
    advance: (milliseconds) => {
      current += milliseconds;
    },
    set: (moment) => {
      current = new Date(moment).getTime();
    },
  };
}
