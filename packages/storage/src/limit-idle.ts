/** Limits how long the reader of a stream waits for the next bytes. */
import { Readable } from 'node:stream';

/**
 * Passes the source through. Fails with the error from `late` if no byte arrives for `ms` while the reader waits. Pauses of the reader do
 * not count. Destroying the stream destroys the source.
 */
export function limitIdle(source: Readable, ms: number, late: () => Error): Readable {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  // An error before the first read reaches the reader with that read.
  source.on('error', () => undefined);
  return new Readable({
    // Called when the reader wants bytes, and not again before they have arrived.
    read() {
      const timer = setTimeout(() => source.destroy(late()), ms);
      chunks
        .next()
        .then(
          ({ done, value }) => this.push(done ? null : value),
          (error: Error) => this.destroy(error),
        )
        .finally(() => clearTimeout(timer));
    },
    destroy: (error, done) => {
      source.destroy();
      done(error);
    },
  });
}
