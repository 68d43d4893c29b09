/** Storage in a folder: `<root>/ab/cd/<sha256>`, written below `<root>/incoming` and then renamed. */
import { hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import { absent, createOnce, StorageFolder } from './file-folder.ts';
import { receive } from './receive.ts';
import {
  BlobDamagedError,
  BlobMissingError,
  BlobTooLargeError,
  clipRange,
  type Storage,
  StorageUnavailableError,
  type StoredBlob,
} from './storage.ts';
import { verifyWhole } from './verify-whole.ts';

const ownerName = 'installation';
const usualPieceBytes = 64 * 1024;
const abandonedAfterMs = 24 * 3_600_000;

export interface FileStorage extends Storage {
  /**
   * Removes temporary files of interrupted writes that are older than `before`, and returns their number. `list` removes those older than
   * a day.
   */
  removeAbandoned(before: Date): Promise<number>;
}

/**
 * Storage in the folder `root` (an absolute path; created at first use, readable only by this user). Disk errors and a missing
 * folder throw StorageUnavailableError; work continues when the folder is back. With `mustExist` the folder is never created.
 */
export function createFileStorage({
  root,
  mustExist = false,
}: {
  root: string;
  mustExist?: boolean;
}): FileStorage {
  if (!isAbsolute(root)) throw new TypeError(`The storage folder must be an absolute path, not "${root}".`);
  const folder = new StorageFolder(root, mustExist);
  return {
    ...writing(folder),
    ...reading(folder),
    ...owning(folder),
    list: (options) => listBlobs(folder, options),
    check: () => checkFolder(folder),
    removeAbandoned: (before) => folder.removeAbandoned(before),
  };
}

function writing(folder: StorageFolder): Pick<Storage, 'putStream' | 'putBytes' | 'remove'> {
  async function putStream(
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number },
  ): Promise<StoredBlob> {
    await folder.require();
    const { path, handle } = await folder.guarded(() => folder.openIncoming());
    try {
      // Only file operations are guarded: errors of the source pass unchanged.
      const blob = await receive(source, maxBytes, (chunk) => folder.guarded(() => handle.appendFile(chunk)));
      await folder.guarded(() => handle.sync());
      await folder.guarded(() => handle.close());
      await folder.guarded(() => folder.place(path, blob.sha256));
      return blob;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  return {
    putStream,
    putBytes: (bytes) => putStream(once(bytes), { maxBytes: Number.POSITIVE_INFINITY }),
    remove: async (sha256) => {
      try {
        await folder.unlessMissing(sha256, () => unlink(folder.pathOf(sha256)));
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
      }
    },
  };
}

function reading(folder: StorageFolder): Pick<Storage, 'getBytes' | 'openRange' | 'stat'> {
  return {
    getBytes: (sha256, { maxBytes } = {}) =>
      folder.unlessMissing(sha256, async () => {
        const handle = await open(folder.pathOf(sha256), 'r');
        try {
          const { size } = await handle.stat();
          if (maxBytes !== undefined && size > maxBytes) throw new BlobTooLargeError(maxBytes);
          const bytes = await readWhole(handle, size);
          if (hash('sha256', bytes) !== sha256) throw new BlobDamagedError(sha256);
          return bytes;
        } finally {
          await handle.close();
        }
      }),

    openRange: (sha256, range, { pieceBytes } = {}) =>
      folder.unlessMissing(sha256, async () => {
        const handle = await open(folder.pathOf(sha256), 'r');
        try {
          const { size } = await handle.stat();
          const part = clipRange(range, size);
          const stream: Readable = handle.createReadStream({
            ...(part ?? { start: 0 }),
            autoClose: true,
            highWaterMark: pieceBytes ?? usualPieceBytes,
          });
          if (range) return { stream, sizeBytes: size };
          const errors = {
            mismatch: () => new BlobDamagedError(sha256),
            convert: (error: unknown) => folder.unavailable(error),
          };
          return { stream: verifyWhole(stream, sha256, errors), sizeBytes: size };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),

    stat: async (sha256) => {
      try {
        return await folder.unlessMissing(sha256, async () => {
          const { size, mtime } = await stat(folder.pathOf(sha256));
          return { sizeBytes: size, modifiedAt: mtime };
        });
      } catch (error) {
        if (error instanceof BlobMissingError) return null;
        throw error;
      }
    },
  };
}

/** The bytes of a file of this size; fewer if it is shorter. */
async function readWhole(handle: FileHandle, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  for (let at = 0; at < sizeBytes; ) {
    const { bytesRead } = await handle.read(bytes, at, sizeBytes - at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/** The id of the installation that owns the storage, in a file of its own. */
function owning(folder: StorageFolder): Pick<Storage, 'readOwner' | 'writeOwner'> {
  return {
    readOwner: async () => {
      await folder.require();
      const path = join(folder.root, ownerName);
      const text = await folder.guarded(() => readFile(path, 'utf8').catch(absent));
      return text?.trim() || null;
    },

    writeOwner: async (installation, { replace }) => {
      await folder.require();
      await folder.guarded(async () => {
        if (!replace) return createOnce(join(folder.root, ownerName), `${installation}\n`);
        const { path, handle } = await folder.openIncoming(`owner-${randomUUID()}`);
        try {
          await handle.appendFile(`${installation}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await folder.placeInRoot(path, ownerName);
      });
    },
  };
}

async function* listBlobs(
  folder: StorageFolder,
  { prefix }: { prefix?: string } = {},
): AsyncGenerator<{ sha256: string; modifiedAt: Date }> {
  await folder.removeAbandoned(new Date(Date.now() - abandonedAfterMs));
  for await (const outer of folder.entriesOf(folder.root, /^[0-9a-f]{2}$/)) {
    if (prefix !== undefined && basename(outer) !== prefix) continue;
    for await (const inner of folder.entriesOf(outer, /^[0-9a-f]{2}$/)) {
      for await (const path of folder.entriesOf(inner, /^[0-9a-f]{64}$/)) {
        const found = await folder.guarded(() => stat(path).catch(absent));
        if (found) yield { sha256: path.slice(-64), modifiedAt: found.mtime };
      }
    }
  }
  await folder.require();
}

/** Writes, reads and deletes a small file. */
async function checkFolder(folder: StorageFolder): Promise<void> {
  await folder.require();
  await folder.guarded(async () => {
    const { path, handle } = await folder.openIncoming(`probe-${randomUUID()}`);
    try {
      await handle.appendFile(path);
      await handle.sync();
      if ((await readFile(path, 'utf8')) !== path) {
        throw new StorageUnavailableError(
          `The storage folder ${folder.root} returned other bytes than were written.`,
        );
      }
    } finally {
      await handle.close();
      await unlink(path).catch(() => undefined);
    }
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
