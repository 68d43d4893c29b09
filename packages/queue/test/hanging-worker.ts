/** A worker process for work.test.ts whose jobs never end. It runs until it is killed. */
import { silentLog } from '@countersign/log/port';
import { handle } from '@countersign/queue/handler';
import { defineJob } from '@countersign/queue/jobs';
import { createWorkerQueue } from '@countersign/queue/queue';
import { work } from '@countersign/queue/work';
import * as z from 'zod';

const [url = '', name = ''] = process.argv.slice(2);
const payload = z.strictObject({ n: z.number(), request_id: z.string() });
const job = defineJob({
  name,
  queue: 'test',
  payload,
  retryLimit: 3,
  retryDelaySeconds: 2,
  expireSeconds: 60,
});
const queue = createWorkerQueue({ url, log: silentLog });
await queue.start();
work(queue, {
  queues: ['test'],
  concurrency: { test: 3 },
  handlers: [
    handle(job, () => {
      process.stdout.write('started\n');
      return new Promise(() => undefined);
    }),
  ],
});
