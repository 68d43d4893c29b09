/** Streams an answer. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A caller that takes no byte for so long is cut off: meanwhile a file or a connection to S3 is open for it. */
const usualStallMs = 60_000;

/**
 * Sends the stream with backpressure. A caller who leaves, has left already, or reads nothing for `stallMs` ends the read; that is
 * no error.
 */
export async function sendStream(
  stream: Readable,
  response: Response,
  stallMs = usualStallMs,
): Promise<void> {
  // pipeline() refuses a closed response, and would leave the stream and its file open.
  if (response.destroyed) {
    stream.destroy();
    return;
  }
  response.setTimeout(stallMs, () => response.destroy());
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
