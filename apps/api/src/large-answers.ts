/**
 * Large answers in JSON. Writing one takes about 30 ms of processor time for each MiB, and many callers share the process: so they count as
 * several requests of the rate limit, and lists are sent in parts.
 */
import type { Response } from 'express';
import { sendStream, slotPace } from './send-stream.ts';

/** An answer costs the token of its request, and one more for each of these. */
const bytesPerToken = 128 * 1024;

const bytesOf = new WeakMap<Response, number>();

/** Calls `charge` once the answer has ended, if it was large. */
export function chargeLargeAnswer(response: Response, charge: (tokens: number) => void): void {
  response.once('close', () => {
    const tokens = Math.floor((bytesOf.get(response) ?? jsonBytes(response)) / bytesPerToken);
    if (tokens > 0) charge(tokens);
  });
}

function jsonBytes(response: Response): number {
  const isJson = /^application\/(?:problem\+)?json/.test(String(response.getHeader('content-type')));
  return isJson ? Number(response.getHeader('content-length') ?? 0) : 0;
}

/** Sends JSON in parts at the pace of the caller, at least slotPace. Other requests are answered between the parts. */
export async function sendJsonParts(response: Response, parts: AsyncIterable<string>): Promise<void> {
  async function* counted() {
    for await (const part of parts) {
      bytesOf.set(response, (bytesOf.get(response) ?? 0) + part.length);
      yield part;
    }
  }
  response.type('json');
  await sendStream(counted(), response, slotPace);
}
