/** Turns at a scarce place. */
import { expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

const limits = { places: 2, placesPerKey: 1, waiting: 10, waitingPerKey: 5, busy: 'Busy.' };

/** Work that runs until the test ends it. It records its name when it starts. */
function desk(turns: Turns) {
  const begun: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string>>();
  const aborted: string[] = [];
  const ask = (key: string, name: string, options: { id?: string; signal?: AbortSignal } = {}) =>
    turns.run({ key, ...options }, (signal) => {
      begun.push(name);
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
  return { begun, aborted, ask, end, open };
}

test('a key that arrives begins at once while another has filled its places, and keys take turns', async () => {
  const { begun, ask, end } = desk(new Turns(limits));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name[0]!, name));
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  // c waited and has nothing running; a has one running.
  expect(begun).toEqual(['a1', 'b1', 'b2']);
  await end('b2');
  expect(begun.at(-1)).toBe('c1');
  await end('a1');
  expect(begun.at(-1)).toBe('a2');
  for (const name of ['c1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

test('a key has more places while nobody else waits, and never all', async () => {
  const turns = new Turns({ ...limits, places: 3, placesPerKey: 2 });
  const { begun, ask, end } = desk(turns);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  expect(begun).toEqual(['a1', 'a2']);
  all.push(ask('b', 'b1'), ask('b', 'b2'));
  expect(begun.at(-1)).toBe('b1');
  await end('a1');
  // Both have one running, and a has waited longer.
  expect(begun.at(-1)).toBe('a3');
  await end('a2');
  expect(begun).toHaveLength(5);
  expect(turns.load).toEqual({ running: 3, waiting: 1 });
  for (const name of ['b1', 'a3', begun.at(-1)!]) await end(name);
  await end(begun.at(-1)!);
  await Promise.all(all);
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test('calls with one id share one turn, also its failure, and the next call begins a new one', async () => {
  const { begun, ask, end, open } = desk(new Turns(limits));
  const both = [ask('a', 'first', { id: 'x' }), ask('a', 'second', { id: 'x' })];
  expect(begun).toEqual(['first']);
  await end('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const failing = [ask('a', 'third', { id: 'x' }), ask('a', 'fourth', { id: 'x' })];
  open.get('third')!.reject(new Error('damaged'));
  for (const one of failing) await expect(one).rejects.toThrow('damaged');
  const last = ask('a', 'fifth', { id: 'x' });
  expect(begun).toEqual(['first', 'third', 'fifth']);
  await end('fifth');
  expect(await last).toBe('fifth');
});

test('a caller who leaves is dropped from the line; work without callers is aborted, shared work goes on', async () => {
  const turns = new Turns(limits);
  const { begun, aborted, ask, end } = desk(turns);
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = ask('a', 'a1', { id: 'x', signal: first.signal });
  const joined = ask('a', 'joined', { id: 'x', signal: second.signal });
  const waiting = ask('a', 'a2', { signal: third.signal });
  third.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(turns.load).toEqual({ running: 1, waiting: 0 });
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
  expect(begun).toEqual(['a1', 'a3']);
});

test('more than may wait, in all or of one key, are refused with the time to come back', async () => {
  const turns = new Turns({ ...limits, places: 1, waiting: 3, waitingPerKey: 2 });
  const { ask, end, begun } = desk(turns);
  const refused = { slug: 'unavailable', headers: { 'Retry-After': '5' } };
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  await expect(ask('a', 'a4')).rejects.toMatchObject(refused);
  all.push(ask('b', 'b1'));
  await expect(ask('c', 'c1')).rejects.toMatchObject(refused);
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await new Promise(setImmediate);
    await end(begun.at(-1) ?? name);
  }
  await Promise.all(all);
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('work that throws gives its place back', async () => {
  const turns = new Turns({ ...limits, places: 1 });
  const failing = turns.run({ key: 'a' }, () => Promise.reject(new Error('broken')));
  const next = turns.run({ key: 'a' }, async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
