/**
 * Streams the files of a bulk send into storage before the request is processed further (docs/spec/decisions.md, section 5): its rows as
 * the body, or rows and a ZIP with PDFs in a form (RFC 7578).
 */
import { rowsFileTypes } from '@countersign/contract/bulk-send';
import type { Ctx } from '@countersign/core/ctx';
import { putWithinQuota } from '@countersign/core/usage/storage';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { BlobTooLargeError, type Storage, type StoredBlob } from '@countersign/storage/storage';
import type { Request, RequestHandler } from 'express';
import { readForm } from '../body/read-form.ts';
import { remember, requestCtx } from '../ctx.ts';
import { inUploadSlot } from '../uploads.ts';
import type { Bodies } from './json-body.ts';

interface RowsFiles {
  rows: StoredBlob;
  /** The ZIP with the PDFs that rows name. */
  pdfs: StoredBlob | null;
}

const stored = new WeakMap<object, RowsFiles>();
const partNames = ['rows', 'pdfs'] as const;
type PartName = (typeof partNames)[number];

/** True for a bulk send, or corrections of one, uploaded as a file, and for a bulk send in a form. */
export function isRowsUpload(request: Request): boolean {
  const isOfBulkSend = /^\/bulk-sends(?:\/[^/]+\/corrections)?$/.test(request.path);
  return (
    request.method === 'POST' &&
    isOfBulkSend &&
    (Boolean(request.is([...rowsFileTypes])) || isRowsForm(request))
  );
}

/** True for a bulk send in a form. */
export function isRowsForm(request: Request): boolean {
  return request.path === '/bulk-sends' && Boolean(request.is('multipart/form-data'));
}

/**
 * Stores the files in bounded memory. Requests with an Idempotency-Key are compared by their digests. Throws payload-too-large over
 * MAX_CSV_BYTES or MAX_ZIP_BYTES, storage-exhausted past the quota, unavailable when too many uploads wait, unsupported-media-type for
 * compressed bodies, and validation for a form without the part `rows`.
 */
export function rowsFile(storage: Storage, { uploads }: Pick<Bodies, 'uploads'>): RequestHandler {
  return async (request, response, next) => {
    if (!isRowsUpload(request)) return next();
    const ctx = { ...requestCtx(request), storage };
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new ProblemError('unsupported-media-type', {
        detail: 'Send the file without a content encoding.',
      });
    const files = await inUploadSlot(uploads, response, async () =>
      isRowsForm(request) ? receiveForm(request, ctx) : { rows: await receiveRows(request, ctx), pdfs: null },
    );
    stored.set(request, files);
    const digest = [files.rows, files.pdfs].map((blob) => blob?.sha256 ?? '').join(' ');
    remember(request, { bodyDigest: async () => Buffer.from(digest) });
    next();
  };
}

/** The stored rows of a request that rowsFile has seen. */
export function rowsFileOf(request: Request): StoredBlob {
  const files = stored.get(request);
  if (!files) throw new Error('the route is not behind rowsFile');
  return files.rows;
}

/** The stored ZIP of such a request, or null. */
export function pdfsFileOf(request: Request): StoredBlob | null {
  return stored.get(request)?.pdfs ?? null;
}

type StorageCtx = Ctx & { storage: Storage };

async function receiveRows(request: Request, ctx: StorageCtx): Promise<StoredBlob> {
  const maxBytes = ctx.settings.maxCsvBytes;
  const expectedBytes = Number(request.headers['content-length'] ?? 0);
  if (expectedBytes > maxBytes) throw tooLarge(maxBytes);
  // Ending the iteration early must not close the connection, so that an upload over the limit still gets a response.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  return put(ctx, body, maxBytes, expectedBytes);
}

async function receiveForm(request: Request, ctx: StorageCtx): Promise<RowsFiles> {
  const { maxCsvBytes, maxZipBytes } = ctx.settings;
  const most = { rows: maxCsvBytes, pdfs: maxZipBytes };
  const files: Partial<Record<PartName, StoredBlob>> = {};
  const seen = new Set<string>();
  await readForm(
    request,
    { maxParts: partNames.length, maxBytes: maxCsvBytes + maxZipBytes },
    async (part) => {
      const name = partNames.find((known) => known === part.name);
      if (!name)
        throw invalid(['body', part.name], 'The parts of the form are rows and pdfs', {
          type: 'extra_forbidden',
        });
      if (seen.has(name))
        throw invalid(['body', name], `Value error, the form has more than one part ${name}`);
      seen.add(name);
      files[name] = await put(ctx, part.body, most[name], 0);
    },
  );
  const { rows, pdfs = null } = files;
  if (!rows) throw invalid(['body', 'rows'], 'Field required', { type: 'missing' });
  return { rows, pdfs };
}

async function put(
  ctx: StorageCtx,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  expectedBytes: number,
): Promise<StoredBlob> {
  return putWithinQuota(ctx, body, maxBytes, expectedBytes).catch((error: unknown) => {
    throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
  });
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `The file is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
