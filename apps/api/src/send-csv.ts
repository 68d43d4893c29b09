/** Serves tables. */
import { FairQueue } from '@countersign/core/fair-queue';
import type { Request, Response } from 'express';
import { inSlot } from './caller-signal.ts';
import { requestCtx } from './ctx.ts';
import { contentDisposition } from './send-blob.ts';
import { sendStream, slotPace } from './send-stream.ts';

/**
 * Downloads of tables in one process at the same time. Each reads from the database and writes lines until its caller has everything, so
 * one workspace can have two.
 */
export const tableSlots = 8;
const tables = new FairQueue({
  slots: tableSlots,
  slotsPerKey: 2,
  waiting: 200,
  waitingPerKey: 20,
  waitMs: 30_000,
  busy: 'Too many tables are being downloaded at once.',
});

interface Table {
  /** File name. */
  name: string;
  lines: AsyncIterable<string>;
  beforeDelivery(): Promise<void>;
  type?: string;
}

/**
 * Streams a table when the workspace gets a slot. HEAD gets the headers only. If `beforeDelivery` fails, nothing is sent. Throws
 * unavailable with Retry-After when too many downloads wait, or one waited too long.
 */
export async function sendCsv(
  request: Request<never> | Request,
  response: Response,
  { name, lines, beforeDelivery, type = 'text/csv' }: Table,
): Promise<void> {
  response.type(type).setHeader('Content-Disposition', contentDisposition('attachment', name));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await inSlot(tables, requestCtx(request).workspaceId, response, async () => {
    await beforeDelivery();
    await sendStream(lines, response, slotPace);
  });
}
