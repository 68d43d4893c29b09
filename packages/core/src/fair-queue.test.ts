/** Keys of the fair queue share its slots, and callers that share work or leave. */
import { expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

const limits = { slots: 2, slotsPerKey: 1, waiting: 10, waitingPerKey: 5, busy: 'Busy.' };

/** Work that runs until the test ends it. It records its name when it starts. */
function controlledWork(queue: FairQueue) {
  const started: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string>>();
  const aborted: string[] = [];
  const enqueue = (key: string, name: string, options: { id?: string; signal?: AbortSignal } = {}) =>
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
  return { started, aborted, enqueue, end, open };
}

test('a new key starts at once while another uses all its slots, and keys are served in rotation', async () => {
  const { started, enqueue, end } = controlledWork(new FairQueue(limits));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => enqueue(name[0]!, name));
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
  const { started, enqueue, end } = controlledWork(queue);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => enqueue('a', name));
  expect(started).toEqual(['a1', 'a2']);
  all.push(enqueue('b', 'b1'), enqueue('b', 'b2'));
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
  const { started, enqueue, end, open } = controlledWork(new FairQueue(limits));
  const both = [enqueue('a', 'first', { id: 'x' }), enqueue('a', 'second', { id: 'x' })];
  expect(started).toEqual(['first']);
  await end('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const failing = [enqueue('a', 'third', { id: 'x' }), enqueue('a', 'fourth', { id: 'x' })];
  open.get('third')!.reject(new Error('damaged'));
  await Promise.all(failing.map((one) => expect(one).rejects.toThrow('damaged')));
  const last = enqueue('a', 'fifth', { id: 'x' });
  expect(started).toEqual(['first', 'third', 'fifth']);
  await end('fifth');
  expect(await last).toBe('fifth');
});

test('a disconnected caller is removed from the queue; work without callers is aborted, shared work continues', async () => {
  const queue = new FairQueue(limits);
  const { started, aborted, enqueue, end } = controlledWork(queue);
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = enqueue('a', 'a1', { id: 'x', signal: first.signal });
  const joined = enqueue('a', 'joined', { id: 'x', signal: second.signal });
  const waiting = enqueue('a', 'a2', { signal: third.signal });
  third.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(queue.load).toEqual({ running: 1, waiting: 0 });
  first.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  expect(aborted).toEqual([]);
  second.abort(new Error('left'));
  await expect(joined).rejects.toThrow('left');
  expect(aborted).toEqual(['a1']);
  const next = enqueue('a', 'a3');
  await new Promise(setImmediate);
  await end('a3');
  expect(await next).toBe('a3');
  expect(started).toEqual(['a1', 'a3']);
});

test('calls beyond the waiting limits, in all or for one key, are refused with Retry-After', async () => {
  const queue = new FairQueue({ ...limits, slots: 1, waiting: 3, waitingPerKey: 2 });
  const { enqueue, end, started } = controlledWork(queue);
  const refused = { slug: 'unavailable', headers: { 'Retry-After': '5' } };
  const all = ['a1', 'a2', 'a3'].map((name) => enqueue('a', name));
  await expect(enqueue('a', 'a4')).rejects.toMatchObject(refused);
  all.push(enqueue('b', 'b1'));
  await expect(enqueue('c', 'c1')).rejects.toMatchObject(refused);
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await new Promise(setImmediate);
    await end(started.at(-1) ?? name);
  }
  await Promise.all(all);
  expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('work that has waited for the limited time is refused, and never starts', async () => {
  const queue = new FairQueue({ ...limits, slots: 1, waitMs: 1 });
  const { started, enqueue, end } = controlledWork(queue);
  const first = enqueue('a', 'a1');
  await expect(enqueue('b', 'b1')).rejects.toMatchObject({ slug: 'unavailable' });
  expect(queue.load).toEqual({ running: 1, waiting: 0 });
  await end('a1');
  expect(await first).toBe('a1');
  expect(started).toEqual(['a1']);
});

test('work that throws releases its slot', async () => {
  const queue = new FairQueue({ ...limits, slots: 1 });
  const failing = queue.run({ key: 'a' }, () => Promise.reject(new Error('broken')));
  const next = queue.run({ key: 'a' }, async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
