/**
 * Storage in a folder: `<root>/ab/cd/<sha256>`, written under `<root>/incoming` and renamed into place.
 * A marker file tells an empty new folder from a volume that is not mounted: once a process has seen the marker, its absence
 * means "away", and nothing is written where the volume should be.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import { types } from 'node:util';
import { proveWhole } from './prove.ts';
import { receive } from './receive.ts';
import {
  BlobDamagedError,
  BlobMissingError,
  BlobTooLargeError,
  clipRange,
  isBlobName,
  type Storage,
  StorageUnavailableError,
  type StoredBlob,
} from './storage.ts';

const markerName = '.countersign-storage';
const markerText = 'Countersign keeps the documents here, each file named by the SHA-256 of its bytes.\n';
const incomingName = 'incoming';
const ownerName = 'installation';
const abandonedAfterMs = 24 * 3_600_000;
const isWindows = process.platform === 'win32';

export interface FileStorage extends Storage {
  /** Removes what interrupted puts left behind before that time and says how many. `list` does so for those of a day ago. */
  removeAbandoned(before: Date): Promise<number>;
}

/**
 * Storage in the folder `root` (absolute; made at first use, readable by this user only). A failing disk and a missing folder
 * are StorageUnavailableError, and work goes on by itself when the folder is back. With `mustExist` it is never made.
 */
export function createFileStorage({
  root,
  mustExist = false,
}: {
  root: string;
  mustExist?: boolean;
}): FileStorage {
  if (!isAbsolute(root)) throw new TypeError(`The storage folder must be an absolute path, not "${root}".`);
  const marker = join(root, markerName);
  const incoming = join(root, incomingName);
  let wasSeen = mustExist;
  /** Folders, `ab` and `ab/cd`, whose own names are known to be durable; at most 65,792. */
  const durable = new Set<string>();

  /** Makes the folder when it was never seen, and throws when it was seen and is away now. */
  async function requireRoot(): Promise<void> {
    if (wasSeen) {
      await access(marker, constants.F_OK).catch((error: unknown) => {
        throw new StorageUnavailableError(`The storage folder ${root} is away.`, error);
      });
      return;
    }
    await guarded(async () => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const handle = await open(marker, 'a', 0o600);
      try {
        if ((await handle.stat()).size === 0) await handle.appendFile(markerText);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await makeFolder(incoming);
      await syncFolder(root);
    });
    wasSeen = true;
  }

  /** Any refusal of the file system is "unavailable"; our own errors pass. */
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unavailable(error);
    }
  }

  function unavailable(error: unknown): Error {
    if (!isSystemError(error)) return error as Error;
    return new StorageUnavailableError(`The storage folder ${root} cannot be used: ${error.message}`, error);
  }

  /** A missing file is a missing blob only while the folder itself is there. */
  async function unlessMissing<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    await requireRoot();
    return guarded(async () => {
      try {
        return await work();
      } catch (error) {
        if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
        await requireRoot();
        throw new BlobMissingError(sha256);
      }
    });
  }

  function pathOf(sha256: string): string {
    if (!isBlobName(sha256)) throw new BlobMissingError(sha256);
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async function putStream(
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number },
  ): Promise<StoredBlob> {
    await requireRoot();
    const temporary = join(incoming, randomUUID());
    const handle = await guarded(() => openIncoming(temporary));
    try {
      // Only what we do to the file is guarded: an error of the source passes as it is.
      const blob = await receive(source, maxBytes, (chunk) => guarded(() => handle.appendFile(chunk)));
      await guarded(() => handle.sync());
      await guarded(() => handle.close());
      await guarded(() => place(temporary, blob.sha256));
      return blob;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  async function openIncoming(temporary: string): Promise<FileHandle> {
    try {
      return await open(temporary, 'wx', 0o600);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      await requireRoot();
      await makeFolder(incoming);
      return open(temporary, 'wx', 0o600);
    }
  }

  /** Renames the whole, durable file to its name; the name too is durable on return. */
  async function place(temporary: string, sha256: string): Promise<void> {
    await requireRoot();
    const outer = sha256.slice(0, 2);
    const inner = join(outer, sha256.slice(2, 4));
    try {
      await placeIn(temporary, sha256, outer, inner);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      // Somebody removed a folder that was there.
      durable.clear();
      await requireRoot();
      await placeIn(temporary, sha256, outer, inner);
    }
  }

  async function placeIn(temporary: string, sha256: string, outer: string, inner: string): Promise<void> {
    const fresh = [outer, inner].filter((folder) => !durable.has(folder));
    for (const folder of fresh) await makeFolder(join(root, folder));
    await replace(temporary, pathOf(sha256));
    await syncFolder(join(root, inner));
    // Also when somebody else made the folders a moment ago, who may not have come so far.
    for (const folder of fresh.toReversed()) {
      await syncFolder(dirname(join(root, folder)));
      durable.add(folder);
    }
  }

  async function removeAbandoned(before: Date): Promise<number> {
    await requireRoot();
    let removed = 0;
    for await (const path of entriesOf(incoming, /./)) {
      const found = await guarded(() => stat(path).catch(absent));
      if (!found || found.mtime >= before) continue;
      await guarded(() => unlink(path).catch(absent));
      removed += 1;
    }
    return removed;
  }

  return {
    putStream,

    putBytes: (bytes) => putStream(once(bytes), { maxBytes: Number.POSITIVE_INFINITY }),

    getBytes: (sha256, options = {}) =>
      unlessMissing(sha256, async () => {
        const handle = await open(pathOf(sha256), 'r');
        try {
          const { maxBytes } = options;
          if (maxBytes !== undefined && (await handle.stat()).size > maxBytes)
            throw new BlobTooLargeError(maxBytes);
          const bytes = await readFile(handle);
          if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new BlobDamagedError(sha256);
          return bytes;
        } finally {
          await handle.close();
        }
      }),

    openRange: (sha256, range) =>
      unlessMissing(sha256, async () => {
        const handle = await open(pathOf(sha256), 'r');
        try {
          const { size } = await handle.stat();
          const part = clipRange(range, size);
          const stream: Readable = handle.createReadStream({ ...(part ?? { start: 0 }), autoClose: true });
          if (range) return { stream, sizeBytes: size };
          const faults = { mismatch: () => new BlobDamagedError(sha256), asOurs: unavailable };
          return { stream: proveWhole(stream, sha256, faults), sizeBytes: size };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),

    stat: async (sha256) => {
      try {
        return await unlessMissing(sha256, async () => {
          const { size, mtime } = await stat(pathOf(sha256));
          return { sizeBytes: size, modifiedAt: mtime };
        });
      } catch (error) {
        if (error instanceof BlobMissingError) return null;
        throw error;
      }
    },

    remove: async (sha256) => {
      try {
        await unlessMissing(sha256, () => unlink(pathOf(sha256)));
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
      }
    },

    async *list({ prefix } = {}) {
      await removeAbandoned(new Date(Date.now() - abandonedAfterMs));
      for await (const outer of entriesOf(root, /^[0-9a-f]{2}$/)) {
        if (prefix !== undefined && basename(outer) !== prefix) continue;
        for await (const inner of entriesOf(outer, /^[0-9a-f]{2}$/)) {
          for await (const path of entriesOf(inner, /^[0-9a-f]{64}$/)) {
            const found = await guarded(() => stat(path).catch(absent));
            if (found) yield { sha256: path.slice(-64), modifiedAt: found.mtime };
          }
        }
      }
      await requireRoot();
    },

    readOwner: async () => {
      await requireRoot();
      const text = await guarded(() => readFile(join(root, ownerName), 'utf8').catch(absent));
      return text?.trim() || null;
    },

    writeOwner: async (installation) => {
      await requireRoot();
      const path = join(incoming, `owner-${randomUUID()}`);
      await guarded(async () => {
        const handle = await openIncoming(path);
        try {
          await handle.appendFile(`${installation}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(path, join(root, ownerName));
        await syncFolder(root);
      });
    },

    check: async () => {
      await requireRoot();
      const path = join(incoming, `probe-${randomUUID()}`);
      await guarded(async () => {
        const handle = await openIncoming(path);
        try {
          await handle.appendFile(path);
          await handle.sync();
          if ((await readFile(path, 'utf8')) !== path) {
            throw new StorageUnavailableError(
              `The storage folder ${root} returned other bytes than were written.`,
            );
          }
        } finally {
          await handle.close();
          await unlink(path).catch(() => undefined);
        }
      });
    },

    removeAbandoned,
  };

  /** Paths of a folder's entries with such names, streamed; a folder that vanished is empty. */
  async function* entriesOf(folder: string, pattern: RegExp): AsyncGenerator<string> {
    const entries = await guarded(() => opendir(folder).catch(absent));
    if (!entries) return;
    try {
      for (;;) {
        const entry = await guarded(() => entries.read());
        if (!entry) return;
        if (pattern.test(entry.name)) yield join(folder, entry.name);
      }
    } finally {
      await entries.close().catch(() => undefined);
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && 'syscall' in error && 'code' in error;
}

/** For `.catch`: a file or folder that is not there is null; anything else is thrown. */
function absent(error: unknown): null {
  if (isSystemError(error) && error.code === 'ENOENT') return null;
  throw error;
}

/** Makes one folder, never its parents: those of a volume that went away must not come into being. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
}

/** Makes the names in a folder durable. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (isWindows) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames over what is there: the same bytes. Windows refuses while somebody reads those; then they are kept and renewed. */
async function replace(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    const isHeldOpen =
      isWindows && isSystemError(error) && (error.code === 'EPERM' || error.code === 'EACCES');
    if (!isHeldOpen) throw error;
    const now = new Date();
    await utimes(path, now, now);
    await unlink(temporary);
  }
}
