/**
 * Storage in a bucket of Amazon S3 or a server that speaks its interface: `blobs/<sha256>`, and `uploads/<key>` for what
 * clients PUT by themselves until it is adopted. One PUT makes a blob, so it is there whole or not at all; its signature
 * covers the SHA-256 of the bytes (header x-amz-content-sha256, Signature Version 4), so the server refuses damaged ones.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { proveWhole } from './prove.ts';
import { receive } from './receive.ts';
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

export interface S3Options {
  bucket: string;
  /** In front of every key, without slashes at its ends; empty by default. */
  prefix?: string;
  region?: string;
  /** Address of the server; Amazon's by default. */
  endpoint?: string;
  /** Address that clients reach it by, in upload URLs; `endpoint` by default. */
  uploadEndpoint?: string;
  /** The bucket in the path instead of the host name. */
  pathStyle?: boolean;
  /** Names asked for at once when listing; 1000, the most there are, by default. */
  pageKeys?: number;
  /** The longest that reading or writing a whole file may take, all tries together; 120 s by default. */
  transferSeconds?: number;
  /** For temporary files; the machine's usual one by default. */
  spoolFolder?: string;
  /** The usual variables, files and instance roles of AWS by default. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Smaller content waits in memory for its digest, larger content in a temporary file. */
const memoryBytes = 1024 * 1024;
const connectMs = 3000;
/** Without any byte for so long, a request has failed. */
const idleMs = 20_000;
const maxSockets = 100;
const putTries = 3;
/** However slowly bytes trickle, somebody waits for the file. 50 MB in this time are 0.4 MB a second. */
const transferSeconds = 120;

/** Opens nothing yet. Every trouble with the server is StorageUnavailableError, with the server's reason as its cause. */
export function createS3Storage(options: S3Options): Storage {
  const { bucket } = options;
  const client = clientOf(options, options.endpoint);
  // Downloads last as long as their readers take. They have connections of their own, so that they cannot take those of all other work.
  const downloadClient = clientOf(options, options.endpoint);
  const uploadClient = options.uploadEndpoint ? clientOf(options, options.uploadEndpoint) : client;
  const root = options.prefix ? `${options.prefix}/` : '';
  const blobs = `${root}blobs/`;
  const uploads = `${root}uploads/`;
  const ownerKey = `${root}installation`;

  /** Ends the work, and says why, when the time for a transfer is up. */
  async function withinLimit<T>(work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const seconds = options.transferSeconds ?? transferSeconds;
    const limit = AbortSignal.timeout(seconds * 1000);
    try {
      return await work(limit);
    } catch (error) {
      if (!limit.aborted || isOurs(error)) throw error;
      throw new StorageUnavailableError(
        `A transfer with the bucket ${bucket} did not end in ${seconds} s.`,
        error,
      );
    }
  }

  function unavailable(error: unknown): Error {
    if (isOurs(error)) return error as Error;
    return new StorageUnavailableError(`The bucket ${bucket} cannot be used: ${reasonOf(error)}`, error);
  }

  function keyOf(sha256: string): string {
    if (!isBlobName(sha256)) throw new BlobMissingError(sha256);
    return blobs + sha256;
  }

  function uploadKeyOf(uploadKey: string): string {
    if (!/^[\w-]{1,100}$/.test(uploadKey)) throw new BlobMissingError(uploadKey);
    return uploads + uploadKey;
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** A missing object is a missing blob only while its bucket is there. */
  async function unlessMissing<T>(name: string, work: () => Promise<T>): Promise<T> {
    return guarded(async () => {
      try {
        return await work();
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
        throw new BlobMissingError(name);
      }
    });
  }

  async function put(key: string, body: Uint8Array | (() => Readable), blob: StoredBlob): Promise<void> {
    await withinLimit(async (limit) => {
      for (let tried = 1; ; tried += 1) {
        try {
          return await putOnce(key, typeof body === 'function' ? body() : body, blob, limit);
        } catch (error) {
          const status = statusOf(error);
          const isFinal = status !== null && status < 500 && status !== 408 && status !== 429;
          if (isFinal || limit.aborted || tried >= putTries) throw error;
        }
      }
    });
  }

  async function putOnce(
    key: string,
    body: Uint8Array | Readable,
    blob: StoredBlob,
    limit?: AbortSignal,
  ): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentLength: blob.sizeBytes,
      ContentType: 'application/octet-stream',
    });
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = blob.sha256;
        return next(args);
      },
      { step: 'build', name: 'signTheDigest' },
    );
    await client.send(command, limit ? { abortSignal: limit } : {});
  }

  async function putStream(
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number },
  ): Promise<StoredBlob> {
    const spool = new Spool(options.spoolFolder ?? tmpdir());
    try {
      const blob = await receive(source, maxBytes, (chunk) => guarded(() => spool.append(chunk)));
      await guarded(() => put(keyOf(blob.sha256), spool.content(), blob));
      return blob;
    } finally {
      await spool.close();
    }
  }

  function head(key: string): Promise<HeadObjectCommandOutput> {
    return client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  }

  /** The size that the server tells; null when it no longer has the object. */
  async function sizeOf(sha256: string): Promise<number> {
    return (await head(keyOf(sha256))).ContentLength ?? 0;
  }

  async function get(
    sha256: string,
    { range, limit, by = client }: { range?: string | undefined; limit?: AbortSignal; by?: S3Client } = {},
  ): Promise<GetObjectCommandOutput & { Body: Readable }> {
    const got = await by.send(
      new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256), ...(range ? { Range: range } : {}) }),
      limit ? { abortSignal: limit } : {},
    );
    return got as GetObjectCommandOutput & { Body: Readable };
  }

  function incomplete(readBytes: number, sizeBytes: number): StorageUnavailableError {
    return new StorageUnavailableError(
      `The bucket ${bucket} sent ${readBytes} bytes where ${sizeBytes} were to come.`,
    );
  }

  /** Why bytes that were read do not have the digest they are named by. */
  async function mismatch(sha256: string, readBytes: number): Promise<Error> {
    const sizeBytes = await sizeOf(sha256);
    return readBytes === sizeBytes ? new BlobDamagedError(sha256) : incomplete(readBytes, sizeBytes);
  }

  return {
    putStream,

    putBytes: async (bytes) => {
      const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.byteLength };
      await guarded(() => put(keyOf(blob.sha256), bytes, blob));
      return blob;
    },

    getBytes: (sha256, { maxBytes } = {}) =>
      unlessMissing(sha256, () =>
        withinLimit(async (limit) => {
          const { Body, ContentLength } = await get(sha256, { limit });
          if (maxBytes !== undefined && (ContentLength ?? 0) > maxBytes) {
            Body.destroy();
            throw new BlobTooLargeError(maxBytes);
          }
          const bytes = Buffer.concat(await Body.toArray());
          if (createHash('sha256').update(bytes).digest('hex') !== sha256)
            throw await mismatch(sha256, bytes.length);
          return bytes;
        }),
      ),

    openRange: (sha256, range) =>
      unlessMissing(sha256, async () => {
        if (range !== undefined && !isForward(range)) throw new BlobRangeError(await sizeOf(sha256));
        const { Body, ContentLength, ContentRange } = await get(sha256, {
          by: downloadClient,
          range: range && `bytes=${range.start}-${range.end ?? ''}`,
        }).catch(async (error: unknown) => {
          if (statusOf(error) !== 416) throw error;
          throw new BlobRangeError(await sizeOf(sha256));
        });
        const sizeBytes = Number(ContentRange?.split('/').at(-1) ?? ContentLength ?? 0);
        try {
          const part = clipRange(range, sizeBytes);
          const partBytes = part ? part.end - part.start + 1 : 0;
          if (range && ContentLength !== partBytes) throw incomplete(ContentLength ?? 0, partBytes);
        } catch (error) {
          Body.destroy();
          throw error;
        }
        if (range) return { stream: Body, sizeBytes };
        const faults = { mismatch: (read: number) => mismatch(sha256, read), asOurs: unavailable };
        return { stream: proveWhole(Body, sha256, faults), sizeBytes };
      }),

    stat: async (sha256) => {
      try {
        return await unlessMissing(sha256, async () => {
          const { ContentLength, LastModified } = await head(keyOf(sha256));
          return { sizeBytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date(0) };
        });
      } catch (error) {
        if (error instanceof BlobMissingError) return null;
        throw error;
      }
    },

    remove: async (sha256) => {
      if (!isBlobName(sha256)) return;
      await guarded(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(sha256) })));
    },

    async *list({ prefix = '' } = {}) {
      for await (const { key, modifiedAt } of objectsUnder(blobs + prefix)) {
        const sha256 = key.slice(blobs.length);
        if (isBlobName(sha256)) yield { sha256, modifiedAt };
      }
    },

    readOwner: () =>
      guarded(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: ownerKey }));
          return (
            Buffer.concat(await (Body as Readable).toArray())
              .toString()
              .trim() || null
          );
        } catch (error) {
          if (statusOf(error) !== 404) throw error;
          await client.send(new HeadBucketCommand({ Bucket: bucket }));
          return null;
        }
      }),

    writeOwner: (installation) =>
      guarded(async () => {
        const bytes = Buffer.from(`${installation}\n`);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await put(ownerKey, bytes, { sha256, sizeBytes: bytes.length });
      }),

    check: () =>
      guarded(async () => {
        const bytes = Buffer.from(randomUUID());
        const key = `${root}probe/${bytes}`;
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await putOnce(key, bytes, { sha256, sizeBytes: bytes.length });
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const read = Buffer.concat(await (Body as Readable).toArray());
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
        if (!read.equals(bytes))
          throw new StorageUnavailableError(`The bucket ${bucket} returned other bytes than were written.`);
      }),

    presignUpload: (uploadKey, { expiresSeconds }) =>
      guarded(() =>
        getSignedUrl(uploadClient, new PutObjectCommand({ Bucket: bucket, Key: uploadKeyOf(uploadKey) }), {
          expiresIn: expiresSeconds,
        }),
      ),

    adoptUpload: (uploadKey, { maxBytes }) =>
      unlessMissing(uploadKey, async () => {
        const key = uploadKeyOf(uploadKey);
        // Another PUT to the same URL may come at any moment: what is hashed and what is copied must be the same version.
        const { ContentLength, ETag } = await head(key);
        if ((ContentLength ?? 0) > maxBytes) throw new BlobTooLargeError(maxBytes);
        const blob = await withinLimit(async (limit) => {
          const { Body } = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key: key, ...(ETag ? { IfMatch: ETag } : {}) }),
            { abortSignal: limit },
          );
          return receive(Body as Readable, maxBytes);
        });
        // The copy below would give the whole file the name of the part that was read.
        if (blob.sizeBytes !== ContentLength) throw incomplete(blob.sizeBytes, ContentLength ?? 0);
        await client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: keyOf(blob.sha256),
            CopySource: `${bucket}/${encodeURI(key)}`,
            MetadataDirective: 'REPLACE',
            ContentType: 'application/octet-stream',
            ...(ETag ? { CopySourceIfMatch: ETag } : {}),
          }),
        );
        return blob;
      }),

    discardUpload: async (uploadKey) => {
      const Key = uploadKeyOf(uploadKey);
      await guarded(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key })));
    },

    removeAbandonedUploads: async (before) => {
      let removed = 0;
      for await (const { key, modifiedAt } of objectsUnder(uploads)) {
        if (modifiedAt >= before) continue;
        await guarded(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
        removed += 1;
      }
      return removed;
    },
  };

  /** Page by page, in bounded memory. */
  async function* objectsUnder(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let token: string | undefined;
    for (;;) {
      const page = await guarded(() =>
        client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            MaxKeys: options.pageKeys ?? 1000,
            ...(token ? { ContinuationToken: token } : {}),
          }),
        ),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, modifiedAt: LastModified ?? new Date(0) };
      token = page.NextContinuationToken;
      if (!page.IsTruncated || !token) return;
    }
  }
}

/** Makes the bucket unless it is there. Throws StorageUnavailableError. */
export async function createBucket(options: S3Options): Promise<'made' | 'there'> {
  const client = clientOf(options, options.endpoint);
  try {
    await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
    return 'made';
  } catch (error) {
    const isThere =
      error instanceof S3ServiceException &&
      ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name);
    if (isThere) return 'there';
    throw new StorageUnavailableError(
      `The bucket ${options.bucket} cannot be made: ${reasonOf(error)}`,
      error,
    );
  } finally {
    client.destroy();
  }
}

function clientOf(options: S3Options, endpoint: string | undefined): S3Client {
  const region = options.region ?? (endpoint ? 'us-east-1' : undefined);
  return new S3Client({
    // A server of one's own has whatever region; with Amazon's the usual variables and files decide.
    ...(region ? { region } : {}),
    forcePathStyle: options.pathStyle ?? false,
    ...(endpoint ? { endpoint } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    // We sign our own digest; servers that know no CRC trailers are served too.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectMs,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: { maxSockets, keepAlive: true },
      httpsAgent: { maxSockets, keepAlive: true },
    }),
  });
}

/** Holds content until its digest is known: in memory, and past `memoryBytes` in a temporary file that a killed process leaves no name of. */
class Spool {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: FileHandle | null = null;
  #path: string | null = null;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength;
    if (!this.#file && this.#size <= memoryBytes) {
      this.#chunks.push(Buffer.from(chunk));
      return;
    }
    if (!this.#file) {
      this.#path = join(this.#folder, `countersign-${randomUUID()}`);
      this.#file = await open(this.#path, 'wx+', 0o600);
      if (process.platform !== 'win32') await this.#unlink();
      for (const held of this.#chunks) await this.#file.appendFile(held);
      this.#chunks = [];
    }
    await this.#file.appendFile(chunk);
  }

  content(): Uint8Array | (() => Readable) {
    const file = this.#file;
    if (!file) return Buffer.concat(this.#chunks);
    return () => file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    await this.#unlink();
  }

  async #unlink(): Promise<void> {
    if (this.#path) await unlink(this.#path).catch(() => undefined);
    this.#path = null;
  }
}

function isForward({ start, end }: ByteRange): boolean {
  return (
    Number.isSafeInteger(start) &&
    start >= 0 &&
    (end === undefined || (Number.isSafeInteger(end) && end >= start))
  );
}

function isOurs(error: unknown): boolean {
  return [
    BlobMissingError,
    BlobTooLargeError,
    BlobRangeError,
    BlobDamagedError,
    StorageUnavailableError,
  ].some((kind) => error instanceof kind);
}

function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  return status === null ? error.message : `${error.name} (${status}) ${error.message}`.trim();
}
