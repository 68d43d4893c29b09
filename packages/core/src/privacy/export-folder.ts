/** The folder of an export: every file with its SHA-256 in SHA256SUMS, the manifest last. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const unfinished = '.unfinished';
const sums = 'SHA256SUMS';
const manifest = 'manifest.json';
const notes = '.notes';
/** It contains personal data, so only the operator can read it. */
const folderMode = 0o700;
const fileMode = 0o600;

const flushBytes = 65_536;

/** A file that is hashed while it is written. */
class HashedFile {
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #pending: Uint8Array[] = [];
  // Equal mutant "0 → 1": it is flushed a byte earlier.
  #pendingBytes = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Resolves when more can be written. Throws the errors of the disk. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes >= flushBytes) await this.#flush();
  }

  /** Ends the file and returns its SHA-256 in hex. */
  async close(): Promise<string> {
    try {
      await this.#flush();
    } finally {
      await this.#handle.close();
    }
    return this.#hash.digest('hex');
  }

  /** Closes the file without finishing it. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const chunks = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    // Equal mutant "chunks.length > 0 → true": it would append nothing.
    if (chunks.length > 0) await this.#handle.appendFile(Buffer.concat(chunks));
  }
}

export interface Lines {
  /** Adds one line of JSON. Resolves when the next one can be added. */
  add(value: unknown): Promise<void>;
  /** Ends the file and returns the number of its lines. */
  close(): Promise<number>;
}

/** The folder of one export, opened by openExportFolder and complete once `finish` has written the manifest. */
export class ExportFolder {
  readonly #root: string;
  readonly #sums: HashedFile;
  readonly #open = new Set<HashedFile>();
  /** The folder created last. Files of one document are written one after the other. */
  #lastFolder = '';
  #files = 0;
  #bytes = 0;

  constructor(root: string, sumsFile: FileHandle) {
    this.#root = root;
    this.#sums = this.#track(sumsFile);
  }

  /** Writes one value as a file of JSON. */
  async json(path: string, value: unknown): Promise<void> {
    await this.#whole(path, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)]);
  }

  /** Writes values as a JSON array with one value in memory at a time. Returns their number. */
  async jsonArray(path: string, values: AsyncIterable<unknown>): Promise<number> {
    let count = 0;
    async function* parts() {
      for await (const value of values) {
        yield Buffer.from(`${count === 0 ? '[' : ','}\n${indented(value)}`);
        count += 1;
      }
      yield Buffer.from(count === 0 ? '[]\n' : '\n]\n');
    }
    await this.#whole(path, parts());
    return count;
  }

  /** Writes bytes as a file. */
  async bytes(path: string, bytes: Uint8Array): Promise<void> {
    await this.#whole(path, [bytes]);
  }

  /** Copies a stream to a file, in bounded memory. */
  async copy(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#whole(path, source);
  }

  /** Starts a file of JSON lines. */
  async lines(path: string): Promise<Lines> {
    const file = await this.#create(path);
    let count = 0;
    return {
      add: async (value) => {
        count += 1;
        await this.#write(file, Buffer.from(`${JSON.stringify(value)}\n`));
      },
      close: async () => {
        await this.#close(path, file);
        return count;
      },
    };
  }

  /** Stores notes for later, in a file that is not part of the export. readNotes reads them. */
  async openNotes(): Promise<{ add(note: unknown): Promise<void>; close(): Promise<void> }> {
    const file = this.#track(await open(join(this.#root, notes), 'w', fileMode));
    return {
      add: (note) => file.write(Buffer.from(`${JSON.stringify(note)}\n`)),
      close: async () => void (await this.#end(file)),
    };
  }

  /** The notes in order, with one line in memory at a time. */
  async *readNotes(): AsyncGenerator<unknown> {
    const handle = await open(join(this.#root, notes));
    try {
      for await (const line of handle.readLines()) yield JSON.parse(line);
    } finally {
      await handle.close();
    }
  }

  /** Writes the manifest, after everything else. An export without one is incomplete. */
  async finish(facts: Record<string, unknown>): Promise<void> {
    const sums_sha256 = await this.#end(this.#sums);
    const all = { ...facts, files: this.#files, bytes: this.#bytes, sums_sha256 };
    await rm(join(this.#root, notes), { force: true });
    await writeFile(join(this.#root, manifest), `${JSON.stringify(all, null, 2)}\n`, { mode: fileMode });
    await rm(join(this.#root, unfinished));
  }

  /** Closes open files after a failure. The folder stays incomplete. */
  async abandon(): Promise<void> {
    for (const file of this.#open) await file.abandon();
    this.#open.clear();
  }

  async #create(path: string): Promise<HashedFile> {
    const whole = join(this.#root, path);
    const folder = dirname(whole);
    if (folder !== this.#lastFolder) await mkdir(folder, { recursive: true, mode: folderMode });
    this.#lastFolder = folder;
    return this.#track(await open(whole, 'w', fileMode));
  }

  #track(handle: FileHandle): HashedFile {
    const file = new HashedFile(handle);
    this.#open.add(file);
    return file;
  }

  async #end(file: HashedFile): Promise<string> {
    const digest = await file.close();
    this.#open.delete(file);
    return digest;
  }

  async #whole(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
    const file = await this.#create(path);
    const bytesBefore = this.#bytes;
    try {
      for await (const chunk of chunks) await this.#write(file, chunk);
    } catch (error) {
      this.#bytes = bytesBefore;
      this.#open.delete(file);
      await file.abandon();
      await rm(join(this.#root, path), { force: true });
      throw error;
    }
    return this.#close(path, file);
  }

  async #write(file: HashedFile, chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length;
    await file.write(chunk);
  }

  async #close(path: string, file: HashedFile): Promise<string> {
    const digest = await this.#end(file);
    this.#files += 1;
    await this.#sums.write(Buffer.from(`${digest}  ${path}\n`));
    return digest;
  }
}

/** A value of an array that is written line by line. */
const indented = (value: unknown) => `  ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`;

/**
 * Opens a folder that is new or empty, or contains an incomplete export, which is removed first. Throws for any other folder,
 * so that nothing else is overwritten.
 */
export async function openExportFolder(root: string, name: string): Promise<ExportFolder> {
  await mkdir(root, { recursive: true, mode: folderMode });
  const found = await readdir(root);
  if (found.length > 0) {
    const mark = await readFile(join(root, unfinished), 'utf8').catch(() => null);
    if (mark !== name)
      throw new Error(
        `${root} is not empty and not an unfinished export of this workspace. Use a new folder.`,
      );
    // The marker is removed last, so that an interrupted removal is recognized again.
    for (const entry of found) if (entry !== unfinished) await rm(join(root, entry), { recursive: true });
  }
  await writeFile(join(root, unfinished), name, { mode: fileMode });
  return new ExportFolder(root, await open(join(root, sums), 'w', fileMode));
}
