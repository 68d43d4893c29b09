/** What every storage does with a stream: counts it, hashes it, and stops at the limit. */
import { createHash } from 'node:crypto';
import { BlobTooLargeError, type StoredBlob } from './storage.ts';

/** Reads the source to its end, each chunk once `keep` has taken the one before. Throws BlobTooLargeError past the limit. */
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
