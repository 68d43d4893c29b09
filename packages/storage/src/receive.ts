/** Reads a stream for any storage: counts and hashes its bytes, and stops at the limit. */
import { createHash } from 'node:crypto';
import { BlobTooLargeError, type StoredBlob } from './storage.ts';

/** Reads the source to its end. The next chunk is read after `keep` has stored the previous one. Throws BlobTooLargeError above the limit. */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  keep: (chunk: Uint8Array) => Promise<unknown> = async () => undefined,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(chunk);
    await keep(chunk);
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}
