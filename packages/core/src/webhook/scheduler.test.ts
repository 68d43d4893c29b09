import { describe, expect, test } from '@jest/globals';
import { EndpointSchedule, Scheduler } from './scheduler.ts';

/** The slots of the next claim by endpoint. */
const granted = (scheduler: Scheduler) =>
  scheduler.grantSlots().map(({ endpoint, slots }) => [endpoint.id, slots]);

/** An endpoint in the rotation with an attempt behind it that took `durationMs`, or ended in a timeout. */
function known(scheduler: Scheduler, id: string, workspaceId: string, durationMs: number | 'timeout') {
  const endpoint = new EndpointSchedule(id, workspaceId);
  endpoint.updateHealth(
    durationMs === 'timeout' ? { stage: 'timeout', durationMs: 10_000 } : { stage: 'answered', durationMs },
  );
  scheduler.again(endpoint);
  return endpoint;
}

describe('the slots of an endpoint', () => {
  test('four before it has responded, ten while it responds quickly, two after a timeout', () => {
    const scheduler = new Scheduler(100);
    scheduler.expect('new', 'a');
    known(scheduler, 'quick', 'b', 1999);
    known(scheduler, 'slow', 'c', 2000);
    known(scheduler, 'dead', 'd', 'timeout');
    expect(granted(scheduler)).toEqual([
      ['new', 4],
      ['quick', 10],
      ['slow', 4],
      ['dead', 2],
    ]);
  });

  test('after a timeout a refused connection makes it new again, a failure on this machine changes nothing', () => {
    const endpoint = new EndpointSchedule('one', 'a');
    endpoint.updateHealth({ stage: 'timeout', durationMs: 10_000 });
    endpoint.updateHealth({ stage: 'ours', durationMs: 1 });
    expect(endpoint.health).toBe('timedOut');
    endpoint.updateHealth({ stage: 'connect', durationMs: 1 });
    expect(endpoint.health).toBe('unknown');
    endpoint.updateHealth({ stage: 'answered', durationMs: 1 });
    endpoint.updateHealth({ stage: 'connect', durationMs: 1 });
    expect(endpoint.health).toBe('responsive');
  });

  test('its running attempts count', () => {
    const scheduler = new Scheduler(100);
    const endpoint = known(scheduler, 'one', 'a', 3000);
    for (let at = 0; at < 3; at++) scheduler.count(endpoint, false, 1);
    expect(granted(scheduler)).toEqual([['one', 1]]);
    scheduler.count(endpoint, false, 1);
    scheduler.again(endpoint);
    expect(granted(scheduler)).toEqual([]);
    expect(scheduler.isWaiting(endpoint)).toBe(true);
    scheduler.count(endpoint, false, -1);
    expect(granted(scheduler)).toEqual([['one', 1]]);
    expect(scheduler.isWaiting(endpoint)).toBe(false);
  });

  test('none while a statement claims from it', () => {
    const scheduler = new Scheduler(100);
    const endpoint = known(scheduler, 'one', 'a', 1);
    endpoint.inStatement = true;
    expect(granted(scheduler)).toEqual([]);
    expect(scheduler.waiting).toBe(1);
  });
});

describe('the slots of a worker', () => {
  test('are not exceeded, and endpoints without a slot stay in the rotation', () => {
    const scheduler = new Scheduler(20);
    for (const id of ['a', 'b', 'c']) known(scheduler, id, id, 1);
    expect(granted(scheduler)).toEqual([
      ['a', 10],
      ['b', 10],
    ]);
    expect(scheduler.waiting).toBe(1);
  });

  test('a workspace gets at most half of them, rounded up', () => {
    const scheduler = new Scheduler(13);
    known(scheduler, 'one', 'a', 1);
    const other = known(scheduler, 'two', 'a', 1);
    known(scheduler, 'three', 'b', 1);
    expect(granted(scheduler)).toEqual([
      ['one', 7],
      ['three', 6],
    ]);
    expect(scheduler.isWaiting(other)).toBe(true);
    for (let at = 0; at < 6; at++) scheduler.count(other, false, 1);
    expect(granted(scheduler)).toEqual([['two', 1]]);
  });

  test('a workspace with one slot of one gets it', () => {
    const scheduler = new Scheduler(1);
    known(scheduler, 'one', 'a', 1);
    expect(granted(scheduler)).toEqual([['one', 1]]);
  });

  test('all endpoints after a timeout together get a quarter of them, at least one', () => {
    const scheduler = new Scheduler(12);
    const dead = ['a', 'b', 'c'].map((id) => known(scheduler, id, id, 'timeout'));
    expect(granted(scheduler)).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    for (let at = 0; at < 3; at++) scheduler.count(dead[0]!, true, 1);
    expect(granted(scheduler)).toEqual([]);
    scheduler.count(dead[0]!, true, -1);
    expect(granted(scheduler)).toEqual([['c', 1]]);

    const small = new Scheduler(3);
    known(small, 'd', 'd', 'timeout');
    expect(granted(small)).toEqual([['d', 1]]);
  });

  test('one claim takes at most 200', () => {
    const scheduler = new Scheduler(1000);
    for (let at = 0; at < 30; at++) known(scheduler, String(at), String(at), 1);
    expect(granted(scheduler)).toHaveLength(20);
    expect(granted(scheduler)).toHaveLength(10);
  });

  test('an ended attempt frees the slot of its workspace', () => {
    const scheduler = new Scheduler(2);
    const endpoint = known(scheduler, 'one', 'a', 1);
    scheduler.count(endpoint, false, 1);
    expect(granted(scheduler)).toEqual([]);
    scheduler.count(endpoint, false, -1);
    expect(scheduler.active).toBe(0);
    expect(granted(scheduler)).toEqual([['one', 1]]);
  });
});

describe('the lease of an endpoint', () => {
  test('that was released for another worker is left to it for a moment', () => {
    const scheduler = new Scheduler(10);
    const endpoint = known(scheduler, 'one', 'a', 1);
    scheduler.grantSlots();
    endpoint.leasedSince = 1;
    endpoint.isReleasing = true;
    scheduler.expect('one', 'a');
    expect(scheduler.waiting).toBe(0);
    endpoint.leaseEnded();
    expect([endpoint.leasedSince, endpoint.isReleasing, endpoint.isLeftToOthers]).toEqual([
      null,
      false,
      true,
    ]);
    scheduler.expect('one', 'a');
    expect(scheduler.waiting).toBe(0);
  });

  test('that ended for another reason can be taken again at once, and the endpoint keeps its health', () => {
    const scheduler = new Scheduler(10);
    const endpoint = known(scheduler, 'one', 'a', 1);
    scheduler.grantSlots();
    endpoint.leaseEnded();
    scheduler.expect('one', 'a');
    expect(scheduler.isWaiting(endpoint)).toBe(true);
  });

  test('stop empties the rotation and returns the endpoints with a lease', () => {
    const scheduler = new Scheduler(10);
    const leased = known(scheduler, 'one', 'a', 1);
    leased.leasedSince = 0;
    known(scheduler, 'two', 'a', 1);
    expect(scheduler.stop()).toEqual([leased]);
    expect(scheduler.waiting).toBe(0);
  });
});

test('idle endpoints beyond 20,000 are forgotten, and only they', () => {
  const scheduler = new Scheduler(10);
  const endpoints = Array.from({ length: 20_003 }, (_, at) => known(scheduler, String(at), 'a', 1));
  const [busy, leased, waiting, idle, last] = endpoints.slice(0, 5) as [
    EndpointSchedule,
    ...EndpointSchedule[],
  ];
  scheduler.stop();
  busy.busy.add('1');
  leased!.leasedSince = 0;
  scheduler.again(waiting!);
  for (const one of [busy, leased!, waiting!]) {
    scheduler.forgetIdle(one);
    scheduler.expect(one.id, 'a');
    expect(scheduler.isWaiting(one)).toBe(true);
  }
  expect(scheduler.waiting).toBe(3);
  for (const one of endpoints.slice(3, 6)) scheduler.forgetIdle(one);
  for (const one of [idle!, last!, endpoints[5]!]) scheduler.expect(one.id, 'a');
  expect([idle!, last!, endpoints[5]!].map((one) => scheduler.isWaiting(one))).toEqual([false, false, false]);
});

test('up to 20,000 endpoints are remembered although they are idle', () => {
  const scheduler = new Scheduler(10);
  const endpoints = Array.from({ length: 20_000 }, (_, at) => known(scheduler, String(at), 'a', 1));
  scheduler.stop();
  scheduler.forgetIdle(endpoints[0]!);
  scheduler.expect('0', 'a');
  expect(scheduler.isWaiting(endpoints[0]!)).toBe(true);
});
