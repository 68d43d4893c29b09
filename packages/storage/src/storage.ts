/**
 * The storage port: immutable blobs named by the SHA-256 of their bytes (docs/spec/decisions.md, section 10).
 * Every adapter passes the suite in conformance.ts.
 */
import type { Readable } from 'node:stream';

export interface StoredBlob {
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
  sizeBytes: number;
}

export interface BlobStat {
  sizeBytes: number;
  /** When these bytes were last put; putting them again renews it. */
  modifiedAt: Date;
}

/** Both ends inclusive, counted from 0, as in HTTP (RFC 9110, section 14.1.2). An end past the blob means its last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A key that is not 64 lower-case hexadecimal digits names no blob and reaches no adapter's paths. */
export interface Storage {
  /**
   * Stores a stream in bounded memory; the blob is visible only when it is whole and durable. Putting the same bytes again, also
   * at the same time, is fine. Throws BlobTooLargeError past `maxBytes`, the source's own error when the source fails, and
   * StorageUnavailableError; none of them leaves a blob. Leaving early closes the source: give `request.iterator({
   * destroyOnReturn: false })` for an HTTP request that shall still be answered.
   */
  putStream(source: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredBlob>;
  /** As putStream, for bytes in memory. */
  putBytes(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * The bytes, proven to have the digest asked for. Throws BlobMissingError, BlobTooLargeError past `maxBytes` (without reading
   * them), BlobDamagedError and StorageUnavailableError.
   */
  getBytes(sha256: string, options?: { maxBytes?: number }): Promise<Uint8Array>;
  /**
   * A stream over the blob or a range of it; `sizeBytes` is the size of the whole blob. The caller consumes or destroys the stream.
   * Throws BlobMissingError, BlobRangeError and StorageUnavailableError before any byte flows. Without a range the stream ends only
   * if all bytes have the digest asked for; otherwise it fails, and its last bytes never flow.
   */
  openRange(sha256: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** Size and age, or null when there is no such blob. Throws StorageUnavailableError rather than saying null while away. */
  stat(sha256: string): Promise<BlobStat | null>;
  /** Removes the blob; removing what is not there is fine. */
  remove(sha256: string): Promise<void>;
  /**
   * Every visible blob, or those whose name begins with the two digits of `prefix`, in no particular order, in bounded memory. Blobs put
   * or removed meanwhile may or may not appear.
   */
  list(options?: { prefix?: string }): AsyncIterable<{ sha256: string; modifiedAt: Date }>;
  /** The installation that may remove files here; null while none has claimed the storage. Throws StorageUnavailableError. */
  readOwner(): Promise<string | null>;
  /** Makes that installation (a UUID) the owner. Throws StorageUnavailableError. */
  writeOwner(installation: string): Promise<void>;
  /** Writes, reads and removes a probe. Throws StorageUnavailableError. */
  check(): Promise<void>;
  /**
   * A URL to which a client may PUT the content directly within that time, for adapters that have one (then they have the next
   * three operations too). Nothing is a blob until adopted, and it may be PUT again until then. The key: letters, digits, - and _.
   */
  presignUpload?(uploadKey: string, options: { expiresSeconds: number }): Promise<string>;
  /**
   * Makes a blob of what was uploaded under the key, in bounded memory; the upload stays until discarded, so it may be adopted
   * again. Throws BlobMissingError when nothing was uploaded, BlobTooLargeError (by its size, before reading it) and
   * StorageUnavailableError, also when another upload came in between.
   */
  adoptUpload?(uploadKey: string, options: { maxBytes: number }): Promise<StoredBlob>;
  /** Removes what was uploaded under the key; nothing there is fine. */
  discardUpload?(uploadKey: string): Promise<void>;
  /** Removes uploads of before that time that nobody adopted and discarded, and says how many. */
  removeAbandonedUploads?(before: Date): Promise<number>;
}

/** There is no blob of that name. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`There is no stored file ${sha256.slice(0, 64)}.`);
    this.sha256 = sha256;
  }
}

/** The bytes exceed the caller's limit. */
export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** The range lies outside the blob: HTTP answers 416 with `Content-Range: bytes *\/sizeBytes`. */
export class BlobRangeError extends Error {
  override readonly name = 'BlobRangeError';
  readonly sizeBytes: number;
  constructor(sizeBytes: number) {
    super(`The range lies outside the ${sizeBytes} bytes of the stored file.`);
    this.sizeBytes = sizeBytes;
  }
}

/** The stored bytes no longer have the digest they are named by: the disk or somebody changed them. Retrying does not help. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`The stored file ${sha256} was changed on the disk: its digest differs. Restore it from a backup.`);
    this.sha256 = sha256;
  }
}

/** The storage cannot be reached or written to now; trying later may work. `cause` has the system's reason. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Whether the text can name a blob. */
export function isBlobName(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Clips a range to a blob of that size; both ends inclusive, null for an empty blob read whole. Throws BlobRangeError. */
export function clipRange(
  range: ByteRange | undefined,
  sizeBytes: number,
): { start: number; end: number } | null {
  if (range === undefined && sizeBytes === 0) return null;
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? sizeBytes - 1, sizeBytes - 1);
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isWhole || start < 0 || start > end) throw new BlobRangeError(sizeBytes);
  return { start, end };
}
