/** Bulk sends for tests: a template, rows, and a worker that runs in the test's own process. */

import type { BulkSendOut } from '@countersign/contract/bulk-send';
import { encodeId } from '@countersign/contract/ids';
import type { Base, Ctx } from '@countersign/core/ctx';
import { createTemplate } from '@countersign/core/template/create';
import { createWorkerQueue } from '@countersign/queue/queue';
import { work } from '@countersign/queue/work';
import type { Storage } from '@countersign/storage/storage';
import { bulkHandlers } from '@countersign/worker/workers/bulk';
import { afterAll, expect } from '@jest/globals';
import type { Client } from './api.ts';
import { testDatabase } from './database.ts';
import { until } from './processes.ts';
import { samplePdf } from './sample-pdf.ts';
import { newTemplate } from './template-input.ts';

const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Runs the queue `bulk` on the test file's database until it is stopped, at the latest at the end of the file. */
export async function startBulkWorker(
  base: Base & { storage: Storage },
  concurrency = 2,
): Promise<{ stop(): Promise<void> }> {
  const { url } = await testDatabase();
  const queue = createWorkerQueue({ url, log: base.log });
  await queue.start();
  const worker = work(queue, {
    queues: ['bulk'],
    concurrency: { bulk: concurrency },
    handlers: bulkHandlers({ ...base, queue } as never),
    pollMs: 200,
  });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= worker.stop({ graceSeconds: 5 }).then(() => queue.stop());
    return stopped;
  };
  closers.push(stop);
  return { stop };
}

const place = { page: 1, x: 0.1, w: 0.3, h: 0.04 };

/** One signer, a signature, a text of at most 10 characters and a number that only the sender fills in. */
export const oneSigner = {
  recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
  fields: [
    { ...place, type: 'signature', y: 0.1, recipient_index: 0 },
    { ...place, type: 'text', y: 0.2, recipient_index: 0, name: 'city', settings: { max_length: 10 } },
    { ...place, type: 'number', y: 0.3, recipient_index: 0, name: 'rent', required: false, read_only: true },
  ],
};

/** Stores a template; `definition` replaces parts of oneSigner. */
export async function makeTemplate(client: Client, definition: object = {}): Promise<string> {
  const pdf = Buffer.from(await samplePdf(1, 'bulk'));
  const created = await client.post('/v1/templates', {
    name: 'Lease',
    pdf_base64: pdf.toString('base64'),
    ...oneSigner,
    ...definition,
  });
  expect(created.status).toBe(201);
  return created.body.id;
}

/** Like makeTemplate, but without the API and with `texts` additional fields. */
export async function storedTemplate(
  ctx: Ctx & { storage: Storage },
  texts = 0,
  recipients: object[] = oneSigner.recipients,
): Promise<string> {
  const more = Array.from({ length: texts }, () => ({ ...place, type: 'text', y: 0.5, recipient_index: 0 }));
  const input = newTemplate({
    name: 'Lease',
    pdf_base64: Buffer.from(await samplePdf(1, 'bulk')).toString('base64'),
    recipients,
    fields: [...oneSigner.fields, ...more],
  });
  return encodeId('tpl', (await createTemplate(ctx, input)).id);
}

/** Rows for oneSigner, each with a different address. */
export function rowsFor(count: number, tag = 'r') {
  return Array.from({ length: count }, (_, at) => ({
    recipients: [{ name: `Person ${at + 1}`, email: `${tag}${at + 1}@example.test` }],
    form_values: { city: 'Porto', rent: String(1000 + at) },
  }));
}

/** Waits until the bulk send is in one of the statuses. */
export async function untilStatus(client: Client, id: string, ...statuses: string[]): Promise<BulkSendOut> {
  let last: BulkSendOut | null = null;
  await until(
    async () => {
      last = (await client.get(`/v1/bulk-sends/${id}`)).body as BulkSendOut;
      return statuses.includes(last.status);
    },
    `the bulk send to be ${statuses.join(' or ')}`,
  );
  return last!;
}
