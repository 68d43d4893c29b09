/** Proof that a stream over a whole blob has the bytes that it is named by. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** What streams end with when their reader has left. */
const readerLeft = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Passes the source on. The last piece is held back until the digest of all bytes is right, so nobody can take a part, or other
 * bytes, for the whole: the stream fails with what `mismatch` makes of the number of bytes read. Other errors of the source go
 * through `asOurs`. Destroying the stream destroys the source.
 */
export function proveWhole(
  source: Readable,
  sha256: string,
  faults: { mismatch(readBytes: number): Error | Promise<Error>; asOurs(error: Error): Error },
): Readable {
  const hash = createHash('sha256');
  let readBytes = 0;
  let held: Uint8Array | null = null;
  const proof = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      hash.update(chunk);
      readBytes += chunk.byteLength;
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush: (done) => {
      if (hash.digest('hex') === sha256) return done(null, held);
      Promise.resolve(faults.mismatch(readBytes)).then(done, done);
    },
    destroy: (error, done) => {
      const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
      done(error && !readerLeft.has(code) ? faults.asOurs(error) : error);
    },
  });
  // The error reaches the reader by the stream itself.
  pipeline(source, proof, () => undefined);
  return proof;
}
