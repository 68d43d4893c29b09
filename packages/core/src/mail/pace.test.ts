/** The limits of mails: no span of time exceeds its limit, and nothing waits forever. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  dayMs,
  forecast,
  type Grant,
  giveBack,
  initialState,
  type MailClass,
  opensAt,
  type PaceLimits,
  type PaceState,
  recovered,
  slowDown,
  take,
} from './pace.ts';

const start = Date.parse('2026-11-23T08:00:00Z');
const ses: PaceLimits = { perSecond: 14, perDay: 50_000 };

/** A mail server, and workers that ask for permits. Time is the clock of the database. */
class World {
  state: PaceState = initialState;
  now = start;
  readonly sent: Array<{ at: number; mails: MailClass }> = [];
  readonly limits: PaceLimits;
  constructor(limits: PaceLimits) {
    this.limits = limits;
  }

  /** Claims permits; all but `lost` are used at their times. Returns how many were given, and when to ask again. */
  take(mails: MailClass, count: number, lost = 0): Grant {
    const { state, grant } = take(this.state, this.limits, mails, count, this.now);
    this.state = state;
    for (let at = 0; at < grant.count - lost; at += 1)
      this.sent.push({ at: grant.startAt + at * grant.spacingMs, mails });
    return grant;
  }

  /** The largest number of mails in any span of so many milliseconds. */
  most(spanMs: number): number {
    const times = this.sent.map(({ at }) => at).toSorted((a, b) => a - b);
    let most = 0;
    for (let from = 0, to = 0; to < times.length; to += 1) {
      while (times[to]! - times[from]! >= spanMs) from += 1;
      most = Math.max(most, to - from + 1);
    }
    return most;
  }
}

/** Small numbers, so that every limit is reached often. */
const limits = fc.record({
  perSecond: fc.option(fc.constantFrom(0.2, 1, 3, 14)),
  perDay: fc.option(fc.constantFrom(1, 7, 60, 900)),
});
/** What happens to the world, and then to the permits of a claim: used, lost with their worker, or given back. */
const step = fc.oneof(
  fc
    .record({
      mails: fc.constantFrom<MailClass>('urgent', 'bulk'),
      count: fc.integer({ min: 1, max: 200 }),
      end: fc.constantFrom('used', 'lost', 'returned'),
    })
    .map(({ mails, count, end }) => (world: World) => {
      const grant = world.take(mails, count, end === 'used' ? 0 : count);
      if (end === 'returned') world.state = giveBack(world.state, grant.period, mails, grant.count);
    }),
  fc.constantFrom(
    (world: World) => {
      world.state = slowDown(world.state, world.limits, world.now);
    },
    (world: World) => {
      world.state = recovered(world.state, world.limits, world.now);
    },
  ),
  fc
    .oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: dayMs }))
    .map((ms) => (world: World) => {
      world.now += ms;
    }),
);

describe('the limits', () => {
  test('hold in every second and every 24 hours, with any arrivals, crashes, pauses and jumps of the clock', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 150 }), (given, steps) => {
        const world = new World(given);
        for (const act of steps) act(world);
        if (given.perSecond !== null)
          expect(world.most(1000)).toBeLessThanOrEqual(Math.max(1, given.perSecond));
        if (given.perDay !== null) expect(world.most(dayMs)).toBeLessThanOrEqual(given.perDay);
      }),
      { numRuns: 300 },
    );
  });

  test('hold when the clock of the database is set back, and nothing waits longer for that', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 10 * dayMs }), (given, back) => {
        const world = new World(given);
        const first = world.take('urgent', 50).count;
        world.now -= back;
        const second = world.take('urgent', 50).count;
        if (given.perDay !== null) expect(first + second).toBeLessThanOrEqual(given.perDay);
        if (given.perSecond === null || (given.perDay ?? 50) <= first) return;
        expect(opensAt(world.state, { ...given, perDay: null }, 'urgent', world.now)).toBeLessThanOrEqual(
          world.now + 6000,
        );
      }),
      { numRuns: 100 },
    );
  });

  test('let every mail go: a worker that asks again at the returned time gets a permit', () => {
    fc.assert(
      fc.property(limits, fc.constantFrom<MailClass>('urgent', 'bulk'), (given, mails) => {
        const world = new World(given);
        // Others have used all that they can get.
        for (let round = 0; round < 30; round += 1) world.take(round % 2 ? 'urgent' : 'bulk', 1000);
        for (let asked = 0; asked < 400; asked += 1) {
          const { count, retryAt } = world.take(mails, 1);
          if (count > 0) return;
          expect(retryAt).toBeGreaterThan(world.now);
          world.now = retryAt;
        }
        throw new Error('no permit');
      }),
      { numRuns: 100 },
    );
  });
});

describe('mails at 14 a second and 50,000 a day', () => {
  test('use 98 % of the quota, and leave room for single documents', () => {
    const world = new World(ses);
    const mails = 200_000;
    let left = mails;
    let asked = 0;
    let urgent = 0;
    let nextUrgent = start;
    let latest = 0;
    while (left > 0) {
      while (nextUrgent <= world.now) {
        // A mail of a single document every five minutes.
        const { state, grant } = take(world.state, ses, 'urgent', 1, world.now);
        world.state = state;
        expect(grant.count).toBe(1);
        latest = Math.max(latest, grant.startAt - world.now);
        urgent += 1;
        nextUrgent += 300_000;
      }
      const { state, grant } = take(world.state, ses, 'bulk', Math.min(left, 14), world.now);
      world.state = state;
      asked += 1;
      left -= grant.count;
      world.now = grant.count > 0 ? world.now + 1000 : Math.min(grant.retryAt, nextUrgent);
    }
    const days = (world.now - start) / dayMs;
    expect((mails + urgent) / days).toBeGreaterThanOrEqual(0.98 * 50_000);
    expect(latest).toBeLessThan(5000);
    // A claim for each second of sending, not for each mail.
    expect(asked).toBeLessThan(mails / 10);
  });

  test('are forecast within 1 %', () => {
    const last = forecast(initialState, ses, 1_000_000, start)!;
    expect((last - start) / dayMs).toBeGreaterThan(19.9);
    expect((last - start) / dayMs).toBeLessThan(20.3);
    expect(forecast(initialState, { perSecond: null, perDay: null }, 5, start)).toBeNull();
    expect(forecast(initialState, { perSecond: 2, perDay: null }, 100, start)! - start).toBeCloseTo(
      50_500,
      -2,
    );
    // The forecast of a tiny quota is extrapolated.
    const slow = forecast(initialState, { perSecond: null, perDay: 10 }, 1_000_000, start)!;
    expect((slow - start) / dayMs / 1e6).toBeGreaterThan(0.09);
  });

  test('are forecast for the hours of a sending window', () => {
    const hour = 3_600_000;
    // Open in every other hour.
    const every = (time: number) => ({
      isOpen: Math.floor((time - start) / hour) % 2 === 1,
      until: start + (Math.floor((time - start) / hour) + 1) * hour,
    });
    const last = forecast(initialState, { perSecond: 1, perDay: null }, 5000, start, every)!;
    expect((last - start) / hour).toBeGreaterThan(3.3);
    expect((last - start) / hour).toBeLessThan(3.5);
  });
});

test('a mail server that says that mails come too fast is given longer and longer pauses, until it accepts one', () => {
  const world = new World({ perSecond: 14, perDay: null });
  world.take('bulk', 10);
  const pauses: number[] = [];
  for (let refusals = 0; refusals < 12; refusals += 1) {
    world.state = slowDown(world.state, world.limits, world.now);
    // The answers to other mails that were under way.
    world.state = slowDown(world.state, world.limits, world.now);
    const { count, retryAt } = world.take('urgent', 10);
    expect(count).toBe(0);
    pauses.push((retryAt - world.now) / 1000);
    world.now = retryAt;
    expect(world.take('bulk', 10)).toMatchObject({ count: 1, isProbe: true });
    expect(world.take('bulk', 10).count).toBe(0);
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  world.state = recovered(world.state, world.limits, world.now);
  world.now += 1000;
  expect(world.take('bulk', 10).count).toBeGreaterThan(5);
});

test('bulk mails leave a share of the quota, which grows with the number of other mails', () => {
  const small = new World({ perSecond: null, perDay: 500 });
  expect(small.take('bulk', 1000).count).toBe(450);
  expect(small.take('bulk', 1000).count).toBe(0);
  expect(small.take('urgent', 1000).count).toBe(50);
  const busy = new World({ perSecond: null, perDay: 1000 });
  expect(busy.take('urgent', 300).count).toBe(300);
  busy.now += dayMs / 2;
  expect(busy.take('bulk', 1000).count).toBe(640);
});

test('mails of single documents go first, and bulk mails get at least a tenth of the rate', () => {
  const world = new World({ perSecond: 10, perDay: null });
  const given = { urgent: 0, bulk: 0 };
  for (let tick = 0; tick < 2000; tick += 1) {
    given.urgent += world.take('urgent', 100).count;
    given.bulk += world.take('bulk', 100).count;
    world.now += 100;
  }
  expect(given.urgent / 200).toBeGreaterThan(8.5);
  expect(given.bulk / 200).toBeGreaterThanOrEqual(0.9);
});
