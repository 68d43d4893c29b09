/** Downloads that continue where they were interrupted, also by another run of the command. */
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client, Download } from '@countersign/client/client';
import { UnreachableError } from '@countersign/client/errors';
import { pause } from '@countersign/client/transport';
import { fileError, refuseExisting } from './input/file.ts';
import { type Session, tell } from './session.ts';
import { plainText } from './show/plain-text.ts';
import { startProgress } from './show/progress.ts';
import { sizeText } from './show/text.ts';

/** Maximum number of consecutive attempts that bring no new bytes. */
const maxAttempts = 5;
const pauseMs = 500;

/** Notes about an incomplete file, kept next to it. */
interface DownloadNotes {
  /** The requested address. */
  url: string;
  /** The address of this content, to which `url` led. */
  address: string;
  etag: string;
}

/**
 * Saves the content of an address to a file and returns its size. An interrupted download stays in `<path>.part`, and the next call with
 * the same address and path continues it. It begins again if the service has other content by then. Throws FileError, ApiError and
 * UnreachableError.
 */
export async function saveResumable(
  session: Session,
  client: Client,
  url: string,
  { path, mayReplace }: { path: string; mayReplace: boolean },
): Promise<number> {
  if (!mayReplace) await refuseExisting(path);
  const files = { part: `${path}.part`, notes: `${path}.part.json` };
  const progress = startProgress(
    session.terminal,
    `Downloading ${plainText(basename(path))}`,
    (done, total) => (total === null ? sizeText(done) : `${sizeText(done)} of ${sizeText(total)}`),
  );
  try {
    for (let failed = 0; ; ) {
      const before = await sizeOf(files.part);
      try {
        await fetchRest(session, client, url, files, progress);
        break;
      } catch (error) {
        session.signal.throwIfAborted();
        // The client has already tried again if the service could not be reached at all.
        if (!(error instanceof CutOffError)) throw error;
        failed = (await sizeOf(files.part)) > before ? 1 : failed + 1;
        if (failed >= maxAttempts) throw error;
        await pause(pauseMs * failed, session.signal);
      }
    }
  } finally {
    progress.end();
    if (session.signal.aborted) tell(session, 'Run the command again to continue the download.');
  }
  const sizeBytes = await sizeOf(files.part);
  await rename(files.part, path).catch((error) => Promise.reject(fileError(path, error)));
  await rm(files.notes, { force: true });
  return sizeBytes;
}

/** Fetches the missing bytes and appends them to the part. */
async function fetchRest(
  session: Session,
  client: Client,
  url: string,
  files: { part: string; notes: string },
  progress: { update(done: number, total: number | null): void },
): Promise<void> {
  const { signal } = session;
  const notes = await readNotes(files.notes, url);
  const present = notes ? await sizeOf(files.part) : 0;
  // The last byte is fetched again: a range must not begin at the end of a file that is complete already.
  const from = Math.max(0, present - 1);
  const file = await client.download(notes?.address ?? url, {
    signal,
    ...(notes && present > 0 && { headers: { Range: `bytes=${from}-`, 'If-Range': notes.etag } }),
  });
  const start = file.part?.start ?? 0;
  if (start === 0) await writeNotes(files.notes, { url, file });
  let done = start;
  const total = file.part?.wholeBytes ?? file.sizeBytes;
  progress.update(done, total);
  const target = await open(files.part, start === 0 ? 'w' : 'r+').catch((error) =>
    Promise.reject(fileError(files.part, error)),
  );
  try {
    // Each chunk is written before the next one is read, so that nothing that has arrived is lost with the connection.
    for await (const chunk of chunksOf(file.body)) {
      signal.throwIfAborted();
      await target.writev([chunk], done).catch((error) => Promise.reject(fileError(files.part, error)));
      done += chunk.length;
      progress.update(done, total);
    }
  } finally {
    await target.close();
  }
}

/** The chunks of a body. Throws CutOffError if the connection is lost. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = (body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error) => Promise.reject(new CutOffError(error)));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.().catch(() => undefined);
  }
}

/** The connection was lost before the end of the body. */
class CutOffError extends UnreachableError {
  constructor(cause: unknown) {
    super('The download was cut off. Run the command again to continue it.', { cause });
  }
}

/** The notes of an earlier download from this address; null if there are none. */
async function readNotes(path: string, url: string): Promise<DownloadNotes | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const notes = JSON.parse(text) as DownloadNotes;
    return notes.url === url && typeof notes.address === 'string' && typeof notes.etag === 'string'
      ? notes
      : null;
  } catch {
    return null;
  }
}

async function writeNotes(path: string, { url, file }: { url: string; file: Download }): Promise<void> {
  const { etag, location } = file;
  if (etag === null) return rm(path, { force: true });
  const notes: DownloadNotes = { url, address: location ?? url, etag };
  await writeFile(path, JSON.stringify(notes)).catch((error) => Promise.reject(fileError(path, error)));
}

/** The size of a file; 0 if there is none. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
