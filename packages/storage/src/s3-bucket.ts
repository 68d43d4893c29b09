/** A bucket of S3: its client, its keys, its errors, and requests with their limits. */
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
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
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { limitIdle } from './limit-idle.ts';
import { receive } from './receive.ts';
import type { OpenPart } from './spool.ts';
import {
  BlobDamagedError,
  BlobMissingError,
  BlobRangeError,
  BlobTooLargeError,
  StorageUnavailableError,
  type StoredBlob,
} from './storage.ts';

export interface S3Options {
  bucket: string;
  /** Prefix of every key, without leading and trailing slashes; default empty. */
  prefix?: string;
  region?: string;
  /** Address of the server; default Amazon's. */
  endpoint?: string;
  /** Address that clients use for uploads; default `endpoint`. */
  uploadEndpoint?: string;
  /** Whether the bucket is in the path instead of the host name. */
  pathStyle?: boolean;
  /** Names per page when listing; default 1000, the maximum. */
  pageKeys?: number;
  /** Time limit for reading a file, or writing a file or one part of it, including retries; default 120 s. */
  transferSeconds?: number;
  /** A request fails if it receives no byte for this time; default 20 s. Pauses of the reader of a download do not count. */
  idleSeconds?: number;
  /** Time limit for removing an upload, including retries; default 5 s. */
  discardSeconds?: number;
  /** Larger content is uploaded in parts of this size; default 128 MiB. */
  partBytes?: number;
  /** Folder for temporary files; default that of the system. */
  spoolFolder?: string;
  /** Default: the usual variables, files and instance roles of AWS. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const connectMs = 3000;
const defaultIdleSeconds = 20;
const maxSockets = 100;
const putAttempts = 3;
/** 50 MB in this time are 0.4 MB per second. */
const defaultTransferSeconds = 120;
/** S3 takes 5 GiB in one request and 10,000 parts in one upload: this size allows 1.2 TiB. */
const defaultPartBytes = 128 * 1024 * 1024;

export interface GetResult extends Omit<GetObjectCommandOutput, 'Body'> {
  Body: Readable;
}

/** Requests to one bucket. Nothing is sent before the first call. */
export class S3Bucket {
  readonly name: string;
  readonly client: S3Client;
  /**
   * Downloads last as long as their readers take, so they have their own connections and cannot take those of other work.
   */
  readonly #downloads: S3Client;
  readonly #idleSeconds: number;
  readonly #transferSeconds: number;
  readonly #pageKeys: number;
  readonly #partBytes: number;

  constructor(options: S3Options) {
    this.name = options.bucket;
    this.client = clientOf(options, options.endpoint);
    this.#idleSeconds = options.idleSeconds ?? defaultIdleSeconds;
    // No limit for the connection, which is idle while the reader pauses; `get` has one for the server.
    this.#downloads = clientOf(options, options.endpoint, { socketTimeout: 0 });
    this.#transferSeconds = options.transferSeconds ?? defaultTransferSeconds;
    this.#pageKeys = options.pageKeys ?? 1000;
    this.#partBytes = options.partBytes ?? defaultPartBytes;
  }

  /** Runs a request. Every error of the server becomes StorageUnavailableError with the server's error as its cause. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Like `guarded`, and throws BlobMissingError if the object is missing while the bucket exists. */
  async unlessMissing<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.guarded(async () => {
      try {
        return await work();
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        await this.requireBucket();
        throw new BlobMissingError(name);
      }
    });
  }

  /** Throws if the bucket does not exist. */
  async requireBucket(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.name }));
  }

  /** Aborts the work when its time limit is reached, by default that of a transfer, and reports that as the reason. */
  async withinLimit<T>(
    work: (limit: AbortSignal) => Promise<T>,
    seconds = this.#transferSeconds,
  ): Promise<T> {
    const limit = AbortSignal.timeout(seconds * 1000);
    try {
      return await work(limit);
    } catch (error) {
      if (!limit.aborted || isOurs(error)) throw error;
      throw new StorageUnavailableError(
        `A transfer with the bucket ${this.name} did not end in ${seconds} s.`,
        error,
      );
    }
  }

  /** The error as callers see it. */
  unavailable(error: unknown): Error {
    if (isOurs(error)) return error as Error;
    return new StorageUnavailableError(`The bucket ${this.name} cannot be used: ${reasonOf(error)}`, error);
  }

  /** The error for a transfer that ended early. */
  incomplete(readBytes: number, sizeBytes: number): StorageUnavailableError {
    return new StorageUnavailableError(`The bucket ${this.name} sent ${readBytes} of ${sizeBytes} bytes.`);
  }

  /** Stores an object, with retries. A large file is stored in parts. */
  async put(key: string, body: Uint8Array | OpenPart, blob: StoredBlob): Promise<void> {
    if (typeof body !== 'function') return this.#retried((limit) => this.putOnce(key, body, blob, { limit }));
    if (blob.sizeBytes > this.#partBytes) return this.#putInParts(key, body, blob.sizeBytes);
    const whole = { start: 0, end: blob.sizeBytes - 1 };
    return this.#retried((limit) => this.putOnce(key, body(whole), blob, { limit }));
  }

  /**
   * Stores an object in one request. Its signature covers the digest, so the server refuses damaged content. With `onlyNew`, the answer is
   * 412 if the object exists.
   */
  async putOnce(
    key: string,
    body: Uint8Array | Readable,
    blob: StoredBlob,
    { limit, onlyNew = false }: { limit?: AbortSignal; onlyNew?: boolean } = {},
  ): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.name,
      Key: key,
      Body: body,
      ContentLength: blob.sizeBytes,
      ContentType: 'application/octet-stream',
      ...(onlyNew ? { IfNoneMatch: '*' } : {}),
    });
    command.middlewareStack.add(signing(blob.sha256), digestStep);
    await this.client.send(command, limit ? { abortSignal: limit } : {});
  }

  async #putInParts(key: string, open: OpenPart, sizeBytes: number): Promise<void> {
    const object = { Bucket: this.name, Key: key };
    const { UploadId } = await this.client.send(
      new CreateMultipartUploadCommand({ ...object, ContentType: 'application/octet-stream' }),
    );
    const upload = { ...object, UploadId };
    try {
      const parts: CompletedPart[] = [];
      for (let start = 0; start < sizeBytes; start += this.#partBytes) {
        const range = { start, end: Math.min(start + this.#partBytes, sizeBytes) - 1 };
        const part = await receive(open(range), this.#partBytes);
        const PartNumber = parts.length + 1;
        const { ETag } = await this.#retried((limit) => {
          const command = new UploadPartCommand({
            ...upload,
            PartNumber,
            Body: open(range),
            ContentLength: part.sizeBytes,
          });
          command.middlewareStack.add(signing(part.sha256), digestStep);
          return this.client.send(command, { abortSignal: limit });
        });
        parts.push({ PartNumber, ETag });
      }
      await this.client.send(
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
      );
    } catch (error) {
      // Otherwise the server would keep the parts, where no listing of objects shows them.
      await this.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  /** Runs a request that writes, with retries, within the time limit. */
  #retried<T>(request: (limit: AbortSignal) => Promise<T>): Promise<T> {
    return this.withinLimit(async (limit) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await request(limit);
        } catch (error) {
          const status = statusOf(error);
          const isFinal = status !== null && status < 500 && status !== 408 && status !== 429;
          if (isFinal || limit.aborted || attempt >= putAttempts) throw error;
        }
      }
    });
  }

  head(key: string): Promise<HeadObjectCommandOutput> {
    return this.client.send(new HeadObjectCommand({ Bucket: this.name, Key: key }));
  }

  async get(
    key: string,
    {
      range,
      ifMatch,
      limit,
      isDownload = false,
    }: { range?: string; ifMatch?: string; limit?: AbortSignal; isDownload?: boolean } = {},
  ): Promise<GetResult> {
    const command = new GetObjectCommand({
      Bucket: this.name,
      Key: key,
      ...(range ? { Range: range } : {}),
      ...(ifMatch ? { IfMatch: ifMatch } : {}),
    });
    const client = isDownload ? this.#downloads : this.client;
    const result = (await client.send(command, limit ? { abortSignal: limit } : {})) as GetResult;
    if (!isDownload) return result;
    const late = () =>
      new StorageUnavailableError(`The bucket ${this.name} sent no byte for ${this.#idleSeconds} s.`);
    return { ...result, Body: limitIdle(result.Body, this.#idleSeconds * 1000, late) };
  }

  async delete(key: string, limit?: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.name, Key: key });
    await this.client.send(command, limit ? { abortSignal: limit } : {});
  }

  /** The objects below a prefix, page by page in bounded memory. */
  async *objectsUnder(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let token: string | undefined;
    for (;;) {
      const page = await this.guarded(() =>
        this.client.send(
          new ListObjectsV2Command({
            Bucket: this.name,
            Prefix: prefix,
            MaxKeys: this.#pageKeys,
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

const digestStep = { step: 'build', name: 'signTheDigest' } as const;

/** Middleware that makes the signature of a request cover the digest of its body. */
function signing(sha256: string) {
  return <Args extends { request: unknown }, Result>(next: (args: Args) => Result) =>
    (args: Args): Result => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    };
}

/** Creates the bucket if it does not exist. Throws StorageUnavailableError. */
export async function createBucket(options: S3Options): Promise<'created' | 'existed'> {
  const client = clientOf(options, options.endpoint);
  try {
    await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
    return 'created';
  } catch (error) {
    const isThere =
      error instanceof S3ServiceException &&
      ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name);
    if (isThere) return 'existed';
    throw new StorageUnavailableError(
      `The bucket ${options.bucket} cannot be created: ${reasonOf(error)}`,
      error,
    );
  } finally {
    client.destroy();
  }
}

/** A client with timeouts. With `endpoint`, the region does not matter; for Amazon, the usual variables and files set it. */
export function clientOf(
  options: S3Options,
  endpoint: string | undefined,
  handler: { socketTimeout?: number } = {},
): S3Client {
  const idleMs = (options.idleSeconds ?? defaultIdleSeconds) * 1000;
  const region = options.region ?? (endpoint ? 'us-east-1' : undefined);
  return new S3Client({
    ...(region ? { region } : {}),
    forcePathStyle: options.pathStyle ?? false,
    ...(endpoint ? { endpoint } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    // Requests are signed with our own digest. This also works with servers that do not support CRC trailers.
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
      ...handler,
    }),
  });
}

/** Whether it is one of this package's own errors. */
function isOurs(error: unknown): boolean {
  return [
    BlobMissingError,
    BlobTooLargeError,
    BlobRangeError,
    BlobDamagedError,
    StorageUnavailableError,
  ].some((kind) => error instanceof kind);
}

/** The HTTP status of the server's answer; null if there was none. */
export function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  return status === null ? error.message : `${error.name} (${status}) ${error.message}`.trim();
}
