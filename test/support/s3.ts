/** A real S3 server for tests, on a port of its own: it checks signatures, presigned ones too. Buckets are folders. */
import crypto from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';

/** The one account that the server knows. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  url: string;
  /** STORAGE_URL of a bucket; the credentials are to be had by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  storageUrl(bucket: string): string;
  close(): Promise<void>;
}

let written = 0;

/** Starts the server on a folder with these buckets. */
export async function startTestS3(directory: string, buckets: readonly string[]): Promise<TestS3> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  writeWhole(server.store);
  cipherTokens();
  readFirstByte(server.store);
  server.middleware.unshift((ctx, next) => {
    // AWS's client signs a bucket's path with a slash at its end, this server without: only there its check is off.
    if (/^\/[^/]+\/$/.test(ctx.path))
      ctx.app = Object.create(server, { allowMismatchedSignatures: { value: true } });
    return next();
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    storageUrl: (bucket) => `s3://${bucket}?endpoint=${encodeURIComponent(url)}&region=us-east-1`,
    close: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
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
