/**
 * An evidence archive: the sealed PDFs of many documents, their audit trails and SHA256SUMS, as one tar that is made while it is read
 * (docs/decisions/041-evidence-archives.md). The same documents always give the same bytes, so that a download can continue.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { invalid } from '@countersign/problem/problem-error';
import { BlobDamagedError, type Storage } from '@countersign/storage/storage';
import { guardRole } from '../access.ts';
import type { ScanCtx } from '../ctx.ts';
import {
  type EvidenceScope,
  fingerprintLine,
  pathsOf,
  readTrails,
  type SealedDocument,
  sealedDocuments,
  type Trail,
  trailBatches,
} from './sealed-documents.ts';
import { type TarFile, tarEnd, tarHeader, tarPadding } from './tar.ts';

/** Documents in one archive. */
const maxDocuments = 1_000_000;
/** Larger files are streamed, smaller ones are read ahead. */
const readAheadBytes = 1024 * 1024;
const readAheadItems = 16;
/** Large files are read in pieces of this size. */
const pieceBytes = 256 * 1024;
/** Smaller pieces of the archive are joined, up to `joinedBytes`, because every piece is written to the connection by itself. */
const smallBytes = 16 * 1024;
const joinedBytes = 64 * 1024;
/** Part of the fingerprint. Change it with the format. */
const format = 'countersign evidence 1\n';

type EvidenceCtx = ScanCtx & { storage: Storage };

export interface Evidence {
  scope: EvidenceScope;
  documents: number;
  /** Their ids. A document whose seal is recorded later is left out, also if it was sealed before `asOf`. */
  ids: Rows;
  /** Of everything that the archive depends on, in hex. */
  fingerprint: string;
  lastSealedAt: Date;
  /** Size of SHA256SUMS. */
  sumsBytes: number;
}

/** Where to continue an archive. */
export interface EvidencePosition {
  /** Bytes of the archive that come before it. */
  start: number;
  /** Size of the whole archive. */
  sizeBytes: number;
  /** The last document before it, and the bytes up to the end of this document. */
  after: string | null;
  afterBytes: number;
  trailDigests: Rows;
}

/** The documents were changed since the archive was begun, for example erased. The download cannot continue. */
export class EvidenceChangedError extends Error {
  override readonly name = 'EvidenceChangedError';
}

/**
 * Finds the documents of an archive. Reads their rows only. Throws forbidden for members, validation for more than a million documents,
 * and the reason of the signal when the caller leaves.
 */
export async function openEvidence(ctx: ScanCtx, scope: EvidenceScope): Promise<Evidence> {
  guardRole(ctx, 'manager');
  const fingerprint = createHash('sha256').update(format);
  const ids = new Rows(idBytes);
  let [lastSealedAt, sumsBytes] = [0, 0];
  for await (const page of sealedDocuments(ctx, scope, null)) {
    if (ids.count + page.length > maxDocuments)
      throw invalid(
        ['query'],
        `Value error, finds over ${maxDocuments} sealed documents: narrow the filters`,
      );
    fingerprint.update(page.map(fingerprintLine).join(''));
    for (const document of page) {
      ids.add(bytesOfId(document.id));
      lastSealedAt = Math.max(lastSealedAt, document.sealedAt.getTime());
      sumsBytes += Buffer.byteLength(sumLinesOf(document, anyDigest));
    }
  }
  const documents = ids.count;
  return {
    scope,
    documents,
    ids,
    fingerprint: fingerprint.digest('hex'),
    lastSealedAt: new Date(lastSealedAt),
    sumsBytes,
  };
}

/** The documents of an archive that was opened, page by page. */
async function* documentsOf(
  ctx: ScanCtx,
  { scope, ids }: Evidence,
  after: string | null,
): AsyncGenerator<SealedDocument[]> {
  for await (const page of sealedDocuments(ctx, scope, after))
    yield page.filter(({ id }) => ids.includes(bytesOfId(id)));
}

/**
 * Finds the place of byte `start` and the size of the archive. Reads every audit trail, but no PDF. Throws EvidenceChangedError.
 */
export async function locateInEvidence(
  ctx: ScanCtx,
  evidence: Evidence,
  start: number,
): Promise<EvidencePosition> {
  const trailDigests = new Rows(digestBytes);
  const position = { after: null as string | null, afterBytes: 0 };
  let sizeBytes = 0;
  for await (const item of itemsOf(ctx, evidence, { after: null, trailDigests })) {
    sizeBytes += item.sizeBytes;
    if (sizeBytes <= start && item.ends !== undefined) {
      position.after = item.ends;
      position.afterBytes = sizeBytes;
    }
  }
  return { start, sizeBytes, ...position, trailDigests };
}

/**
 * The bytes of the archive, from its beginning or from a position. Reads a few files ahead. Throws EvidenceChangedError, and the errors
 * of the storage if a PDF is missing or damaged.
 */
export async function* readEvidence(
  ctx: EvidenceCtx,
  evidence: Evidence,
  position?: EvidencePosition,
): AsyncGenerator<Uint8Array> {
  const { after = null, trailDigests = new Rows(digestBytes), afterBytes = 0, start = 0 } = position ?? {};
  let skip = start - afterBytes;
  const items = itemsOf(ctx, evidence, { after, trailDigests, isContinued: position !== undefined });
  const opened = readAhead(items, (item) => {
    const skipped = Math.min(skip, item.sizeBytes);
    skip -= skipped;
    return skipped === item.sizeBytes ? null : item.open(ctx.storage, skipped);
  });
  yield* joinSmall(opened);
}

/** The bytes of all sources, with small pieces joined. Large ones are passed on without a copy. */
async function* joinSmall(
  sources: AsyncIterable<AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null>,
): AsyncGenerator<Uint8Array> {
  let small: Uint8Array[] = [];
  let size = 0;
  for await (const source of sources) {
    if (source === null) continue;
    for await (const piece of source) {
      const isSmall = piece.length < smallBytes;
      if (isSmall) {
        small.push(piece);
        size += piece.length;
      }
      // Equal mutant "size > 0 && (!isSmall || size >= joinedBytes) → (!isSmall || size >= joinedBytes)": it would send nothing.
      // Equal mutant "size > 0 → size >= 0": the same.
      if (size > 0 && (!isSmall || size >= joinedBytes)) {
        yield Buffer.concat(small);
        [small, size] = [[], 0];
      }
      if (!isSmall) yield piece;
    }
  }
  if (size > 0) yield Buffer.concat(small);
}

/** A part of the archive. */
interface Item {
  sizeBytes: number;
  /** The id of the document, if this is its last item. */
  ends?: string;
  /** Its bytes without the first `skip`. */
  open(storage: Storage, skip: number): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

async function* itemsOf(
  ctx: ScanCtx,
  evidence: Evidence,
  {
    after,
    trailDigests,
    isContinued = false,
  }: { after: string | null; trailDigests: Rows; isContinued?: boolean },
): AsyncGenerator<Item> {
  for await (const { batch, trails } of oneAhead(batchesOf(ctx, evidence, after))) {
    for (const [at, document] of batch.entries()) {
      const trail = trails[at];
      if (!trail) throw new EvidenceChangedError(`Document ${document.id} was erased meanwhile.`);
      const paths = pathsOf(document);
      const modifiedAt = document.sealedAt;
      if (document.hasFile)
        yield blobItem(
          { name: paths.sealed, sizeBytes: document.sealedBytes, modifiedAt },
          document.sealedSha256,
        );
      if (!isContinued) trailDigests.add(trail.sha256);
      yield {
        ...bytesItem({ name: paths.trail, sizeBytes: trail.json.length, modifiedAt }, trail.json),
        ends: document.id,
      };
    }
  }
  yield* sumsItems(ctx, evidence, trailDigests);
  yield plainItem(tarEnd);
}

/** The documents with their trails. */
async function* batchesOf(
  ctx: ScanCtx,
  evidence: Evidence,
  after: string | null,
): AsyncGenerator<{ batch: SealedDocument[]; trails: Array<Trail | null> }> {
  for await (const page of documentsOf(ctx, evidence, after))
    for (const batch of trailBatches(page)) yield { batch, trails: await readTrails(ctx, batch) };
}

/**
 * SHA256SUMS, which `sha256sum --check` reads. Throws EvidenceChangedError at the end if a document has changed since the archive was
 * opened, so that such a download never completes.
 */
async function* sumsItems(ctx: ScanCtx, evidence: Evidence, trailDigests: Rows): AsyncGenerator<Item> {
  const { sumsBytes: sizeBytes, lastSealedAt: modifiedAt } = evidence;
  yield plainItem(tarHeader({ name: 'SHA256SUMS', sizeBytes, modifiedAt }));
  const seen = createHash('sha256').update(format);
  const changed = () => new EvidenceChangedError('The documents of the archive have changed meanwhile.');
  let [at, left] = [0, sizeBytes];
  for await (const page of documentsOf(ctx, evidence, null)) {
    seen.update(page.map(fingerprintLine).join(''));
    const lines = Buffer.from(page.map((document) => sumLinesOf(document, trailDigests.at(at++))).join(''));
    left -= lines.length;
    // Longer lines would fill the Content-Length of a range before the digest is compared.
    if (left < 0) throw changed();
    yield plainItem(lines);
  }
  if (seen.digest('hex') !== evidence.fingerprint || at !== trailDigests.count) throw changed();
  yield plainItem(tarPadding(sizeBytes));
}

/** The lines of SHA256SUMS for a document. */
function sumLinesOf(document: SealedDocument, trailDigest: string): string {
  const { sealed, trail } = pathsOf(document);
  return `${document.hasFile ? `${document.sealedSha256}  ${sealed}\n` : ''}${trailDigest}  ${trail}\n`;
}

function plainItem(bytes: Uint8Array): Item {
  return { sizeBytes: bytes.length, open: async (_storage, skip) => [bytes.subarray(skip)] };
}

function bytesItem(file: TarFile, content: Uint8Array): Item {
  return plainItem(Buffer.concat([tarHeader(file), content, tarPadding(content.length)]));
}

function blobItem(file: TarFile, sha256: string): Item {
  const header = tarHeader(file);
  const padding = tarPadding(file.sizeBytes);
  const contentEnd = header.length + file.sizeBytes;
  return {
    sizeBytes: contentEnd + padding.length,
    open: async (storage, skip) => {
      if (file.sizeBytes <= readAheadBytes) {
        const content = await storage.getBytes(sha256, { maxBytes: readAheadBytes });
        guardSize(file, sha256, content.length);
        return without(skip, [header, content, padding]);
      }
      return largeFile(storage, { file, sha256, header, padding }, skip);
    },
  };
}

/** The pieces without their first `skip` bytes. */
function without(skip: number, pieces: readonly Uint8Array[]): Uint8Array[] {
  let left = skip;
  return pieces.map((piece) => {
    const rest = piece.subarray(left);
    left = Math.max(0, left - piece.length);
    return rest;
  });
}

async function* largeFile(
  storage: Storage,
  { file, sha256, header, padding }: { file: TarFile; sha256: string; header: Buffer; padding: Buffer },
  skip: number,
): AsyncGenerator<Uint8Array> {
  const contentEnd = header.length + file.sizeBytes;
  if (skip < header.length) yield header.subarray(skip);
  if (skip < contentEnd) {
    const start = Math.max(0, skip - header.length);
    // Without a range the storage also compares the digest.
    const range = start > 0 ? { start } : undefined;
    const { stream, sizeBytes } = await storage.openRange(sha256, range, { pieceBytes });
    try {
      guardSize(file, sha256, sizeBytes);
      yield* stream as AsyncIterable<Uint8Array>;
    } finally {
      (stream as Readable).destroy();
    }
  }
  yield padding.subarray(Math.max(0, skip - contentEnd));
}

/** Another size would shift everything after the file. */
function guardSize(file: TarFile, sha256: string, sizeBytes: number): void {
  if (sizeBytes !== file.sizeBytes) throw new BlobDamagedError(sha256);
}

/** Yields the values of the source, and reads the next one while the caller uses one. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const result = source.next();
    // Awaited later. Until then, this prevents an unhandled rejection.
    result.catch(() => undefined);
    return result;
  };
  let next = read();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = read();
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return(undefined);
  }
}

/** Yields the items in order, and opens the next ones ahead of time. */
async function* readAhead<T, R>(
  items: AsyncIterable<T>,
  open: (item: T) => Promise<R> | null,
): AsyncGenerator<R | null> {
  const opened: Array<Promise<R> | null> = [];
  try {
    for await (const item of items) {
      const next = open(item);
      // Awaited later. Until then, this prevents an unhandled rejection.
      next?.catch(() => undefined);
      opened.push(next);
      if (opened.length >= readAheadItems) yield await opened.shift()!;
    }
    while (opened.length > 0) yield await opened.shift()!;
  } finally {
    await Promise.allSettled(opened);
  }
}

const digestBytes = 32;
const idBytes = 16;

/** Stands for a digest where only the length counts. */
const anyDigest = '0'.repeat(2 * digestBytes);

const bytesOfId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Many values of the same size in one buffer: digests, or ids. */
class Rows {
  readonly #size: number;
  #bytes: Buffer;
  #count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#bytes = Buffer.alloc(1024 * size);
  }

  add(row: Uint8Array): void {
    if ((this.#count + 1) * this.#size > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    this.#bytes.set(row, this.#count * this.#size);
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** The row at this index, in hex; empty if there are fewer rows. */
  at(index: number): string {
    return this.#bytes.toString('hex', index * this.#size, Math.min(index + 1, this.#count) * this.#size);
  }

  /** Whether the row was added. The rows must have been added in ascending order. */
  includes(row: Uint8Array): boolean {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#bytes.compare(row, 0, this.#size, middle * this.#size, (middle + 1) * this.#size);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
