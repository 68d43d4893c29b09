/**
 * Storage in a bucket of Amazon S3 or a compatible server: `blobs/<sha256>`, and `uploads/<key>` for files that clients PUT
 * directly, until they are adopted. A blob is written by one PUT or one multipart upload, so it exists completely or not at all. The
 * signature of each request covers the SHA-256 of its body (header x-amz-content-sha256, Signature Version 4), so the server refuses
 * damaged content.
 */
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { receive } from './receive.ts';
import { clientOf, S3Bucket, type S3Options, statusOf } from './s3-bucket.ts';
import { Spool } from './spool.ts';
import {
  BlobDamagedError,
  BlobMissingError,
  BlobRangeError,
  BlobTooLargeError,
  type ByteRange,
  clipRange,
  isBlobName,
  type Storage,
  StorageUnavailableError,
  type StoredBlob,
} from './storage.ts';
import { verifyWhole } from './verify-whole.ts';

type Blobs = Pick<Storage, 'putStream' | 'putBytes' | 'getBytes' | 'openRange' | 'stat' | 'remove' | 'list'>;
type Uploads = Required<
  Pick<Storage, 'presignUpload' | 'adoptUpload' | 'discardUpload' | 'removeAbandonedUploads'>
>;

/** Opens no connection yet. Every problem with the server is StorageUnavailableError, with the server's error as its cause. */
export function createS3Storage(options: S3Options): Storage {
  const bucket = new S3Bucket(options);
  const root = options.prefix ? `${options.prefix}/` : '';
  const blobs = blobsIn(bucket, `${root}blobs/`, options.spoolFolder ?? tmpdir());
  return {
    ...blobs,
    ...uploadsIn(bucket, `${root}uploads/`, blobs.putStream, options),
    ...ownerIn(bucket, `${root}installation`),
    check: () => checkBucket(bucket, `${root}probe/`),
  };
}

function blobsIn(bucket: S3Bucket, prefix: string, spoolFolder: string): Blobs {
  const keyOf = (sha256: string) => {
    if (!isBlobName(sha256)) throw new BlobMissingError(sha256);
    return prefix + sha256;
  };
  const sizeOf = async (sha256: string) => (await bucket.head(keyOf(sha256))).ContentLength ?? 0;
  /** The error for content that does not match its digest: the blob is damaged, or the transfer ended early. */
  const mismatch = async (sha256: string, readBytes: number) => {
    const sizeBytes = await sizeOf(sha256);
    return readBytes === sizeBytes ? new BlobDamagedError(sha256) : bucket.incomplete(readBytes, sizeBytes);
  };

  async function putStream(
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number },
  ): Promise<StoredBlob> {
    const spool = new Spool(spoolFolder);
    try {
      const blob = await receive(source, maxBytes, (chunk) => bucket.guarded(() => spool.append(chunk)));
      await bucket.guarded(() => bucket.put(keyOf(blob.sha256), spool.content(), blob));
      return blob;
    } finally {
      await spool.close();
    }
  }

  async function putBytes(bytes: Uint8Array): Promise<StoredBlob> {
    const blob = { sha256: digestOf(bytes), sizeBytes: bytes.byteLength };
    await bucket.guarded(() => bucket.put(keyOf(blob.sha256), bytes, blob));
    return blob;
  }

  const getBytes: Storage['getBytes'] = (sha256, { maxBytes } = {}) =>
    bucket.unlessMissing(sha256, () =>
      bucket.withinLimit(async (limit) => {
        const { Body, ContentLength } = await bucket.get(keyOf(sha256), { limit });
        if (maxBytes !== undefined && (ContentLength ?? 0) > maxBytes) {
          Body.destroy();
          throw new BlobTooLargeError(maxBytes);
        }
        const bytes = Buffer.concat(await Body.toArray());
        if (digestOf(bytes) !== sha256) throw await mismatch(sha256, bytes.length);
        return bytes;
      }),
    );

  const openRange: Storage['openRange'] = (sha256, range) =>
    bucket.unlessMissing(sha256, async () => {
      if (range !== undefined && !isForward(range)) throw new BlobRangeError(await sizeOf(sha256));
      const { Body, ContentLength, ContentRange } = await bucket
        .get(keyOf(sha256), {
          isDownload: true,
          ...(range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
        })
        .catch(async (error: unknown) => {
          if (statusOf(error) !== 416) throw error;
          throw new BlobRangeError(await sizeOf(sha256));
        });
      const sizeBytes = Number(ContentRange?.split('/').at(-1) ?? ContentLength ?? 0);
      try {
        const part = clipRange(range, sizeBytes);
        const partBytes = part ? part.end - part.start + 1 : 0;
        if (range && ContentLength !== partBytes) throw bucket.incomplete(ContentLength ?? 0, partBytes);
      } catch (error) {
        Body.destroy();
        throw error;
      }
      if (range) return { stream: Body, sizeBytes };
      const errors = {
        mismatch: (read: number) => mismatch(sha256, read),
        convert: (error: unknown) => bucket.unavailable(error),
      };
      return { stream: verifyWhole(Body, sha256, errors), sizeBytes };
    });

  const stat: Storage['stat'] = async (sha256) => {
    try {
      return await bucket.unlessMissing(sha256, async () => {
        const { ContentLength, LastModified } = await bucket.head(keyOf(sha256));
        return { sizeBytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date(0) };
      });
    } catch (error) {
      if (error instanceof BlobMissingError) return null;
      throw error;
    }
  };

  async function remove(sha256: string): Promise<void> {
    if (isBlobName(sha256))
      await bucket.guarded(() =>
        bucket.withinLimit((limit) => bucket.delete(keyOf(sha256), limit), removeSeconds),
      );
  }

  const list: Storage['list'] = async function* ({ prefix: start = '' } = {}) {
    for await (const { key, modifiedAt } of bucket.objectsUnder(prefix + start)) {
      const sha256 = key.slice(prefix.length);
      if (isBlobName(sha256)) yield { sha256, modifiedAt };
    }
  };

  return { putStream, putBytes, getBytes, openRange, stat, remove, list };
}

/** Short, because callers hold locks in the database meanwhile. */
const defaultDiscardSeconds = 5;
const removeSeconds = 30;

/** Files that clients upload directly. */
function uploadsIn(
  bucket: S3Bucket,
  prefix: string,
  putStream: Storage['putStream'],
  options: S3Options,
): Uploads {
  const { discardSeconds = defaultDiscardSeconds } = options;
  const presigning = options.uploadEndpoint ? clientOf(options, options.uploadEndpoint) : bucket.client;
  const keyOf = (uploadKey: string) => {
    if (!/^[\w-]{1,100}$/.test(uploadKey)) throw new BlobMissingError(uploadKey);
    return prefix + uploadKey;
  };

  const adoptUpload: Uploads['adoptUpload'] = (uploadKey, { maxBytes }) =>
    bucket.unlessMissing(uploadKey, async () => {
      const { ContentLength = 0, ETag } = await bucket.head(keyOf(uploadKey));
      if (ContentLength > maxBytes) throw new BlobTooLargeError(maxBytes);
      // The server does not copy the upload: a client can replace it at any time, even by content with the same ETag.
      return bucket.withinLimit(async (limit) => {
        const { Body } = await bucket.get(keyOf(uploadKey), { limit, ...(ETag ? { ifMatch: ETag } : {}) });
        return putStream(complete(Body, ContentLength), { maxBytes });
      });
    });

  /** Passes the source through. Fails if it ends early, as a blob would be stored for the part otherwise. */
  async function* complete(source: AsyncIterable<Uint8Array>, sizeBytes: number) {
    let readBytes = 0;
    for await (const chunk of source) {
      readBytes += chunk.byteLength;
      yield chunk;
    }
    if (readBytes !== sizeBytes) throw bucket.incomplete(readBytes, sizeBytes);
  }

  return {
    adoptUpload,

    presignUpload: (uploadKey, { expiresSeconds }) =>
      bucket.guarded(() =>
        getSignedUrl(presigning, new PutObjectCommand({ Bucket: bucket.name, Key: keyOf(uploadKey) }), {
          expiresIn: expiresSeconds,
        }),
      ),

    discardUpload: async (uploadKey) => {
      const key = keyOf(uploadKey);
      await bucket.guarded(() => bucket.withinLimit((limit) => bucket.delete(key, limit), discardSeconds));
    },

    removeAbandonedUploads: async (before) => {
      let removed = 0;
      for await (const { key, modifiedAt } of bucket.objectsUnder(prefix)) {
        if (modifiedAt >= before) continue;
        await bucket.guarded(() => bucket.delete(key));
        removed += 1;
      }
      return removed;
    },
  };
}

/** The id of the installation that owns the storage, in an object of its own. */
function ownerIn(bucket: S3Bucket, key: string): Pick<Storage, 'readOwner' | 'writeOwner'> {
  return {
    readOwner: () =>
      bucket.guarded(async () => {
        try {
          const { Body } = await bucket.get(key);
          return (
            Buffer.concat(await Body.toArray())
              .toString()
              .trim() || null
          );
        } catch (error) {
          if (statusOf(error) !== 404) throw error;
          await bucket.requireBucket();
          return null;
        }
      }),

    writeOwner: (installation, { replace }) =>
      bucket.guarded(async () => {
        const bytes = Buffer.from(`${installation}\n`);
        const blob = { sha256: digestOf(bytes), sizeBytes: bytes.length };
        if (replace) return bucket.put(key, bytes, blob);
        try {
          await bucket.putOnce(key, bytes, blob, { onlyNew: true });
        } catch (error) {
          // 412: it exists. 409: another request is writing it.
          if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error;
        }
      }),
  };
}

/** Writes, reads and deletes a small object. */
function checkBucket(bucket: S3Bucket, prefix: string): Promise<void> {
  return bucket.guarded(async () => {
    const bytes = Buffer.from(randomUUID());
    const key = `${prefix}${bytes}`;
    await bucket.putOnce(key, bytes, { sha256: digestOf(bytes), sizeBytes: bytes.length });
    const { Body } = await bucket.get(key);
    const read = Buffer.concat(await Body.toArray());
    await bucket.delete(key);
    if (!read.equals(bytes))
      throw new StorageUnavailableError(`The bucket ${bucket.name} returned other bytes than were written.`);
  });
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isForward({ start, end }: ByteRange): boolean {
  return (
    Number.isSafeInteger(start) &&
    start >= 0 &&
    (end === undefined || (Number.isSafeInteger(end) && end >= start))
  );
}
