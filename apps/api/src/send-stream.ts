/** Streams responses at the pace of their callers, within a limit. */
import { Readable } from 'node:stream';
import type { Response } from 'express';

/** A caller must read at least `bytes` within `ms`. Time that the service spends on preparing data does not count. */
export interface ReadingPace {
  bytes: number;
  ms: number;
}

/** 4 KiB a second, as for uploads (body/limits.ts). */
const usualPace: ReadingPace = { bytes: 256 * 1024, ms: 64_000 };

/** 64 KiB a second, for answers that hold one of a few slots: at the usual pace some callers could hold all of them for hours. */
export const slotPace: ReadingPace = { bytes: 4 * 1024 * 1024, ms: 64_000 };

/**
 * Sends the source with backpressure. Reading ends, without an error, when the caller disconnects. Callers that read more slowly than the
 * pace are disconnected, because a slot and a file or a connection to S3 stay open for them. Chunks must not be used after they were sent.
 */
export async function sendStream(
  source: AsyncIterable<Uint8Array | string>,
  response: Response,
  { bytes, ms }: ReadingPace = usualPace,
): Promise<void> {
  const stop = () => source instanceof Readable && source.destroy();
  response.once('close', stop);
  let [left, unread] = [ms, 0];
  const send = async (write: (done: () => void) => void) => {
    const begin = performance.now();
    const late = setTimeout(() => response.destroy(), left).unref();
    await untilDone(response, write);
    clearTimeout(late);
    left -= performance.now() - begin;
  };
  try {
    for await (const chunk of source) {
      await send((done) => response.write(chunk, done));
      if (response.destroyed) return;
      unread += chunk.length;
      if (unread >= bytes) [left, unread] = [ms, 0];
      release(chunk);
    }
    await send((done) => response.end(done));
  } catch (error) {
    if (!response.destroyed) throw error;
  } finally {
    response.off('close', stop);
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
function release(chunk: Uint8Array | string): void {
  if (typeof chunk === 'string') return;
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
