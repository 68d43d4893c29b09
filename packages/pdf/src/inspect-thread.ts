/** The inside of `inspect-in-thread.ts`: one file after the other. */
import { parentPort } from 'node:worker_threads';
import { inspectPdf } from './inspect.ts';

parentPort!.on('message', async ({ bytes, maxPages }: { bytes: Uint8Array; maxPages?: number }) => {
  parentPort!.postMessage(await inspectPdf(bytes, { maxPages }));
});
