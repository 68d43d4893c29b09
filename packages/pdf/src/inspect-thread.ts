/** The inside of `inspect-in-thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectPdf } from './inspect.ts';

const { bytes, maxPages } = workerData as { bytes: Uint8Array; maxPages?: number };
parentPort!.postMessage(await inspectPdf(bytes, { maxPages }));
