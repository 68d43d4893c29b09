/** The fair queue. */
import { expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

const limits = { slots: 2, slotsPerKey: 1, waiting: 10, waitingPerKey: 5, busy: 'Busy.' };

/** Work that runs until the test ends it. It records its name when it starts. */
function desk(queue: FairQueue) {
  const started: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string>>();
  const aborted: string[] = [];
  const ask = (key: string, name: string, options: { id?: string; signal?: AbortSignal } = {}) =>
    queue.run({ key, ...options }, (signal) => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      open.set(name, end);
      signal.addEventListener('abort', () => {
        aborted.push(name);
        end.reject(new Error('aborted'));
      });
      return end.promise;
    });
  const end = async (name: string) => {
    open.get(name)!.resolve(name);
    await new Promise(setImmediate);
  };
  return { started, aborted, ask, end, open };
}

test('a new key starts at once while another uses all its slots, and keys take turns', async () => {
  const { started, ask, end } = desk(new FairQueue(limits));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name[0]!, name));
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  // c waited and has nothing running; a has one running.
  expect(started).toEqual(['a1', 'b1', 'b2']);
  await end('b2');
  expect(started.at(-1)).toBe('c1');
  await end('a1');
  expect(started.at(-1)).toBe('a2');
  for (const name of ['c1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

test('a key gets more slots while no other waits, but never all', async () => {
  const queue = new FairQueue({ ...limits, slots: 3, slotsPerKey: 2 });
  const { started, ask, end } = desk(queue);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  expect(started).toEqual(['a1', 'a2']);
  all.push(ask('b', 'b1'), ask('b', 'b2'));
  expect(started.at(-1)).toBe('b1');
  await end('a1');
  // Both have one running, and a has waited longer.
  expect(started.at(-1)).toBe('a3');
  await end('a2');
  expect(started).toHaveLength(5);
  expect(queue.load).toEqual({ running: 3, waiting: 1 });
  for (const name of ['b1', 'a3', started.at(-1)!]) await end(name);
  await end(started.at(-1)!);
  await Promise.all(all);
  expect(queue.load).toEqual({ running: 0, waiting: 0 });
});

test('calls with one id share the work and its failure, and the next call starts again', async () => {
  const { started, ask, end, open } = desk(new FairQueue(limits));
  const both = [ask('a', 'first', { id: 'x' }), ask('a', 'second', { id: 'x' })];
  expect(started).toEqual(['first']);
  await end('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const failing = [ask('a', 'third', { id: 'x' }), ask('a', 'fourth', { id: 'x' })];
  open.get('third')!.reject(new Error('damaged'));
  for (const one of failing) await expect(one).rejects.toThrow('damaged');
  const last = ask('a', 'fifth', { id: 'x' });
  expect(started).toEqual(['first', 'third', 'fifth']);
  await end('fifth');
  expect(await last).toBe('fifth');
});

test('a disconnected caller is removed from the queue; work without callers is aborted, shared work continues', async () => {
  const queue = new FairQueue(limits);
  const { started, aborted, ask, end } = desk(queue);
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = ask('a', 'a1', { id: 'x', signal: first.signal });
  const joined = ask('a', 'joined', { id: 'x', signal: second.signal });
  const waiting = ask('a', 'a2', { signal: third.signal });
  third.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(queue.load).toEqual({ running: 1, waiting: 0 });
  first.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  expect(aborted).toEqual([]);
  second.abort(new Error('left'));
  await expect(joined).rejects.toThrow('left');
  expect(aborted).toEqual(['a1']);
  const next = ask('a', 'a3');
  await new Promise(setImmediate);
  await end('a3');
  expect(await next).toBe('a3');
  expect(started).toEqual(['a1', 'a3']);
});

test('calls beyond the waiting limits, in all or for one key, are refused with Retry-After', async () => {
  const queue = new FairQueue({ ...limits, slots: 1, waiting: 3, waitingPerKey: 2 });
  const { ask, end, started } = desk(queue);
  const refused = { slug: 'unavailable', headers: { 'Retry-After': '5' } };
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  await expect(ask('a', 'a4')).rejects.toMatchObject(refused);
  all.push(ask('b', 'b1'));
  await expect(ask('c', 'c1')).rejects.toMatchObject(refused);
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await new Promise(setImmediate);
    await end(started.at(-1) ?? name);
  }
  await Promise.all(all);
  expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('work that throws releases its slot', async () => {
  const queue = new FairQueue({ ...limits, slots: 1 });
  const failing = queue.run({ key: 'a' }, () => Promise.reject(new Error('broken')));
  const next = queue.run({ key: 'a' }, async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
