/** Receives files: one as the body, or parts of a form (RFC 7578), in which the part `document` is the JSON of a new document. */
import { AddFilesQuery, MAX_FILES } from '@countersign/contract/document';
import type { Ctx } from '@countersign/core/ctx';
import { fileNameOf, fileTypes, HEAD_BYTES, kindOf } from '@countersign/core/document/file-kind';
import type { UploadedFile } from '@countersign/core/document/prepare-files';
import { putWithinQuota } from '@countersign/core/usage/storage';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { StepError } from '@countersign/problem/step-error';
import { BlobTooLargeError, type Storage } from '@countersign/storage/storage';
import type { Request, RequestHandler } from 'express';
import { fieldsJson, MAX_JSON_DEPTH } from '../body/limits.ts';
import { type BodyMemory, openUntilEnd } from '../body/memory.ts';
import { readForm } from '../body/read-form.ts';
import type { ReceivedBody } from '../body/receive.ts';
import { createJsonScanner } from '../body/scan-json.ts';
import { remember, requestCtx } from '../ctx.ts';
import { inUploadSlot } from '../uploads.ts';
import { type Bodies, deferBody } from './json-body.ts';
import { unsupportedMediaType } from './unsupported-media-type.ts';
import { parseQuery } from './validate.ts';

const stored = new WeakMap<object, readonly UploadedFile[]>();
const octetStream = 'application/octet-stream';

/** True for a document that is created with its files in a form. */
export function isDocumentForm(request: Request): boolean {
  return request.method === 'POST' && request.path === '/documents' && isForm(request);
}

/** True for files that are added to a document. */
export function isFilesUpload({ method, path }: Request): boolean {
  return method === 'POST' && /^\/documents\/[^/]+\/files$/.test(path);
}

const isForm = (request: Request): boolean => Boolean(request.is('multipart/form-data'));

/**
 * Streams the files into storage in bounded memory, and keeps the JSON for parseLargeBody. Parts may come in any order; other parts,
 * a second `document` and too many files end the request. Throws payload-too-large, storage-exhausted, unavailable,
 * unsupported-media-type or validation; for a new document in a StepError.
 */
export function uploadedFiles(storage: Storage, bodies: Bodies): RequestHandler {
  return async (request, response, next) => {
    const isNew = isDocumentForm(request);
    if (!isNew && !isFilesUpload(request)) return next();
    const ctx = { ...requestCtx(request), storage };
    if (!isNew) {
      const files = await inUploadSlot(bodies.uploads, response, () =>
        withoutStep(() => receiveFiles(request, ctx)),
      );
      remember(request, { bodyDigest: async () => digestOf(files) });
      stored.set(request, files);
      return next();
    }
    const owner = { kind: 'workspace' as const, id: ctx.workspaceId };
    const memory = openUntilEnd(bodies.budget, owner, response);
    const { json, files } = await inUploadSlot(bodies.uploads, response, () =>
      receiveForm(request, ctx, memory),
    ).catch((error) => {
      throw error instanceof StepError ? error : new StepError('upload', error);
    });
    if (!json) throw new StepError('create', missingPart('document'));
    const digest = deferBody(request, { received: json, owner, threads: bodies.threads });
    remember(request, {
      bodyDigest: async () => Buffer.concat([await StepError.in('create', digest), digestOf(files)]),
    });
    stored.set(request, files);
    next();
  };
}

/** The stored files of a request that uploadedFiles has received; null for other requests. */
export function filesOf(request: Request): readonly UploadedFile[] | null {
  return stored.get(request) ?? null;
}

const digestOf = (files: readonly UploadedFile[]): Buffer =>
  Buffer.from(files.map(({ blob, name }) => `${blob.sha256} ${JSON.stringify(name)}\n`).join(''));

async function withoutStep<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StepError ? error.cause : error;
  }
}

/** The files of a form without `document`, or the only one in the body. */
async function receiveFiles(request: Request, ctx: Ctx & { storage: Storage }): Promise<UploadedFile[]> {
  if (isForm(request)) return (await receiveForm(request, ctx, null)).files;
  const mediaType = request.is([...fileTypes, octetStream]);
  if (!mediaType) throw unsupportedMediaType(request);
  guardEncoding(request);
  const { name } = parseQuery(AddFilesQuery, request);
  const maxBytes = ctx.settings.maxPdfBytes;
  const expected = Number(request.headers['content-length'] ?? 0);
  if (expected > maxBytes) throw tooLarge(maxBytes);
  // Ending the iteration early must not close the connection, so that an upload over the limit still gets a response.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  return [await storeFile({ body, name, mediaType, number: 1 }, ctx, { left: maxBytes })];
}

async function receiveForm(
  request: Request,
  ctx: Ctx & { storage: Storage },
  /** Null for a form without the part document. */
  memory: BodyMemory | null,
): Promise<{ json: ReceivedBody | null; files: UploadedFile[] }> {
  guardEncoding(request);
  const maxBytes = ctx.settings.maxPdfBytes;
  const files: UploadedFile[] = [];
  let count = 0;
  let json: Promise<ReceivedBody> | null = null;
  const budget = { left: maxBytes };
  const limits = { maxParts: MAX_FILES + 2, maxBytes: maxBytes + fieldsJson.bytes };
  await readForm(request, limits, async ({ name: part, filename, mediaType, body }) => {
    const error = refusalOf(part, { takesJson: memory !== null, hasJson: json !== null, files: count });
    if (error) throw new StepError(part === 'file' ? 'upload' : 'create', error);
    if (part === 'document') {
      json = readJson(body, memory!);
      await StepError.in('create', () => json!);
      return;
    }
    count += 1;
    const file = { body, name: filename, mediaType, number: count };
    files[file.number - 1] = await StepError.in('upload', () => storeFile(file, ctx, budget));
  });
  if (memory && !json) throw new StepError('create', missingPart('document'));
  if (files.length === 0) throw new StepError('upload', missingPart('file'));
  return { json: await json, files };
}

/** The problem of a part that is not expected; null for others. */
function refusalOf(
  part: string,
  { takesJson, hasJson, files }: { takesJson: boolean; hasJson: boolean; files: number },
): ProblemError | null {
  if (part === 'file') return files < MAX_FILES ? null : tooManyFiles();
  if (part !== 'document' || !takesJson) return unknownPart(part, takesJson);
  return hasJson ? invalid(['body', part], 'Value error, the form has more than one part document') : null;
}

function guardEncoding(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ProblemError('unsupported-media-type', { detail: 'Send files without a content encoding.' });
}

/** The JSON part within the limits of a JSON body. */
async function readJson(body: AsyncIterable<Uint8Array>, memory: BodyMemory): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  const scanner = createJsonScanner({
    maxDepth: MAX_JSON_DEPTH,
    maxValues: fieldsJson.values,
    onRest: () => undefined,
  });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > fieldsJson.bytes) throw tooLarge(fieldsJson.bytes, 'The part document');
    // Counted twice, because the chunks are copied into one buffer.
    memory.grow(2 * chunk.length);
    scanner.push(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), values: scanner.values() };
}

interface IncomingFile {
  body: AsyncIterable<Uint8Array>;
  name: string | undefined;
  mediaType: string;
  /** Its place among the files of the request, from 1. */
  number: number;
}

/** Stores a file. `budget` is the size that all files of the request may have in total. */
async function storeFile(
  { body, name: given, mediaType, number }: IncomingFile,
  ctx: Ctx & { storage: Storage },
  budget: { left: number },
): Promise<UploadedFile> {
  const maxBytes = ctx.settings.maxPdfBytes;
  const head: Uint8Array[] = [];
  let size = 0;
  const watched = async function* () {
    for await (const chunk of body) {
      if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
      size += chunk.length;
      budget.left -= chunk.length;
      if (budget.left < 0) throw tooLarge(maxBytes, number > 1 ? 'The size of all files' : undefined);
      yield chunk;
    }
  };
  const blob = await putWithinQuota(ctx, watched(), maxBytes).catch((error: unknown) => {
    throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
  });
  if (blob.sizeBytes === 0) throw invalid(['body', 'file'], 'The file is empty', { type: 'value_error' });
  const name = fileNameOf(given, number);
  const kind = kindOf(Buffer.concat(head), name, mediaType);
  if (kind) return { blob, name, kind };
  throw new ProblemError('unsupported-media-type', {
    detail: `${name}: this is not a PDF, JPEG, PNG or DOCX file.`,
    members: { reason: 'unknown_file_type', file: name },
  });
}

function missingPart(name: string): ProblemError {
  return invalid(['body', name], 'Field required', { type: 'missing' });
}

function tooManyFiles(): ProblemError {
  return invalid(['body', 'file'], `Value error, a document can have at most ${MAX_FILES} files`);
}

function unknownPart(name: string, takesJson: boolean): ProblemError {
  const known = takesJson
    ? 'The parts of the form are document and file'
    : 'The parts of the form are called file';
  return invalid(['body', name], known, { type: 'extra_forbidden' });
}

function tooLarge(maxBytes: number, what = 'The PDF'): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `${what} is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
