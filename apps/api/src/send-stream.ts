/** Streams responses. */
import type { Readable } from 'node:stream';
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
