/** Verifies that a stream over a complete blob matches its digest. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** Error codes of streams whose reader has gone. */
const readerLeft = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Passes the source through. The last chunk is held back until the digest of all bytes is verified, so a reader cannot mistake partial or
 * wrong content for the complete blob: on a mismatch the stream fails with the error from `mismatch`. Other errors of the source are
 * converted by `convert`. Destroying the stream destroys the source.
 */
export function verifyWhole(
  source: Readable,
  sha256: string,
  errors: { mismatch(readBytes: number): Error | Promise<Error>; convert(error: Error): Error },
): Readable {
  const hash = createHash('sha256');
  let readBytes = 0;
  let held: Uint8Array | null = null;
  const verified = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      hash.update(chunk);
      readBytes += chunk.byteLength;
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush: (done) => {
      if (hash.digest('hex') === sha256) return done(null, held);
      Promise.resolve(errors.mismatch(readBytes)).then(done, done);
    },
    destroy: (error, done) => {
      const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
      done(error && !readerLeft.has(code) ? errors.convert(error) : error);
    },
  });
  // The stream itself reports the error to its reader.
  pipeline(source, verified, () => undefined);
  return verified;
}
