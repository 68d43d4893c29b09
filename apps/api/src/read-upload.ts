/** Reads an uploaded file into memory: the body itself, or the file of a form (RFC 7578). Nothing is written to disk. */

import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';

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
 * The file of the request. Throws payload-too-large over `maxBytes`, unsupported-media-type, and a validation problem when
 * there is no file, or the form is malformed or ends early.
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const isForm = request.is('multipart/form-data') !== false && request.is('multipart/form-data') !== null;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + (isForm ? formOverheadBytes : 0))
    throw tooLarge(maxBytes);
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity')
    throw new ProblemError('unsupported-media-type', { detail: 'Send the file without a content encoding.' });
  const { promise, resolve, reject } = Promise.withResolvers<Upload>();
  const timer = setTimeout(() => reject(invalid(['body'], 'The file did not arrive in time')), arrivalMs);
  request.once('close', () => request.complete || reject(invalid(['body'], 'The body ended early')));
  try {
    if (isForm) readForm(request, maxBytes, resolve, reject);
    else if (hasNoBody(request)) throw missing();
    else if (request.is(['application/pdf', 'application/octet-stream']))
      collect(request, maxBytes, reject, (bytes) => resolve({ bytes, filename: null }));
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

function collect(
  stream: NodeJS.ReadableStream,
  maxBytes: number,
  reject: Reject,
  done: (bytes: Uint8Array) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    reject(tooLarge(maxBytes));
  });
  stream.once('end', () => size <= maxBytes && done(Buffer.concat(chunks)));
}

function readForm(
  request: Request,
  maxBytes: number,
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
    collect(stream, maxBytes, reject, (bytes) => {
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
