/** Streams an answer. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends the stream with backpressure. A caller who leaves, or has left already, ends the read; that is no error. */
export async function sendStream(stream: Readable, response: Response): Promise<void> {
  // pipeline() refuses a closed response, and would leave the stream and its file open.
  if (response.destroyed) {
    stream.destroy();
    return;
  }
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
