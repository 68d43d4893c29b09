/** Uploads and downloads files with a progress bar. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { Client, Download } from '@countersign/client/client';
import { openStream, sizeOf, writeWhole } from './input/file.ts';
import type { Session } from './session.ts';
import { plainText } from './show/plain-text.ts';
import { startProgress } from './show/progress.ts';
import { sizeText } from './show/text.ts';

const amount = (done: number, total: number | null) =>
  total === null ? sizeText(done) : `${sizeText(done)} of ${sizeText(total)}`;

/** Uploads a file to an address. Throws FileError if it cannot be read, and the errors of the client. */
export async function uploadFile(
  session: Session,
  client: Client,
  {
    method,
    url,
    path,
    contentType,
  }: { method: 'PUT' | 'POST'; url: string; path: string; contentType: string },
): Promise<Response> {
  const sizeBytes = await sizeOf(path);
  const progress = startProgress(session.terminal, `Uploading ${plainText(basename(path))}`, amount);
  try {
    const open = () => {
      let sent = 0;
      return openStream(path, (bytes) => {
        sent += bytes;
        progress.update(sent, sizeBytes);
      });
    };
    return await client.upload(method, url, { open, sizeBytes, contentType }, { signal: session.signal });
  } finally {
    progress.end();
  }
}

/** Uploads files as the parts of a form (RFC 7578). Throws FileError if one cannot be read, and the errors of the client. */
export async function uploadForm(
  session: Session,
  client: Client,
  { url, parts }: { url: string; parts: ReadonlyArray<{ name: string; path: string; contentType: string }> },
): Promise<Response> {
  const boundary = `countersign-${randomUUID()}`;
  const pieces = await Promise.all(
    parts.map(async ({ name, path, contentType }, index) => ({
      head: Buffer.from(
        `${index > 0 ? '\r\n' : ''}--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`,
      ),
      path,
      sizeBytes: await sizeOf(path),
    })),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.head.length + piece.sizeBytes, tail.length);
  const names = parts.map(({ path }) => plainText(basename(path))).join(' and ');
  const progress = startProgress(session.terminal, `Uploading ${names}`, amount);
  try {
    const open = () => {
      let sent = 0;
      const onBytes = (bytes: number) => {
        sent += bytes;
        progress.update(sent, sizeBytes);
      };
      return Readable.toWeb(
        Readable.from(
          (async function* () {
            for (const { head, path } of pieces) {
              yield head;
              yield* openStream(path, onBytes) as unknown as AsyncIterable<Uint8Array>;
            }
            yield tail;
          })(),
          { objectMode: false },
        ),
      ) as ReadableStream<Uint8Array>;
    };
    const contentType = `multipart/form-data; boundary=${boundary}`;
    return await client.upload('POST', url, { open, sizeBytes, contentType }, { signal: session.signal });
  } finally {
    progress.end();
  }
}

/** Writes a download to a file, or to standard output if `path` is `-`. */
export async function saveDownload(
  session: Session,
  download: Download,
  { path, mayReplace }: { path: string; mayReplace: boolean },
): Promise<void> {
  const { terminal, signal } = session;
  const progress = startProgress(terminal, `Downloading ${plainText(basename(path))}`, amount);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    progress.update(done, download.sizeBytes);
  };
  try {
    if (path !== '-') return await writeWhole(path, download.body, { mayReplace, onBytes, signal });
    for await (const chunk of download.body as unknown as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      onBytes(chunk.length);
      await terminal.write(chunk);
    }
  } finally {
    progress.end();
  }
}
