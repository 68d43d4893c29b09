/**
 * Reads untrusted ZIP archives from storage, in bounded memory. yauzl reads the directory; the content of entries is
 * inflated here, so that its size is limited and its CRC-32 is checked.
 */
import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { storableText } from '@countersign/contract/storable-text';
import { BlobRangeError, type Storage } from '@countersign/storage/storage';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';

/** Longest message of a ZipFault. */
const maxFaultLength = 500;

/** The archive or one of its entries cannot be read. The message gives the reason for people. It is cut, and has no NUL. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
  constructor(message: string) {
    super(storableText(message, maxFaultLength));
  }
}

export interface ZipEntry {
  /** With `/` between folders. Never absolute and without `..`. */
  name: string;
  /** As the directory says; reading fails if the content is larger. */
  sizeBytes: number;
  isFolder: boolean;
  isEncrypted: boolean;
  /** For `read`. */
  place: EntryPlace;
}

/** Where an entry is in the archive. Plain data, so that it can be stored. */
export interface EntryPlace {
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: number;
  crc32: number;
}

const stored = 0;
const deflated = 8;
/** The directory is read in blocks of this size, because the storage may answer each read by a request. */
const blockBytes = 256 * 1024;
/** Higher compression ratios are refused after this many bytes. Deflate reaches 1032; real documents stay far below 200. */
const maxRatio = 200;
const ratioFreeBytes = 16 * 1024 * 1024;

/** An open archive. It holds no connection between calls, so it needs no closing. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #source: BlobReader;

  private constructor(zip: ZipFile, source: BlobReader) {
    this.#zip = zip;
    this.#source = source;
  }

  /** Opens the blob. Throws ZipFault, BlobMissingError and StorageUnavailableError. */
  static async open(storage: Storage, sha256: string): Promise<ZipArchive> {
    const { stream, sizeBytes } = await storage.openRange(sha256, { start: 0, end: 0 });
    stream.destroy();
    const source = new BlobReader(storage, sha256);
    const zip = await source.guard(
      () =>
        new Promise<ZipFile>((resolve, reject) =>
          fromRandomAccessReader(
            source,
            sizeBytes,
            { lazyEntries: true, autoClose: false },
            (error, opened) => (error ? reject(error) : resolve(opened)),
          ),
        ),
    );
    zip.on('error', () => undefined);
    return new ZipArchive(zip, source);
  }

  /**
   * The entries in the order of the directory. May be called once. Throws ZipFault for a damaged directory, for a name that is absolute
   * or leaves the archive, and for more than `maxEntries`.
   */
  async *entries(maxEntries: number): AsyncGenerator<ZipEntry> {
    if (this.#zip.entryCount > maxEntries)
      throw new ZipFault(`it has ${this.#zip.entryCount} entries, at most ${maxEntries} are read`);
    for (;;) {
      const entry = await this.#source.guard(() => nextEntry(this.#zip));
      if (entry === null) return;
      yield {
        name: entry.fileName,
        sizeBytes: entry.uncompressedSize,
        isFolder: entry.fileName.endsWith('/'),
        isEncrypted: entry.isEncrypted(),
        place: {
          offset: entry.relativeOffsetOfLocalHeader,
          compressedBytes: entry.compressedSize,
          sizeBytes: entry.uncompressedSize,
          method: entry.compressionMethod,
          crc32: entry.crc32,
        },
      };
    }
  }

  /**
   * The content of an entry that is not encrypted. Throws ZipFault if it is damaged, larger than `maxBytes` or than the directory says,
   * compressed by another method than deflate, or large and compressed by a factor of more than 200.
   */
  async *read(place: EntryPlace, maxBytes: number): AsyncGenerator<Buffer> {
    if (place.sizeBytes > maxBytes)
      throw new ZipFault(`it has ${place.sizeBytes} bytes, at most ${maxBytes} are read`);
    if (place.method !== stored && place.method !== deflated)
      throw new ZipFault(`it is compressed by method ${place.method}, only deflate is supported`);
    const start = await this.#source.guard(() => dataStart(this.#zip, place), { readsAhead: false });
    let size = 0;
    let crc = 0;
    try {
      const chunks = place.compressedBytes === 0 ? [] : await this.#open(place, start);
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > place.sizeBytes) throw new ZipFault('it is larger than the directory of the archive says');
        if (size > ratioFreeBytes && size > maxRatio * place.compressedBytes)
          throw new ZipFault(`it is compressed by a factor of more than ${maxRatio}`);
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code?.startsWith('Z_') ? new ZipFault('its compressed data are damaged') : error;
    }
    if (size !== place.sizeBytes || crc !== place.crc32)
      throw new ZipFault('it is damaged: size or checksum differ from the directory of the archive');
  }

  async #open(place: EntryPlace, start: number): Promise<AsyncIterable<Buffer>> {
    const end = start + place.compressedBytes - 1;
    const raw = await this.#source.range(start, end);
    if (place.method === stored) return raw;
    const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
    // Errors of both reach the reader through `inflate`, which `pipeline` destroys.
    pipeline(raw, inflate, () => undefined);
    return inflate;
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const done = () => {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
    };
    const onEntry = (entry: Entry) => {
      done();
      resolve(entry);
    };
    const onEnd = () => {
      done();
      resolve(null);
    };
    const onError = (error: Error) => {
      done();
      reject(error);
    };
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}

/** The position after the local header. Its extra fields can differ from those in the directory, so its length has to be read. */
function dataStart(zip: ZipFile, { offset, compressedBytes }: EntryPlace): Promise<number> {
  const entry = { relativeOffsetOfLocalHeader: offset, compressedSize: compressedBytes } as Entry;
  return new Promise((resolve, reject) =>
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) =>
      error ? reject(error) : resolve(header.fileDataStart),
    ),
  );
}

/** The source from which yauzl reads a blob. */
class BlobReader extends RandomAccessReader {
  readonly #storage: Storage;
  readonly #sha256: string;
  #block: { start: number; bytes: Buffer } | null = null;
  /** An error of the storage, which is not a fault of the archive. */
  #failure: unknown = null;
  #readsAhead = true;

  constructor(storage: Storage, sha256: string) {
    super();
    this.#storage = storage;
    this.#sha256 = sha256;
  }

  /** Runs a call of yauzl; calls must not overlap. Errors of yauzl become ZipFaults, errors of the storage are thrown as they are. */
  async guard<Result>(call: () => Promise<Result>, { readsAhead = true } = {}): Promise<Result> {
    this.#failure = null;
    this.#readsAhead = readsAhead;
    try {
      return await call();
    } catch (error) {
      if (this.#failure !== null) throw this.#failure;
      throw new ZipFault((error as Error).message);
    }
  }

  async range(start: number, end: number): Promise<Readable> {
    return (await this.#storage.openRange(this.#sha256, { start, end })).stream;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytes(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length < length ? new Error('the archive ends too early') : null);
      },
      (error: unknown) => {
        this.#failure = error;
        callback(error as Error);
      },
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    const block = this.#block;
    if (block && position >= block.start && position + length <= block.start + block.bytes.length)
      return block.bytes.subarray(position - block.start, position - block.start + length);
    const wanted = this.#readsAhead ? Math.max(length, blockBytes) : length;
    const bytes = await this.#fetch(position, wanted);
    if (this.#readsAhead) this.#block = { start: position, bytes };
    return bytes.subarray(0, length);
  }

  /** The bytes, fewer at the end of the blob. */
  async #fetch(position: number, length: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.range(position, position + length - 1))
        chunks.push(chunk as Buffer);
    } catch (error) {
      if (!(error instanceof BlobRangeError)) throw error;
    }
    return Buffer.concat(chunks);
  }
}
