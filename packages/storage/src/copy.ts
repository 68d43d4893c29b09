/** Copies all blobs from one storage to another, for example from a folder to S3, while the service keeps running. */
import { BlobDamagedError, BlobMissingError, type Storage } from './storage.ts';

export interface CopyReport {
  /** Blobs in the source. */
  seen: number;
  copied: number;
  copiedBytes: number;
  /** Already in the target with the same size. */
  present: number;
  /** Names of blobs whose content does not match their hash. They are not copied. */
  damaged: string[];
}

const concurrency = 8;

/**
 * Copies blobs that are missing in the target; reading verifies each by its SHA-256. Can be interrupted and repeated: existing
 * blobs are skipped, and blobs deleted during the copy are ignored. Throws StorageUnavailableError; blobs that
 * were copied before remain.
 */
export async function copyBlobs(
  from: Storage,
  to: Storage,
  onProgress: (report: Readonly<CopyReport>) => void = () => undefined,
): Promise<CopyReport> {
  const report: CopyReport = { seen: 0, copied: 0, copiedBytes: 0, present: 0, damaged: [] };
  const blobs = from.list()[Symbol.asyncIterator]();
  // Async generators queue concurrent next() calls, so the workers can share one iterator.
  const worker = async () => {
    for (;;) {
      const next = await blobs.next();
      if (next.done) return;
      report.seen += 1;
      await copyOne(from, to, next.value.sha256, report);
      onProgress(report);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return report;
}

async function copyOne(from: Storage, to: Storage, sha256: string, report: CopyReport): Promise<void> {
  const [source, target] = await Promise.all([from.stat(sha256), to.stat(sha256)]);
  if (!source) return;
  if (target?.sizeBytes === source.sizeBytes) {
    report.present += 1;
    return;
  }
  try {
    const { stream } = await from.openRange(sha256);
    const made = await to.putStream(stream as AsyncIterable<Uint8Array>, { maxBytes: source.sizeBytes });
    report.copied += 1;
    report.copiedBytes += made.sizeBytes;
  } catch (error) {
    if (error instanceof BlobDamagedError) report.damaged.push(sha256);
    else if (!(error instanceof BlobMissingError)) throw error;
  }
}
