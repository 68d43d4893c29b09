/** Streams responses. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A caller that reads nothing for this long is disconnected, because a file or a connection to S3 stays open for it. */
const usualStallMs = 60_000;

/**
 * Sends the stream with backpressure. Reading ends, without an error, when the caller disconnects or reads nothing for `stallMs`.
 */
export async function sendStream(
  stream: Readable,
  response: Response,
  stallMs = usualStallMs,
): Promise<void> {
  // pipeline() throws for a closed response and would leave the stream and its file open.
  if (response.destroyed) {
    stream.destroy();
    return;
  }
  response.setTimeout(stallMs, () => response.destroy());
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** The minimum that a caller must read in a time, in addition to the limit of sendStream. The time in which we prepare data does not count. */
export interface ReadingPace {
  bytes: number;
  ms: number;
}

/**
 * sendStream for what many callers must share. Disconnects callers that read, but slower than the pace, because their place is missing
 * for others.
 */
export function sendAtPace(
  source: AsyncIterable<Uint8Array>,
  response: Response,
  pace: ReadingPace,
): Promise<void> {
  return sendStream(Readable.from(paced(source, response, pace)), response);
}

async function* paced(
  source: AsyncIterable<Uint8Array>,
  response: Response,
  { bytes, ms }: ReadingPace,
): AsyncGenerator<Uint8Array> {
  let [left, unread] = [ms, 0];
  for await (const chunk of source) {
    const begin = performance.now();
    const late = setTimeout(() => response.destroy(), left).unref();
    try {
      yield chunk;
    } finally {
      clearTimeout(late);
    }
    left -= performance.now() - begin;
    unread += chunk.length;
    if (unread >= bytes) [left, unread] = [ms, 0];
  }
}
