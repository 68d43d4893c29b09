import { Worker } from 'node:worker_threads';
import { expect, jest, test } from '@jest/globals';
import { createBodyThreads, maxThreads } from './thread-pool.ts';

test('a thread that is stopped has ended before the next one starts', async () => {
  const alive = new Set<Worker>();
  let most = 0;
  const post = Worker.prototype.postMessage;
  const spy = jest.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...given: Parameters<typeof post>
  ) {
    if (!alive.has(this)) this.once('exit', () => alive.delete(this));
    alive.add(this);
    most = Math.max(most, alive.size);
    post.apply(this, given);
  });
  const threads = createBodyThreads();
  const begin = async (id: string) => {
    const bytes = Buffer.from(JSON.stringify({ template_id: 'tpl_1', rows: [{ email: 'a@example.test' }] }));
    const pieces = threads.run({ kind: 'workspace', id }, { kind: 'rows', bytes });
    await pieces.next();
    return pieces;
  };
  const running = await Promise.all(Array.from({ length: maxThreads }, (_, at) => begin(`first ${at}`)));
  const next = running.map((_, at) => begin(`next ${at}`));
  for (const pieces of running) void pieces.return(undefined);
  for (const pieces of await Promise.all(next)) await pieces.return(undefined);
  expect(most).toBe(maxThreads);
  expect(alive.size).toBe(0);
  spy.mockRestore();
});
