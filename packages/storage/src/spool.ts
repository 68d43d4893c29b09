/** Content that waits for its digest before it is stored. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Opens a part of the content; both ends inclusive. */
export type OpenPart = (part: { start: number; end: number }) => Readable;

/** Smaller content is kept in memory, larger content in a temporary file. */
const memoryBytes = 1024 * 1024;

/**
 * Holds content until its digest is known: in memory, or above `memoryBytes` in a temporary file. The file is unlinked while it is
 * open, so a killed process leaves nothing behind.
 */
export class Spool {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: FileHandle | null = null;
  #path: string | null = null;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength;
    if (!this.#file && this.#size <= memoryBytes) {
      this.#chunks.push(Buffer.from(chunk));
      return;
    }
    if (!this.#file) {
      this.#path = join(this.#folder, `countersign-${randomUUID()}`);
      this.#file = await open(this.#path, 'wx+', 0o600);
      if (process.platform !== 'win32') await this.#unlink();
      for (const held of this.#chunks) await this.#file.appendFile(held);
      this.#chunks = [];
    }
    await this.#file.appendFile(chunk);
  }

  content(): Uint8Array | OpenPart {
    const file = this.#file;
    if (!file) return Buffer.concat(this.#chunks);
    return (part) => file.createReadStream({ ...part, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    await this.#unlink();
  }

  async #unlink(): Promise<void> {
    if (this.#path) await unlink(this.#path).catch(() => undefined);
    this.#path = null;
  }
}
