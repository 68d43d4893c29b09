/** Reads an uploaded file into memory: the body itself, or the file of a form (RFC 7578). Nothing is written to disk. */

import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import type { BodyMemory } from './body/memory.ts';

export interface Upload {
  bytes: Uint8Array;
  /** The name given by the sender, without folders; null without a name. */
  filename: string | null;
}

/** Time limit of an upload. */
const arrivalMs = 120_000;
/** Limits of a form apart from its file. */
const formOverheadBytes = 64 * 1024;

/**
 * The file of the request. Its bytes are reserved in `memory` as they arrive; the caller releases them. Throws payload-too-large over
 * `maxBytes`, unavailable when there is no memory left, unsupported-media-type, and a validation problem when there is no file, or the
 * form is malformed or ends early.
 */
export async function readUpload(request: Request, maxBytes: number, memory: BodyMemory): Promise<Upload> {
  const isForm = request.is('multipart/form-data') !== false && request.is('multipart/form-data') !== null;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + (isForm ? formOverheadBytes : 0))
    throw tooLarge(maxBytes);
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity')
    throw new ProblemError('unsupported-media-type', { detail: 'Send the file without a content encoding.' });
  const { promise, resolve, reject } = Promise.withResolvers<Upload>();
  const file = growingFile(Number(request.headers['content-length'] ?? 0), maxBytes, memory);
  const timer = setTimeout(() => reject(invalid(['body'], 'The file did not arrive in time')), arrivalMs);
  request.once('close', () => request.complete || reject(invalid(['body'], 'The body ended early')));
  try {
    if (isForm) readForm(request, maxBytes, file, resolve, reject);
    else if (hasNoBody(request)) throw missing();
    else if (request.is(['application/pdf', 'application/octet-stream']))
      collect(request, file, reject, (bytes) => resolve({ bytes, filename: null }));
    else
      throw new ProblemError('unsupported-media-type', {
        detail: 'Send the file as application/pdf, or in a form as multipart/form-data.',
      });
    const upload = await promise;
    if (upload.bytes.length === 0) throw missing();
    return upload;
  } finally {
    clearTimeout(timer);
    request.unpipe();
    request.resume();
  }
}

function hasNoBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] === undefined && !Number(request.headers['content-length'] ?? 0)
  );
}

type Reject = (problem: ProblemError) => void;

interface GrowingFile {
  /** Throws payload-too-large, and unavailable when there is no memory left. */
  push(chunk: Buffer): void;
  bytes(): Buffer;
}

/** Puts chunks together without a second copy of a file of the expected size. */
function growingFile(expectedBytes: number, maxBytes: number, memory: BodyMemory): GrowingFile {
  // The operating system provides memory only when it is written, so a large Content-Length alone costs nothing.
  let bytes = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(4096, expectedBytes || 0)));
  let used = 0;
  return {
    push: (chunk) => {
      const size = used + chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      memory.grow(chunk.length);
      if (size > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, 2 * size));
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      chunk.copy(bytes, used);
      used = size;
    },
    bytes: () => bytes.subarray(0, used),
  };
}

function collect(
  stream: NodeJS.ReadableStream,
  file: GrowingFile,
  reject: Reject,
  done: (bytes: Uint8Array) => void,
): void {
  let isRefused = false;
  stream.on('data', (chunk: Buffer) => {
    if (isRefused) return;
    try {
      file.push(chunk);
    } catch (error) {
      isRefused = true;
      reject(error as ProblemError);
    }
  });
  stream.once('end', () => isRefused || done(file.bytes()));
}

function readForm(
  request: Request,
  maxBytes: number,
  file: GrowingFile,
  resolve: (upload: Upload) => void,
  reject: Reject,
): void {
  const malformed = (error: Error) =>
    reject(invalid(['body'], `The form is not valid: ${error.message}`, { type: 'value_error' }));
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 10, fieldSize: 1000, parts: 12, fileSize: maxBytes, headerPairs: 20 },
    });
  } catch (error) {
    throw invalid(['body'], `The form is not valid: ${(error as Error).message}`, { type: 'value_error' });
  }
  let upload: Upload | null = null;
  parser.on('file', (_field, stream, filename) => {
    stream.on('error', malformed);
    stream.once('limit', () => reject(tooLarge(maxBytes)));
    collect(stream, file, reject, (bytes) => {
      upload = { bytes, filename: filename || null };
    });
  });
  parser.on('error', (error) => malformed(error as Error));
  parser.once('finish', () => (upload ? resolve(upload) : reject(missing())));
  request.pipe(parser);
}

function missing(): ProblemError {
  return invalid(['body', 'file'], 'Field required', { type: 'missing' });
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `The file is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
