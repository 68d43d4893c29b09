/** Streams the file with the rows of a bulk send into storage before the request is processed further (docs/spec/decisions.md, section 5). */
import { rowsFileTypes } from '@countersign/contract/bulk-send';
import { putWithinQuota } from '@countersign/core/usage/storage';
import { ProblemError } from '@countersign/problem/problem-error';
import { BlobTooLargeError, type Storage, type StoredBlob } from '@countersign/storage/storage';
import type { Request, RequestHandler } from 'express';
import { remember, requestCtx } from '../ctx.ts';

const stored = new WeakMap<object, StoredBlob>();

/** True for a bulk send, or corrections of one, uploaded as a file. */
export function isRowsUpload(request: Request): boolean {
  const isOfBulkSend = /^\/bulk-sends(?:\/[^/]+\/corrections)?$/.test(request.path);
  return request.method === 'POST' && isOfBulkSend && Boolean(request.is([...rowsFileTypes]));
}

/**
 * Stores the body in bounded memory. Requests with an Idempotency-Key are compared by its digest. Throws payload-too-large over
 * MAX_CSV_BYTES, storage-exhausted past the quota, and unsupported-media-type for compressed bodies.
 */
export function rowsFile(storage: Storage): RequestHandler {
  return async (request, _response, next) => {
    if (!isRowsUpload(request)) return next();
    const ctx = { ...requestCtx(request), storage };
    const maxBytes = ctx.settings.maxCsvBytes;
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new ProblemError('unsupported-media-type', {
        detail: 'Send the file without a content encoding.',
      });
    const expectedBytes = Number(request.headers['content-length'] ?? 0);
    if (expectedBytes > maxBytes) throw tooLarge(maxBytes);
    // Ending the iteration early must not close the connection, so that an upload over the limit still gets a response.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const blob = await putWithinQuota(ctx, body, maxBytes, expectedBytes).catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
    });
    stored.set(request, blob);
    remember(request, { bodyDigest: async () => Buffer.from(blob.sha256) });
    next();
  };
}

/** The stored file of a request that rowsFile has seen. */
export function rowsFileOf(request: Request): StoredBlob {
  const blob = stored.get(request);
  if (!blob) throw new Error('the route is not behind rowsFile');
  return blob;
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `The file is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
