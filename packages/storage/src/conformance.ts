/** The suite that every storage adapter passes. Call it inside a test file; see storage.ts for what the port promises. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BlobMissingError, BlobRangeError, BlobTooLargeError, type Storage } from './storage.ts';

export interface StorageUnderTest {
  storage: Storage;
  close(): Promise<void>;
}

/** Declares the tests for one adapter; `make` returns a new, empty storage. */
export function storageConformance(adapter: string, make: () => Promise<StorageUnderTest>): void {
  describe(`${adapter} keeps the promises of the storage port`, () => {
    let under: StorageUnderTest;
    let storage: Storage;
    beforeAll(async () => {
      under = await make();
      storage = under.storage;
    });
    afterAll(() => under.close());

    test('a blob is named by the SHA-256 of its bytes and read back equal', async () => {
      const bytes = randomBytes(300_000);
      const blob = await storage.putBytes(bytes);
      expect(blob).toEqual({ sha256: digestOf(bytes), sizeBytes: bytes.length });
      expect(digestOf(await storage.getBytes(blob.sha256))).toBe(blob.sha256);
      const found = await storage.stat(blob.sha256);
      expect(found?.sizeBytes).toBe(bytes.length);
      expect(Math.abs(found!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    test('a stream is stored piece by piece, whatever the size of its pieces', async () => {
      const pieces = [0, 1, 65_536, 17, 1_000_000, 0].map((size) => randomBytes(size));
      const whole = Buffer.concat(pieces);
      const blob = await storage.putStream(from(pieces), { maxBytes: whole.length });
      expect(blob).toEqual({ sha256: digestOf(whole), sizeBytes: whole.length });
      expect(digestOf(await storage.getBytes(blob.sha256))).toBe(blob.sha256);
    });

    test('an empty blob is a blob', async () => {
      const blob = await storage.putBytes(new Uint8Array());
      expect(blob.sizeBytes).toBe(0);
      expect((await storage.getBytes(blob.sha256)).length).toBe(0);
      expect(await readWhole(storage, blob.sha256)).toEqual(Buffer.alloc(0));
      await expect(storage.openRange(blob.sha256, { start: 0 })).rejects.toThrow(BlobRangeError);
    });

    test('the same bytes put twice and many times at once are one blob', async () => {
      const bytes = randomBytes(200_000);
      await storage.putBytes(bytes);
      const blobs = await Promise.all(
        Array.from({ length: 20 }, () => storage.putStream(from([bytes]), { maxBytes: 200_000 })),
      );
      expect(new Set(blobs.map((blob) => blob.sha256))).toEqual(new Set([digestOf(bytes)]));
      expect((await names(storage)).filter((name) => name === digestOf(bytes))).toHaveLength(1);
      expect(await readWhole(storage, digestOf(bytes))).toEqual(bytes);
    });

    test('has no owner at first, keeps the first one until it is replaced, and does not list it as a blob', async () => {
      expect(await storage.readOwner()).toBeNull();
      const before = await names(storage);
      const [first, second] = [randomUUID(), randomUUID()];
      await storage.writeOwner(first, { replace: false });
      await storage.writeOwner(second, { replace: false });
      expect(await storage.readOwner()).toBe(first);
      await storage.writeOwner(second, { replace: true });
      expect(await storage.readOwner()).toBe(second);
      expect(await names(storage)).toEqual(before);
    });

    test('lists only the blobs whose name begins with a prefix', async () => {
      const put: string[] = [];
      for (let at = 0; at < 5; at += 1) put.push((await storage.putBytes(randomBytes(50))).sha256);
      for (const prefix of put.map((name) => name.slice(0, 2))) {
        const listed: string[] = [];
        for await (const { sha256 } of storage.list({ prefix })) listed.push(sha256);
        expect(listed.toSorted()).toEqual((await names(storage)).filter((name) => name.startsWith(prefix)));
      }
    });

    test('a blob that is being read stays readable while it is put again', async () => {
      const bytes = randomBytes(3_000_000);
      const { sha256 } = await storage.putBytes(bytes);
      const { stream } = await storage.openRange(sha256);
      const hash = createHash('sha256');
      for await (const chunk of stream) {
        hash.update(chunk as Uint8Array);
        await storage.putBytes(bytes);
      }
      expect(hash.digest('hex')).toBe(sha256);
    });

    test('one byte too many is refused and leaves nothing, with the source closed', async () => {
      const pieces = [randomBytes(1000), randomBytes(1)];
      const before = await names(storage);
      let closed = false;
      async function* source() {
        try {
          yield* pieces;
        } finally {
          closed = true;
        }
      }
      await expect(storage.putStream(source(), { maxBytes: 1000 })).rejects.toThrow(BlobTooLargeError);
      expect(closed).toBe(true);
      expect(await names(storage)).toEqual(before);
      expect(await storage.stat(digestOf(Buffer.concat(pieces)))).toBeNull();
    });

    test('a source that fails half-way leaves nothing and its own error is thrown', async () => {
      const before = await names(storage);
      async function* source() {
        yield randomBytes(100_000);
        throw new Error('the client went away');
      }
      await expect(storage.putStream(source(), { maxBytes: 1_000_000 })).rejects.toThrow(
        'the client went away',
      );
      expect(await names(storage)).toEqual(before);
    });

    test('a range has both ends inclusive, is clipped at the end, and states the size of the whole blob', async () => {
      const bytes = randomBytes(100_000);
      const { sha256 } = await storage.putBytes(bytes);
      const cases: [{ start: number; end?: number }, Buffer][] = [
        [{ start: 0, end: 0 }, bytes.subarray(0, 1)],
        [{ start: 99_999 }, bytes.subarray(99_999)],
        [{ start: 10, end: 70_000 }, bytes.subarray(10, 70_001)],
        [{ start: 5, end: 5_000_000 }, bytes.subarray(5)],
      ];
      for (const [range, expected] of cases) {
        const { stream, sizeBytes } = await storage.openRange(sha256, range);
        expect(sizeBytes).toBe(100_000);
        expect(Buffer.concat(await stream.toArray()).equals(expected)).toBe(true);
      }
      for (const range of [{ start: 100_000 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }]) {
        await expect(storage.openRange(sha256, range)).rejects.toThrow(BlobRangeError);
      }
    });

    test('reading a blob above maxBytes is refused', async () => {
      const { sha256 } = await storage.putBytes(randomBytes(1001));
      await expect(storage.getBytes(sha256, { maxBytes: 1000 })).rejects.toThrow(BlobTooLargeError);
      expect((await storage.getBytes(sha256, { maxBytes: 1001 })).length).toBe(1001);
    });

    test('a removed blob is gone, and removing it again is fine', async () => {
      const { sha256 } = await storage.putBytes(randomBytes(10));
      await storage.remove(sha256);
      await storage.remove(sha256);
      expect(await storage.stat(sha256)).toBeNull();
      expect(await names(storage)).not.toContain(sha256);
      await expect(storage.getBytes(sha256)).rejects.toThrow(BlobMissingError);
      await expect(storage.openRange(sha256)).rejects.toThrow(BlobMissingError);
    });

    test('a name that is no SHA-256 names no blob', async () => {
      const { sha256 } = await storage.putBytes(randomBytes(10));
      for (const name of [
        '',
        '../secret',
        sha256.toUpperCase().replace(/\d/g, 'A'),
        `${sha256}/../${sha256}`,
        `${sha256}\n`,
      ]) {
        expect(await storage.stat(name)).toBeNull();
        await storage.remove(name);
        await expect(storage.getBytes(name)).rejects.toThrow(BlobMissingError);
        await expect(storage.openRange(name)).rejects.toThrow(BlobMissingError);
      }
      expect(await storage.stat(sha256)).not.toBeNull();
    });

    test('list names every blob once with its age, and putting one again renews it', async () => {
      const { sha256 } = await storage.putBytes(randomBytes(20));
      const others = await Promise.all(Array.from({ length: 50 }, () => storage.putBytes(randomBytes(20))));
      const listed = await names(storage);
      expect(listed).toEqual(expect.arrayContaining([sha256, ...others.map((blob) => blob.sha256)]));
      expect(new Set(listed).size).toBe(listed.length);
      const before = (await storage.stat(sha256))!.modifiedAt.getTime();
      let after = before;
      for (const deadline = Date.now() + 5000; after === before && Date.now() < deadline; ) {
        const bytes = await storage.getBytes(sha256);
        await storage.putBytes(bytes);
        after = (await storage.stat(sha256))!.modifiedAt.getTime();
      }
      expect(after).toBeGreaterThan(before);
    });

    test('the readiness probe leaves no trace', async () => {
      const before = await names(storage);
      await Promise.all([storage.check(), storage.check()]);
      expect(await names(storage)).toEqual(before);
    });
  });
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* from(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function names(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of storage.list()) found.push(sha256);
  return found.sort();
}

async function readWhole(storage: Storage, sha256: string): Promise<Buffer> {
  const { stream } = await storage.openRange(sha256);
  return Buffer.concat(await stream.toArray());
}
