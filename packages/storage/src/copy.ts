/** Copies every blob of one storage to another: moving from a folder to S3, or back, beside running traffic. */
import { BlobMissingError, type Storage } from './storage.ts';

export interface CopyReport {
  /** Blobs in the source. */
  seen: number;
  copied: number;
  copiedBytes: number;
  /** In the target already, of the same size. */
  present: number;
  /** Names of blobs whose bytes are not what they are named by; they are not copied. */
  damaged: string[];
}

const atOnce = 8;

/**
 * Copies what the target lacks, and proves every copy by its digest. Safe to stop and to repeat: what is there is skipped. A blob
 * removed meanwhile is passed over. Throws StorageUnavailableError; what was copied until then stays.
 */
export async function copyBlobs(
  from: Storage,
  to: Storage,
  onProgress: (report: Readonly<CopyReport>) => void = () => undefined,
): Promise<CopyReport> {
  const report: CopyReport = { seen: 0, copied: 0, copiedBytes: 0, present: 0, damaged: [] };
  const blobs = from.list()[Symbol.asyncIterator]();
  // A generator answers one call after another, so several takers may share it.
  const take = async () => {
    for (;;) {
      const next = await blobs.next();
      if (next.done) return;
      report.seen += 1;
      await copyOne(from, to, next.value.sha256, report);
      onProgress(report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
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
    if (made.sha256 !== sha256) {
      // The wrong bytes got a name of their own. Nobody asks for it; if it is a blob of the source, its turn puts it again.
      if (!(await from.stat(made.sha256))) await to.remove(made.sha256);
      report.damaged.push(sha256);
      return;
    }
    report.copied += 1;
    report.copiedBytes += made.sizeBytes;
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
  }
}
