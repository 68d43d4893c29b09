/**
 * The folder of a storage and how files get into it safely. A marker file distinguishes a new, empty folder from a volume that is
 * not mounted: once a process has seen the marker, a missing marker means that the volume is unavailable, and nothing is written.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { types } from 'node:util';
import { BlobMissingError, isBlobName, StorageUnavailableError } from './storage.ts';

const markerName = '.countersign-storage';
const markerText = 'Countersign keeps the documents here, each file named by the SHA-256 of its bytes.\n';
const incomingName = 'incoming';
/** A new file system has a folder lost+found. */
const foreignName = /^(?!lost\+found$)/;
const isWindows = process.platform === 'win32';

/** `root` is created at first use, unless it must exist. */
export class StorageFolder {
  readonly root: string;
  readonly #incoming: string;
  /** Whether this process has seen the marker. */
  #wasSeen: boolean;
  /** Folders (`ab` and `ab/cd`) whose directory entries are known to be durable; at most 65,792. */
  readonly #durable = new Set<string>();

  constructor(root: string, mustExist: boolean) {
    this.root = root;
    this.#incoming = join(root, incomingName);
    this.#wasSeen = mustExist;
  }

  /** Creates the folder if this process has never seen it. Throws StorageUnavailableError if it was seen and is missing now. */
  async require(): Promise<void> {
    const marker = join(this.root, markerName);
    if (this.#wasSeen) {
      await access(marker, constants.F_OK).catch((error: unknown) => {
        throw new StorageUnavailableError(`The storage folder ${this.root} is not available.`, error);
      });
      return;
    }
    await this.guarded(async () => {
      await mkdir(this.root, { recursive: true, mode: 0o700 });
      if (await this.#isNew(marker)) await createOnce(marker, markerText);
      await makeFolder(this.#incoming);
      await syncFolder(this.root);
    });
    this.#wasSeen = true;
  }

  /**
   * Whether the folder would become a storage at its first use: it is missing or empty, and can be written. Changes nothing.
   * Throws StorageUnavailableError if it can neither be used nor become a storage.
   */
  async isNew(): Promise<boolean> {
    return this.guarded(async () => {
      const marker = join(this.root, markerName);
      if (await access(marker).then(() => true, absent)) return false;
      if (!(await this.#isNew(marker))) return false;
      for (let at = this.root; ; at = dirname(at)) {
        const found = await access(at, constants.W_OK | constants.X_OK).then(() => true, absent);
        if (found || at === dirname(at)) return true;
      }
    });
  }

  /** Whether the folder is empty. Throws if it has files and no marker, as it then belongs to something else. */
  async #isNew(marker: string): Promise<boolean> {
    for await (const path of this.entriesOf(this.root, foreignName)) {
      // Another process can have marked the folder in the meantime.
      if (await access(marker).then(() => true, absent)) return false;
      throw new StorageUnavailableError(
        `The storage folder ${this.root} is not new, as it contains ${basename(path)}, and it is not a storage of Countersign. Use an empty folder.`,
      );
    }
    return true;
  }

  /** Runs file operations. Errors of the file system become StorageUnavailableError; other errors pass unchanged. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** The error as callers see it. */
  unavailable(error: unknown): Error {
    if (!isSystemError(error)) return error as Error;
    return new StorageUnavailableError(
      `The storage folder ${this.root} cannot be used: ${error.message}`,
      error,
    );
  }

  /** Like `guarded`, and throws BlobMissingError if the file is missing while the folder exists. */
  async unlessMissing<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    return this.guarded(async () => {
      try {
        return await work();
      } catch (error) {
        if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
        await this.require();
        throw new BlobMissingError(sha256);
      }
    });
  }

  pathOf(sha256: string): string {
    if (!isBlobName(sha256)) throw new BlobMissingError(sha256);
    return join(this.root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  /** Creates a temporary file that is later renamed or unlinked. */
  async openIncoming(name: string = randomUUID()): Promise<{ path: string; handle: FileHandle }> {
    const path = join(this.#incoming, name);
    try {
      return { path, handle: await open(path, 'wx', 0o600) };
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      await this.require();
      await makeFolder(this.#incoming);
      return { path, handle: await open(path, 'wx', 0o600) };
    }
  }

  /** Gives a complete, durable temporary file the name of its blob. The name is durable on return, too. */
  async place(temporary: string, sha256: string): Promise<void> {
    await this.require();
    try {
      await this.#placeIn(temporary, sha256);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      // A folder was removed that existed before.
      this.#durable.clear();
      await this.require();
      await this.#placeIn(temporary, sha256);
    }
  }

  async #placeIn(temporary: string, sha256: string): Promise<void> {
    const outer = sha256.slice(0, 2);
    const inner = join(outer, sha256.slice(2, 4));
    const fresh = [outer, inner].filter((folder) => !this.#durable.has(folder));
    for (const folder of fresh) await makeFolder(join(this.root, folder));
    await replace(temporary, this.pathOf(sha256));
    await syncFolder(join(this.root, inner));
    // Also if another process has just created the folders: it may not have synced them yet.
    for (const folder of fresh.toReversed()) {
      await syncFolder(dirname(join(this.root, folder)));
      this.#durable.add(folder);
    }
  }

  /** Renames a temporary file to a name in the root, durably. */
  async placeInRoot(temporary: string, name: string): Promise<void> {
    await rename(temporary, join(this.root, name));
    await syncFolder(this.root);
  }

  /** Removes temporary files of interrupted writes that are older than `before`. Returns their number. */
  async removeAbandoned(before: Date): Promise<number> {
    await this.require();
    let removed = 0;
    for await (const path of this.entriesOf(this.#incoming, /./)) {
      const found = await this.guarded(() => stat(path).catch(absent));
      if (!found || found.mtime >= before) continue;
      await this.guarded(() => unlink(path).catch(absent));
      removed += 1;
    }
    return removed;
  }

  /** Paths of the entries of a folder whose names match, streamed. A missing folder is empty. */
  async *entriesOf(folder: string, pattern: RegExp): AsyncGenerator<string> {
    const entries = await this.guarded(() => opendir(folder).catch(absent));
    if (!entries) return;
    try {
      for (;;) {
        const entry = await this.guarded(() => entries.read());
        if (!entry) return;
        if (pattern.test(entry.name)) yield join(folder, entry.name);
      }
    } finally {
      await entries.close().catch(() => undefined);
    }
  }
}

/** Creates a durable file; keeps an existing one. Leaves no file if it cannot be written, for example because the disk is full. */
export async function createOnce(path: string, text: string): Promise<void> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.appendFile(text);
      await handle.sync();
    } catch (error) {
      await unlink(path).catch(absent);
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
  await syncFolder(dirname(path));
}

/** For `.catch`: null if a file or folder is missing. Other errors are thrown. */
export function absent(error: unknown): null {
  if (isSystemError(error) && error.code === 'ENOENT') return null;
  throw error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && 'syscall' in error && 'code' in error;
}

/** Creates one folder but not its parents, so that nothing is created where a volume is not mounted. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
}

/** Makes the entries of a folder durable. Windows has no such call and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (isWindows) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Renames over an existing file with the same content. Windows refuses that while the file is being read; then the existing file
 * is kept and its time updated.
 */
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
