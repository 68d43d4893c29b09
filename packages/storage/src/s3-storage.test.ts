/** The S3 adapter with an S3 server on this machine, and faults that only it can have: uploads, outages, the setting. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rmdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type S3Fault, type S3Proxy, startS3Proxy } from '../../../test/chaos/s3-proxy.ts';
import { heldBufferBytes } from '../../../test/support/held-memory.ts';
import { s3Credentials, startTestS3, type TestS3 } from '../../../test/support/s3.ts';
import { storageConformance } from './conformance.ts';
import { openStorage, s3OptionsOf } from './open-storage.ts';
import { createBucket } from './s3-bucket.ts';
import { createS3Storage } from './s3-storage.ts';
import {
  BlobDamagedError,
  BlobMissingError,
  BlobTooLargeError,
  type Storage,
  StorageUnavailableError,
} from './storage.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startTestS3(await mkdtemp(join(tmpdir(), 'countersign-s3-')), [
    'conformance',
    'uploads',
    'pages',
  ]);
});
afterAll(() => s3.close());

const storageOn = (
  bucket: string,
  options: { prefix?: string; spoolFolder?: string; idleSeconds?: number } = {},
): Storage =>
  createS3Storage({
    ...s3OptionsOf(s3.storageUrl(bucket)),
    ...options,
    credentials: s3Credentials,
  });

storageConformance('the S3 storage', async () => ({
  storage: storageOn('conformance', { prefix: 'some/pre fix+ä#?%' }),
  close: async () => undefined,
}));

test('a bucket is made once; making it again finds it', async () => {
  const options = { ...s3OptionsOf(s3.storageUrl('made-here')), credentials: s3Credentials };
  expect(await createBucket(options)).toBe('created');
  expect(await createBucket(options)).toBe('existed');
  await storageOn('made-here').check();
});

test('what is read while it is adopted again is whole', async () => {
  const storage = storageOn('uploads');
  const bytes = randomBytes(3_000_000);
  const url = await storage.presignUpload!('again', { expiresSeconds: 60 });
  expect((await fetch(url, { method: 'PUT', body: bytes })).status).toBe(200);
  const { sha256 } = await storage.adoptUpload!('again', { maxBytes: bytes.length });
  await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      if (at % 2 === 0) await storage.adoptUpload!('again', { maxBytes: bytes.length });
      else expect((await storage.getBytes(sha256)).length).toBe(bytes.length);
    }),
  );
});

describe('an upload to a presigned URL', () => {
  test('is no blob until it is adopted, and can be repeated, adopted twice and discarded', async () => {
    const storage = storageOn('uploads');
    const bytes = randomBytes(2_500_000);
    const url = await storage.presignUpload!('first', { expiresSeconds: 60 });
    for (const body of [randomBytes(100), bytes])
      expect(
        (await fetch(url, { method: 'PUT', body, headers: { 'Content-Type': 'application/pdf' } })).status,
      ).toBe(200);
    expect(await storage.stat(digestOf(bytes))).toBeNull();
    const adopted = await storage.adoptUpload!('first', { maxBytes: bytes.length });
    expect(adopted).toEqual({ sha256: digestOf(bytes), sizeBytes: bytes.length });
    expect(await storage.adoptUpload!('first', { maxBytes: bytes.length })).toEqual(adopted);
    expect(digestOf(await storage.getBytes(adopted.sha256))).toBe(adopted.sha256);
    await storage.discardUpload!('first');
    await storage.discardUpload!('first');
    await expect(storage.adoptUpload!('first', { maxBytes: 1e9 })).rejects.toThrow(BlobMissingError);
    expect((await storage.stat(adopted.sha256))!.sizeBytes).toBe(bytes.length);
  });

  test('that is too large is refused, and stays no blob', async () => {
    const storage = storageOn('uploads');
    const bytes = randomBytes(1001);
    await fetch(await storage.presignUpload!('large', { expiresSeconds: 60 }), {
      method: 'PUT',
      body: bytes,
    });
    await expect(storage.adoptUpload!('large', { maxBytes: 1000 })).rejects.toThrow(BlobTooLargeError);
    expect(await storage.stat(digestOf(bytes))).toBeNull();
  });

  test('is refused under another name, with another method, and with a changed signature', async () => {
    const storage = storageOn('uploads');
    const url = await storage.presignUpload!('mine', { expiresSeconds: 60 });
    const statuses = await Promise.all([
      fetch(url.replace('uploads/mine', 'uploads/other'), { method: 'PUT', body: 'x' }),
      fetch(url.replace('uploads/mine', `blobs/${'0'.repeat(64)}`), { method: 'PUT', body: 'x' }),
      fetch(url),
      fetch(
        url.replace(/Signature=(\w)/, (_, first) => `Signature=${first === '0' ? '1' : '0'}`),
        { method: 'PUT', body: 'x' },
      ),
    ]).then((answers) => answers.map(({ status }) => status));
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  test('that was never finalized is removed by its age', async () => {
    const storage = storageOn('uploads', { prefix: 'aged' });
    await fetch(await storage.presignUpload!('old', { expiresSeconds: 60 }), { method: 'PUT', body: 'x' });
    expect(await storage.removeAbandonedUploads!(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await storage.removeAbandonedUploads!(new Date(Date.now() + 60_000))).toBe(1);
    await expect(storage.adoptUpload!('old', { maxBytes: 10 })).rejects.toThrow(BlobMissingError);
  });
});

test('more blobs than a page of the listing holds are all listed once', async () => {
  const options = s3OptionsOf(s3.storageUrl('pages'));
  const storage = createS3Storage({ ...options, pageKeys: 7, credentials: s3Credentials });
  const put = await Promise.all(
    Array.from({ length: 30 }, (_, at) => storage.putBytes(Buffer.from(`blob ${at}`))),
  );
  const listed: string[] = [];
  for await (const { sha256 } of storage.list()) listed.push(sha256);
  expect(listed.length).toBe(30);
  expect(new Set(listed)).toEqual(new Set(put.map(({ sha256 }) => sha256)));
});

test('downloads without a reader take no connection from other work', async () => {
  const storage = storageOn('uploads');
  const { sha256 } = await storage.putBytes(randomBytes(8_000_000));
  const downloads = await Promise.all(Array.from({ length: 100 }, () => storage.openRange(sha256)));
  try {
    const small = await storage.putBytes(Buffer.from('small'));
    expect(Buffer.from(await storage.getBytes(small.sha256)).toString()).toBe('small');
    // A connection that became free by the end of a download would not count.
    expect(downloads.filter(({ stream }) => stream.destroyed || stream.errored)).toEqual([]);
  } finally {
    for (const { stream } of downloads) stream.on('error', () => undefined).destroy();
    await storage.remove(sha256);
  }
});

test('a download outlives pauses of its reader that are longer than the limit for the server', async () => {
  const storage = storageOn('uploads', { idleSeconds: 1 });
  const bytes = randomBytes(8_000_000);
  const { sha256 } = await storage.putBytes(bytes);
  for (const range of [undefined, { start: 0, end: bytes.length - 1 }]) {
    const { stream } = await storage.openRange(sha256, range);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (chunks.length < 2) await delay(1500);
      chunks.push(chunk as Buffer);
    }
    expect(digestOf(Buffer.concat(chunks))).toBe(sha256);
  }
  await storage.remove(sha256);
});

test('a large content streams through without being held in memory, and no temporary file stays', async () => {
  const spoolFolder = await mkdtemp(join(tmpdir(), 'countersign-spool-'));
  const storage = storageOn('uploads', { prefix: 'large', spoolFolder });
  const chunk = randomBytes(1_000_000);
  const before = heldBufferBytes();
  let held = 0;
  async function* source() {
    for (let count = 0; count < 30; count += 1) yield Buffer.from(chunk);
    held = heldBufferBytes() - before;
  }
  const { sha256, sizeBytes } = await storage.putStream(source(), { maxBytes: 1e9 });
  expect(sizeBytes).toBe(30_000_000);
  expect(held).toBeLessThan(10_000_000);
  expect((await storage.stat(sha256))!.sizeBytes).toBe(30_000_000);
  // The folder goes only when it is empty.
  await rmdir(spoolFolder);
});

describe('content above the size of a part', () => {
  const partBytes = 2_000_000;
  const bytes = randomBytes(5_000_001);
  async function* source() {
    yield bytes;
  }

  test('is uploaded in parts and read back whole', async () => {
    const proxy = await startS3Proxy(Number(new URL(s3.url).port));
    const storage = createS3Storage({
      ...s3OptionsOf(s3.storageUrl('uploads')),
      endpoint: `http://127.0.0.1:${proxy.port}`,
      partBytes,
      credentials: s3Credentials,
    });
    const { sha256 } = await storage.putStream(source(), { maxBytes: 1e9 });
    expect(sha256).toBe(digestOf(bytes));
    expect(digestOf(await storage.getBytes(sha256))).toBe(sha256);
    expect(Math.max(...proxy.uploadSizes())).toBe(partBytes);
    await proxy.close();
  });

  test('leaves no parts when the upload fails', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'countersign-parts-'));
    const own = await startTestS3(directory, ['parts']);
    const proxy = await startS3Proxy(Number(new URL(own.url).port));
    const storage = createS3Storage({
      ...s3OptionsOf(own.storageUrl('parts')),
      endpoint: `http://127.0.0.1:${proxy.port}`,
      partBytes,
      credentials: s3Credentials,
    });
    proxy.setFault('half-up');
    await expect(storage.putStream(source(), { maxBytes: 1e9 })).rejects.toThrow(StorageUnavailableError);
    expect(proxy.hits()).toBeGreaterThan(0);
    const files = await readdir(directory, { recursive: true });
    expect(files.filter((file) => file.includes('uploads/'))).toEqual([]);
    await proxy.close();
    await own.close();
  });
});

test('an upload that the client replaces while it is adopted never becomes the blob of other bytes', async () => {
  const versions = { first: Buffer.from('contract: 100 EUR'), second: Buffer.from('contract: 900 EUR') };
  const objects = new Map([['/papers/uploads/key', versions.first]]);
  // A server on which both versions have the same ETag, as files with the same MD5 have.
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://s3').pathname;
    const body = await buffer(request);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT') {
      objects.set(path, source === undefined ? body : objects.get(`/${source}`)!);
      response.end(source === undefined ? '' : '<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>');
      return;
    }
    response.writeHead(200, { ETag: '"e"', 'Content-Length': objects.get(path)!.length });
    response.end(request.method === 'GET' ? objects.get(path) : undefined);
    if (request.method === 'GET') objects.set(path, versions.second);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const storage = createS3Storage({
    ...s3OptionsOf('s3://papers?path_style=true'),
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: s3Credentials,
  });
  try {
    const { sha256 } = await storage.adoptUpload!('key', { maxBytes: 100 });
    expect(sha256).toBe(digestOf(versions.first));
    expect(objects.get(`/papers/blobs/${sha256}`)).toEqual(versions.first);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

describe('when the server is', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  async function answering(status: number): Promise<string> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(status).end());
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  test.each([
    ['away', async () => 'http://127.0.0.1:1'],
    ['failing', () => answering(500)],
    ['refusing', () => answering(403)],
    ['without the bucket', async () => `${s3.url}`],
  ])('%s, every operation says unavailable', async (_what, endpoint) => {
    const storage = createS3Storage({
      bucket: 'missing-bucket',
      region: 'us-east-1',
      pathStyle: true,
      endpoint: await endpoint(),
      credentials: s3Credentials,
    });
    const sha256 = 'a'.repeat(64);
    const attempts = [
      storage.putBytes(Buffer.from('new')),
      storage.getBytes(sha256),
      storage.openRange(sha256),
      storage.openRange(sha256, { start: 4 }),
      storage.stat(sha256),
      storage.check(),
      storage.list()[Symbol.asyncIterator]().next(),
      storage.adoptUpload!('key', { maxBytes: 1 }),
    ];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt.status).toBe('rejected');
      expect((attempt as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailableError);
    }
  });
});

describe('behind a server that', () => {
  let proxy: S3Proxy;
  let storage: Storage;
  let direct: Storage;
  const bytes = randomBytes(2_000_000);
  const sha256 = digestOf(bytes);
  beforeAll(async () => {
    proxy = await startS3Proxy(Number(new URL(s3.url).port));
    direct = storageOn('uploads', { prefix: 'faults' });
    await direct.putBytes(bytes);
    storage = createS3Storage({
      ...s3OptionsOf(s3.storageUrl('uploads')),
      endpoint: `http://127.0.0.1:${proxy.port}`,
      prefix: 'faults',
      credentials: s3Credentials,
    });
  });
  afterAll(() => proxy.close());

  async function streamed(range?: { start: number; end: number }): Promise<number> {
    const { stream } = await storage.openRange(sha256, range);
    let count = 0;
    for await (const chunk of stream) count += (chunk as Buffer).length;
    return count;
  }

  test.each<[string, S3Fault]>([
    ['ends the connection after half of the bytes', 'cut'],
    ['sends half of the bytes as if they were all', 'short'],
  ])('%s, no part is taken for the whole', async (_, fault) => {
    const url = await direct.presignUpload!(fault, { expiresSeconds: 60 });
    const upload = randomBytes(1000);
    await fetch(url, { method: 'PUT', body: upload });
    proxy.setFault(fault);
    for (const read of [
      () => storage.getBytes(sha256),
      () => streamed(),
      () => storage.adoptUpload!(fault, { maxBytes: 1e6 }),
    ])
      await expect(read()).rejects.toThrow(StorageUnavailableError);
    await expect(streamed({ start: 0, end: 999_999 })).rejects.toThrow();
    proxy.setFault(null);
    expect(await direct.stat(digestOf(upload.subarray(0, 500)))).toBeNull();
    expect(await streamed()).toBe(bytes.length);
    expect(await streamed({ start: 0, end: 999_999 })).toBe(1_000_000);
    expect(await storage.adoptUpload!(fault, { maxBytes: 1e6 })).toMatchObject({ sizeBytes: 1000 });
  });

  test('loses the connection in the middle of a put, nothing is stored; putting again stores it', async () => {
    const more = randomBytes(1_500_000);
    proxy.setFault('half-up');
    await expect(storage.putBytes(more)).rejects.toThrow(StorageUnavailableError);
    proxy.setFault(null);
    expect(await direct.stat(digestOf(more))).toBeNull();
    await storage.putBytes(more);
    expect((await direct.stat(digestOf(more)))!.sizeBytes).toBe(more.length);
  });

  test('never ends its response, a transfer ends after its time limit', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Length': '1000000' });
      const drip = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const dripping = createS3Storage({
      ...s3OptionsOf(s3.storageUrl('uploads')),
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: s3Credentials,
      transferSeconds: 1,
    });
    try {
      // Both begin at once, and either may end first.
      await Promise.all(
        [dripping.getBytes(sha256), dripping.putBytes(bytes)].map((transfer) =>
          expect(transfer).rejects.toThrow('did not end in 1 s'),
        ),
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('stops in the middle of a download, the reader gets an error; a reader that leaves closes the connection', async () => {
    const closed: Array<Promise<unknown>> = [];
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Length': '1000000', 'Content-Range': 'bytes 0-999999/1000000' });
      response.write(Buffer.alloc(1000));
      closed.push(once(response, 'close'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const openAfter = (idleSeconds: number, range?: { start: number; end: number }) =>
      createS3Storage({
        ...s3OptionsOf(s3.storageUrl('uploads')),
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        credentials: s3Credentials,
        idleSeconds,
      }).openRange(sha256, range);
    const range = { start: 0, end: 999_999 };
    try {
      for (const part of [undefined, range]) {
        const { stream } = await openAfter(0.5, part);
        const error = await stream.toArray().catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(StorageUnavailableError);
        expect((error as Error).message).toContain('sent no byte for 0.5 s');
        const unread = await openAfter(60, part);
        unread.stream.destroy();
        const waiting = await openAfter(60, part);
        waiting.stream.on('error', () => undefined).resume();
        await delay(50);
        waiting.stream.destroy();
      }
      expect(closed.length).toBe(6);
      await Promise.all(closed);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('never answers, the removal of an upload ends after its time limit', async () => {
    const server = createServer((request) => request.resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const silent = createS3Storage({
      ...s3OptionsOf(s3.storageUrl('uploads')),
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: s3Credentials,
      discardSeconds: 0.1,
    });
    try {
      await expect(silent.discardUpload!('slow')).rejects.toThrow('did not end in 0.1 s');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('returns other bytes of the same number, they are called damaged', async () => {
    const victim = await mkdtemp(join(tmpdir(), 'countersign-damaged-'));
    const own = await startTestS3(victim, ['damaged']);
    const damaged = createS3Storage({
      ...s3OptionsOf(own.storageUrl('damaged')),
      credentials: s3Credentials,
    });
    await damaged.putBytes(bytes);
    const files = await readdir(victim, { recursive: true });
    const name = files.find((file) => file.endsWith('._S3rver_object'))!;
    await writeFile(join(victim, name), Buffer.alloc(bytes.length));
    await expect(damaged.getBytes(sha256)).rejects.toThrow(BlobDamagedError);
    const { stream } = await damaged.openRange(sha256);
    await expect(stream.toArray()).rejects.toThrow(BlobDamagedError);
    await own.close();
  });
});

describe('STORAGE_URL for S3', () => {
  test('names bucket, prefix, region, endpoint and style', () => {
    expect(s3OptionsOf('s3://papers')).toEqual({ bucket: 'papers', pathStyle: false });
    expect(s3OptionsOf('s3://papers/a/b/?region=eu-central-1')).toEqual({
      bucket: 'papers',
      prefix: 'a/b',
      region: 'eu-central-1',
      pathStyle: false,
    });
    expect(s3OptionsOf('s3://papers?endpoint=http://s3:9000/&upload_endpoint=https://files.example')).toEqual(
      {
        bucket: 'papers',
        endpoint: 'http://s3:9000',
        uploadEndpoint: 'https://files.example',
        pathStyle: true,
      },
    );
    expect(s3OptionsOf('s3://papers/pre%20fix+%C3%A4').prefix).toBe('pre fix+ä');
    expect(s3OptionsOf('s3://papers?endpoint=http://s3:9000&path_style=false').pathStyle).toBe(false);
  });

  test('upload URLs lead to the address that clients reach', async () => {
    const options = s3OptionsOf(`${s3.storageUrl('uploads')}&upload_endpoint=https://files.example`);
    const storage = createS3Storage({ ...options, credentials: s3Credentials });
    expect(await storage.presignUpload!('key', { expiresSeconds: 900 })).toMatch(
      /^https:\/\/files\.example\/uploads\/uploads\/key\?.*X-Amz-Expires=900/,
    );
  });

  test.each([
    ['s3://', 'is not a bucket name'],
    ['s3://Bucket_1', 'is not a bucket name'],
    ['s3://key:secret@bucket', 'AWS_ACCESS_KEY_ID'],
    ['s3://bucket?endpont=http://x', 'unknown parameter: endpont'],
    ['s3://bucket?endpoint=s3.local', 'endpoint must be an http or https URL'],
    ['s3://bucket/100%zz', '"/100%zz" is not percent-encoded'],
    ['s3://bucket?path_style=yes', 'path_style must be true or false'],
  ])('%s is refused with the reason', async (url, reason) => {
    await expect(openStorage(url)).rejects.toThrow('STORAGE_URL');
    await expect(openStorage(url)).rejects.toThrow(reason);
  });
});

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
