/** Streams responses. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** After this time without a byte sent, the caller is disconnected, because a file or a connection to S3 stays open for it. */
const usualStallMs = 60_000;

/**
 * Sends the stream with backpressure. Reading ends, without an error, when the caller disconnects, or when no byte is sent for `stallMs`,
 * because the caller does not read or the source has no data.
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

/** A caller must read at least `bytes` within `ms`. Time that the service spends on preparing data does not count. */
export interface ReadingPace {
  bytes: number;
  ms: number;
}

/**
 * Like sendStream, for downloads that have few slots. Also disconnects callers that read more slowly than the pace, because they occupy a
 * slot that others need. Chunks must not be used after they were sent.
 */
export async function sendAtPace(
  source: AsyncIterable<Uint8Array>,
  response: Response,
  { bytes, ms }: ReadingPace,
): Promise<void> {
  response.setTimeout(usualStallMs, () => response.destroy());
  let [left, unread] = [ms, 0];
  try {
    for await (const chunk of source) {
      const begin = performance.now();
      const late = setTimeout(() => response.destroy(), left).unref();
      await untilDone(response, (done) => response.write(chunk, done));
      clearTimeout(late);
      if (response.destroyed) return;
      left -= performance.now() - begin;
      unread += chunk.length;
      if (unread >= bytes) [left, unread] = [ms, 0];
      release(chunk);
    }
    await untilDone(response, (done) => response.end(done));
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Resolves when the system has taken the bytes, or the connection has ended. */
async function untilDone(response: Response, write: (done: () => void) => void): Promise<void> {
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve);
  write(resolve);
  await promise;
  response.off('close', resolve);
}

/**
 * Frees the memory of a chunk at once, unless it is a part of a larger buffer. Otherwise the garbage collector marks the whole heap after
 * every few dozen mebibytes, which took most of the processor time of large files.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
