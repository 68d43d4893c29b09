/** A real S3 server for tests, on its own port. It checks signatures, also of presigned URLs. Buckets are folders. */
import crypto from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The only account of a test's server. */
export const s3Credentials: Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  url: string;
  /** STORAGE_URL of a bucket. The credentials belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  storageUrl(bucket: string): string;
  close(): Promise<void>;
}

let written = 0;

/** Starts the server on a folder with these buckets; closing it removes the folder. */
export async function startTestS3(directory: string, buckets: readonly string[]): Promise<TestS3> {
  const { port, close } = await startS3({ address: '127.0.0.1', port: 0, directory, buckets, accounts: [] });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    storageUrl: (bucket) => `s3://${bucket}?endpoint=${encodeURIComponent(url)}&region=us-east-1`,
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The same server with a given address and further accounts. */
export async function startS3(options: {
  address: string;
  port: number;
  directory: string;
  buckets: readonly string[];
  accounts: readonly Credentials[];
}): Promise<{ port: number; close(): Promise<void> }> {
  const { address, directory } = options;
  for (const account of options.accounts)
    DUMMY_ACCOUNT.createKeyPair(account.accessKeyId, account.secretAccessKey);
  const server = new S3rver({
    address,
    port: options.port,
    silent: true,
    // The bucket is always in the path, never in the host name.
    vhostBuckets: false,
    directory,
    configureBuckets: options.buckets.map((name) => ({ name, configs: [] })),
  });
  writeWhole(server.store);
  copyWhole(server.store);
  keepFolders(server.store);
  cipherTokens();
  readFirstByte(server.store);
  server.middleware.unshift(async (ctx, next) => {
    const [, bucket = '', ...key] = ctx.path.split('/');
    // This server ignores the condition of a PUT.
    const mustBeNew = ctx.method === 'PUT' && ctx.headers['if-none-match'] === '*';
    if (mustBeNew && (await server.store.existsObject(bucket, decodeURIComponent(key.join('/'))))) {
      ctx.status = 412;
      ctx.body = '<Error><Code>PreconditionFailed</Code></Error>';
      return;
    }
    // This server cannot abort multipart uploads.
    if (ctx.method === 'DELETE' && ctx.query.uploadId) {
      const uploads = server.store.getResourcePath(bucket, undefined, 'uploads');
      await rm(join(uploads, ctx.query.uploadId), { recursive: true });
      ctx.status = 204;
      return;
    }
    // The AWS client signs the path of a bucket with a trailing slash, this server without. It would also take the creation of a
    // bucket for an object in an unknown bucket. The signature check is off only for this request.
    if (/^\/[^/]+\/$/.test(ctx.path)) {
      ctx.app = Object.create(server, { allowMismatchedSignatures: { value: true } });
      if (ctx.method === 'PUT') ctx.path = ctx.path.slice(0, -1);
    }
    return next();
  });
  const { port } = await server.run();
  return {
    port,
    close: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

/** S3 replaces objects atomically; this server would truncate a file that is being read. So write a temporary file and rename it. */
function writeWhole(store: S3rver['store']): void {
  const putContent = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    written += 1;
    const temporary = `${path}.${process.pid}-${written}`;
    try {
      const result = await putContent(temporary, content);
      await rename(temporary, path);
      return result;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
}

/** The same for copies: write temporary files and rename all three, the content last. */
function copyWhole(store: S3rver['store']): void {
  const copyObject = store.copyObject.bind(store);
  store.copyObject = async (fromBucket, from, toBucket, to, metadata) => {
    if (fromBucket === toBucket && from === to) return copyObject(fromBucket, from, toBucket, to, metadata);
    written += 1;
    const temporary = `${to}.${process.pid}-${written}`;
    await copyObject(fromBucket, from, toBucket, temporary, metadata);
    for (const part of ['metadata.json', 'object.md5', 'object'])
      await rename(
        store.getResourcePath(toBucket, temporary, part),
        store.getResourcePath(toBucket, to, part),
      );
    return store.getMetadata(toBucket, to);
  };
}

/**
 * After a removal, this server would also remove the folder if it was empty, with everything that is written into it at that moment: an
 * upload that was just answered with 200 would be missing. So only remove the files.
 */
function keepFolders(store: S3rver['store']): void {
  store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, part), { force: true });
  };
}

/** `bytes=0-0` requests one byte, but this server ignores an end that equals the number 0. A Number object avoids that. */
function readFirstByte(store: S3rver['store']): void {
  const getObject = store.getObject.bind(store);
  store.getObject = (bucket, key, range) =>
    getObject(bucket, key, range?.end === 0 ? { ...range, end: Object(0) as number } : range);
}

/** The server encrypts tokens of listings with DES, which OpenSSL 3 has only as the triple one. */
function cipherTokens(): void {
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name] as (...given: unknown[]) => unknown;
    if (original.name === 'withTripleDes') return;
    const withTripleDes = (cipher: string, key: Buffer, ...rest: unknown[]) =>
      cipher === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
        : original(cipher, key, ...rest);
    Object.assign(crypto, { [name]: withTripleDes });
  }
}
