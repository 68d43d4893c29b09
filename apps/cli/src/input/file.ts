/** Files on this machine. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { FileError } from '../exit-status.ts';

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be read or written',
  ENOSPC: 'the disk is full',
  EEXIST: 'it exists already',
  ENOTDIR: 'part of the path is not a folder',
};

/** Describes why a file cannot be used. */
export function fileError(path: string, error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new FileError(`${path}: ${reasons[code ?? ''] ?? message}`);
}

/** Reads the whole file. Throws FileError. */
export async function readWhole(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Reads a JSON object from a file. Throws FileError. */
export async function readJsonObject(path: string, bytes?: Buffer): Promise<Record<string, unknown>> {
  const text = (bytes ?? (await readWhole(path))).toString('utf8').replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError(`${path}: it is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError(`${path}: it is not a JSON object`);
  return value as Record<string, unknown>;
}

/** Size of a file that can be read. Throws FileError. */
export async function sizeOf(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return facts.size;
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The file as a stream; `onBytes` is called with the size of each chunk. */
export function openStream(path: string, onBytes: (bytes: number) => void): ReadableStream<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  file.on('data', (chunk) => onBytes(chunk.length));
  return Readable.toWeb(file) as ReadableStream<Uint8Array>;
}

/** Writes the stream to a temporary file and renames it when complete. On failure nothing is left. Throws FileError. */
export async function writeWhole(
  path: string,
  body: ReadableStream<Uint8Array>,
  {
    mayReplace,
    onBytes,
    signal,
  }: { mayReplace: boolean; onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  if (!mayReplace)
    await refuseExisting(path).catch((error) => body.cancel().then(() => Promise.reject(error)));
  const temporary = `${path}.${process.pid}.part`;
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  source.on('data', (chunk: Uint8Array) => onBytes(chunk.length));
  try {
    await pipeline(source, createWriteStream(temporary, { flags: 'wx' }), { signal });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).path !== undefined) throw fileError(path, error);
    throw error;
  }
}

/** Throws FileError if the file exists. */
export async function refuseExisting(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new FileError(`${path}: it exists already; --force overwrites it`);
}
