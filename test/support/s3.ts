/** A real S3 server for tests, on a port of its own: it checks signatures, presigned ones too. Buckets are folders. */
import crypto from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The one account that a test's server knows. */
export const s3Credentials: Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  url: string;
  /** STORAGE_URL of a bucket; the credentials are to be had by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
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

/** The same server for whoever says where it listens and which further accounts it knows. */
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
    // Under whatever name it is reached, the bucket stands in the path.
    vhostBuckets: false,
    directory,
    configureBuckets: options.buckets.map((name) => ({ name, configs: [] })),
  });
  writeWhole(server.store);
  copyWhole(server.store);
  cipherTokens();
  readFirstByte(server.store);
  server.middleware.unshift((ctx, next) => {
    // AWS's client signs a bucket's path with a slash at its end, this server without, and it would take a new bucket for an
    // object of an unknown one: only there its check is off.
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

/** S3 replaces an object at once; this server would truncate what is being read. So content is written beside and renamed. */
function writeWhole(store: S3rver['store']): void {
  const putContent = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    written += 1;
    const beside = `${path}.${process.pid}-${written}`;
    try {
      const result = await putContent(beside, content);
      await rename(beside, path);
      return result;
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };
}

/** The same of copies: the copy is made beside, and its three files are renamed, the content last. */
function copyWhole(store: S3rver['store']): void {
  const copyObject = store.copyObject.bind(store);
  store.copyObject = async (fromBucket, from, toBucket, to, metadata) => {
    if (fromBucket === toBucket && from === to) return copyObject(fromBucket, from, toBucket, to, metadata);
    written += 1;
    const beside = `${to}.${process.pid}-${written}`;
    await copyObject(fromBucket, from, toBucket, beside, metadata);
    for (const part of ['metadata.json', 'object.md5', 'object'])
      await rename(store.getResourcePath(toBucket, beside, part), store.getResourcePath(toBucket, to, part));
    return store.getMetadata(toBucket, to);
  };
}

/** `bytes=0-0` is one byte; this server takes an end of 0 for none. An object of the same value is none to it no more. */
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
