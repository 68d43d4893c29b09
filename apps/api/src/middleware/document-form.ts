/** Receives a document and its PDF in one form (RFC 7578): the parts `document` (JSON) and `file`. */
import type { Readable } from 'node:stream';
import type { Ctx } from '@countersign/core/ctx';
import { putWithinQuota } from '@countersign/core/usage/storage';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { type Step, StepError } from '@countersign/problem/step-error';
import { BlobTooLargeError, type Storage, type StoredBlob } from '@countersign/storage/storage';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request, RequestHandler } from 'express';
import { fieldsJson, MAX_JSON_DEPTH } from '../body/limits.ts';
import type { BodyMemory } from '../body/memory.ts';
import type { ReceivedBody } from '../body/receive.ts';
import { createJsonScanner } from '../body/scan-json.ts';
import { remember, requestCtx } from '../ctx.ts';
import { type Bodies, deferBody } from './json-body.ts';

const stored = new WeakMap<object, StoredBlob>();
const partNames = ['document', 'file'];
/** Headers and boundaries of a form. */
const formOverheadBytes = 64 * 1024;
const headerPairs = 20;

/** True for a document that is created with its PDF in a form. */
export function isDocumentForm(request: Request): boolean {
  return (
    request.method === 'POST' && request.path === '/documents' && Boolean(request.is('multipart/form-data'))
  );
}

/**
 * Streams the file into storage in bounded memory, and keeps the JSON for parseLargeBody. Parts may come in any order; other parts,
 * and a second one of a kind, end the request. Throws StepError with payload-too-large, storage-exhausted, unavailable,
 * unsupported-media-type or validation.
 */
export function documentForm(storage: Storage, bodies: Bodies): RequestHandler {
  return async (request, response, next) => {
    if (!isDocumentForm(request)) return next();
    const ctx = { ...requestCtx(request), storage };
    const owner = { kind: 'workspace' as const, id: ctx.workspaceId };
    const memory = bodies.budget.open(owner);
    response.once('close', () => memory.release());
    // The caller may have disconnected before.
    if (response.closed) memory.release();
    const { json, file } = await receiveForm(request, ctx, memory);
    const digest = deferBody(request, { received: json, owner, threads: bodies.threads });
    remember(request, {
      bodyDigest: async () => Buffer.concat([await StepError.in('create', digest), Buffer.from(file.sha256)]),
    });
    stored.set(request, file);
    next();
  };
}

/** The stored PDF of a request that documentForm has received; null for other requests. */
export function formFileOf(request: Request): StoredBlob | null {
  return stored.get(request) ?? null;
}

async function receiveForm(
  request: Request,
  ctx: Ctx & { storage: Storage },
  memory: BodyMemory,
): Promise<{ json: ReceivedBody; file: StoredBlob }> {
  const maxBytes = ctx.settings.maxPdfBytes;
  const parser = parserFor(request, maxBytes);
  const whole = Promise.withResolvers<void>();
  /** The first error of the form; it ends the parts that are being received. */
  const fail = (step: Step, error: unknown) =>
    whole.reject(error instanceof StepError ? error : new StepError(step, error));
  const parts: { document?: Promise<ReceivedBody>; file?: Promise<StoredBlob> } = {};
  const open = new Set<Readable>();

  parser.on('file', (name, stream) => {
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    stream.on('error', () => undefined);
    if (name === 'document' && !parts.document) {
      parts.document = readJson(stream, memory);
      parts.document.catch((error) => fail('create', error));
    } else if (name === 'file' && !parts.file) {
      parts.file = storeFile(stream, ctx, maxBytes);
      parts.file.catch((error) => fail('upload', error));
    } else {
      stream.resume();
      if (partNames.includes(name)) fail(stepOf(name), secondPart(name));
      else fail('create', unknownPart(name));
    }
  });
  parser.on('partsLimit', () => fail('create', unknownPart('…')));
  parser.on('error', (error) => fail('create', malformed(error as Error)));
  parser.once('finish', () => whole.resolve());
  const onClose = () => request.complete || fail('upload', malformed(new Error('it ended early')));
  request.once('close', onClose).pipe(parser);
  try {
    await whole.promise;
    const { document, file } = parts;
    if (!document) throw new StepError('create', missingPart('document'));
    if (!file) throw new StepError('upload', missingPart('file'));
    const received = await StepError.in('create', () => document);
    return { json: received, file: await StepError.in('upload', () => file) };
  } catch (error) {
    request.unpipe(parser);
    for (const stream of open) stream.destroy(error as Error);
    throw error;
  } finally {
    request.off('close', onClose);
  }
}

function parserFor(request: Request, maxBytes: number): BusboyInstance {
  const step: Step = 'upload';
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new StepError(
      step,
      new ProblemError('unsupported-media-type', { detail: 'Send the form without a content encoding.' }),
    );
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + fieldsJson.bytes + formOverheadBytes)
    throw new StepError(step, tooLarge(maxBytes));
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      // Every part is a stream. The limits of its size are checked by its reader.
      isPartAFile: () => true,
      limits: { parts: partNames.length + 1, fileSize: maxBytes + 1, headerPairs },
    });
  } catch (error) {
    throw new StepError('create', malformed(error as Error));
  }
}

/** The JSON part within the limits of a JSON body. */
async function readJson(stream: Readable, memory: BodyMemory): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  const scanner = createJsonScanner({
    maxDepth: MAX_JSON_DEPTH,
    maxValues: fieldsJson.values,
    onRest: () => undefined,
  });
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > fieldsJson.bytes) throw tooLarge(fieldsJson.bytes, 'The part document');
    // Counted twice, because the chunks are copied into one buffer.
    memory.grow(2 * chunk.length);
    scanner.push(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), values: scanner.values() };
}

async function storeFile(
  stream: Readable,
  ctx: Ctx & { storage: Storage },
  maxBytes: number,
): Promise<StoredBlob> {
  const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const blob = await putWithinQuota(ctx, bytes, maxBytes).catch((error: unknown) => {
    throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
  });
  if (blob.sizeBytes > 0) return blob;
  throw invalid(['body', 'file'], 'The file is empty', { type: 'value_error' });
}

const stepOf = (name: string): Step => (name === 'file' ? 'upload' : 'create');

function missingPart(name: string): ProblemError {
  return invalid(['body', name], 'Field required', { type: 'missing' });
}

function secondPart(name: string): ProblemError {
  return invalid(['body', name], `Value error, the form has more than one part ${name}`);
}

/** Longer names are cut. */
const maxNameLength = 100;

function unknownPart(name: string): ProblemError {
  const shown = String(name).slice(0, maxNameLength).toWellFormed();
  return invalid(['body', shown], 'The parts of the form are document and file', { type: 'extra_forbidden' });
}

function malformed(error: Error): ProblemError {
  return invalid(['body'], `The form is not valid: ${error.message}`);
}

function tooLarge(maxBytes: number, what = 'The PDF'): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `${what} is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
