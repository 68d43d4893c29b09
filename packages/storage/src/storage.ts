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
  /** When these bytes were last stored; storing them again updates it. */
  modifiedAt: Date;
}

/** Both ends inclusive, counted from 0, as in HTTP (RFC 9110, section 14.1.2). An end past the blob means its last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A name that is not 64 lower-case hexadecimal digits is treated as missing and never becomes part of a path. */
export interface Storage {
  /**
   * Stores a stream in bounded memory. The blob becomes visible only when it is complete and durable. Storing the same bytes again,
   * also concurrently, is allowed. Throws BlobTooLargeError above `maxBytes`, the source's own error if the source fails, and
   * StorageUnavailableError; no blob is left then. An early end closes the source: pass `request.iterator({ destroyOnReturn: false })`
   * for an HTTP request that still has to be answered.
   */
  putStream(source: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredBlob>;
  /** Like putStream, for bytes in memory. */
  putBytes(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * The bytes, verified by their digest. Throws BlobMissingError, BlobTooLargeError above `maxBytes` (without reading them),
   * BlobDamagedError and StorageUnavailableError.
   */
  getBytes(sha256: string, options?: { maxBytes?: number }): Promise<Uint8Array>;
  /**
   * A stream over the blob or a range of it; `sizeBytes` is the size of the whole blob. The caller consumes or destroys the stream.
   * Throws BlobMissingError, BlobRangeError and StorageUnavailableError before the first byte. Without a range the stream ends only
   * if all bytes match the digest; otherwise it fails before its last bytes. A folder is read in pieces of `pieceBytes`, 64 KiB by
   * default; a few of them are in memory.
   */
  openRange(
    sha256: string,
    range?: ByteRange,
    options?: { pieceBytes?: number },
  ): Promise<{ stream: Readable; sizeBytes: number }>;
  /** Size and age, or null if there is no such blob. Throws StorageUnavailableError if the storage cannot be asked. */
  stat(sha256: string): Promise<BlobStat | null>;
  /** Removes the blob, if it exists. */
  remove(sha256: string): Promise<void>;
  /**
   * Every visible blob, or those whose name begins with the two digits of `prefix`, in no particular order, in bounded memory. Blobs that
   * are added or removed meanwhile may or may not appear.
   */
  list(options?: { prefix?: string }): AsyncIterable<{ sha256: string; modifiedAt: Date }>;
  /** The installation that may remove files here; null if none has claimed the storage. Throws StorageUnavailableError. */
  readOwner(): Promise<string | null>;
  /**
   * Makes that installation (a UUID) the owner; without `replace` only if there is none, and of several at once only one. Throws
   * StorageUnavailableError.
   */
  writeOwner(installation: string, options: { replace: boolean }): Promise<void>;
  /** Writes, reads and removes a probe. Throws StorageUnavailableError. */
  check(): Promise<void>;
  /**
   * A URL to which a client can PUT the content directly within that time. Adapters that have this operation have the next three
   * too. An upload is not a blob until it is adopted, and can be repeated until then. The key has letters, digits, - and _.
   */
  presignUpload?(uploadKey: string, options: { expiresSeconds: number }): Promise<string>;
  /**
   * Makes the upload with this key a blob, in bounded memory. The upload stays until it is discarded, so it can be adopted again.
   * Throws BlobMissingError if nothing was uploaded, BlobTooLargeError (by its size, before reading it) and
   * StorageUnavailableError, also if another upload arrived in between.
   */
  adoptUpload?(uploadKey: string, options: { maxBytes: number }): Promise<StoredBlob>;
  /** Removes the upload with this key, if there is one. Throws StorageUnavailableError, within seconds if the server does not answer. */
  discardUpload?(uploadKey: string): Promise<void>;
  /** Removes uploads that are older than `before`. Returns their number. */
  removeAbandonedUploads?(before: Date): Promise<number>;
}

/** There is no blob with this name. */
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

/** The range is outside the blob: HTTP answers 416 with `Content-Range: bytes *\/sizeBytes`. */
export class BlobRangeError extends Error {
  override readonly name = 'BlobRangeError';
  readonly sizeBytes: number;
  constructor(sizeBytes: number) {
    super(`The range is outside the ${sizeBytes} bytes of the stored file.`);
    this.sizeBytes = sizeBytes;
  }
}

/** The stored content does not match its name: it has been altered or damaged. Retrying does not help. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`The stored file ${sha256} is damaged: its digest differs. Restore it from a backup.`);
    this.sha256 = sha256;
  }
}

/** The storage cannot be reached or written at the moment. Retrying later may work. `cause` has the system's error. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Whether the text can be the name of a blob. */
export function isBlobName(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Clips a range to a blob of that size; both ends inclusive; null for a complete empty blob. Throws BlobRangeError. */
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
