/** A worker that starts while its database is temporarily unavailable. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { testBase } from '../support/base.ts';
import { startWorker } from '../support/processes.ts';

const closers: Array<() => void> = [];
afterAll(() => {
  for (const close of closers) close();
});

/** A proxy to the database whose connection breaks once, when a statement contains these words. */
async function brittleLine(databaseUrl: string, words: string): Promise<{ url: string; breaks(): number }> {
  let breaks = 0;
  const { port } = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (chunk) => {
        if (breaks === 0 && chunk.includes(words)) {
          breaks += 1;
          near.destroy();
          far.destroy();
        } else to.write(chunk);
      });
    }
    closers.push(() => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, breaks: () => breaks };
}

test.each([
  ['for restored dumps', 'webhook', 'unnest(enum_range(NULL::mode))'],
  ['for the test key', 'seal', 'test_seal_key'],
])(
  'a starting worker repeats the query %s if the database connection breaks during it',
  async (_, queues, words) => {
    const base = await testBase();
    const line = await brittleLine(base.databaseUrl, words);
    const worker = await startWorker({ queues, databaseUrl: line.url, folder: base.folder });
    expect(line.breaks()).toBe(1);
    expect(worker.lines.map(({ message }) => message)).toContain('waiting for the database');
    expect(await worker.stop()).toBe(0);
  },
);
