/** Serves tables. */
import type { Request, Response } from 'express';
import { contentDisposition } from './send-blob.ts';
import { sendStream } from './send-stream.ts';

interface Table {
  /** File name. */
  name: string;
  lines: AsyncIterable<string>;
  beforeDelivery(): Promise<void>;
  type?: string;
}

/** Streams a table. HEAD gets the headers only. If `beforeDelivery` fails, nothing is sent. */
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
  await beforeDelivery();
  await sendStream(lines, response);
}
