/** Serves a stored PDF: ETag, Content-Disposition and single ranges (RFC 9110, sections 8.8.3 and 14; RFC 6266). */
import { visibleText } from '@countersign/contract/visible-text';
import { FairQueue } from '@countersign/core/fair-queue';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import type { Request, Response } from 'express';
import { inSlot } from './caller-signal.ts';
import { sendStream } from './send-stream.ts';

interface Blob {
  sha256: string;
  filename: string;
  /** The workspace that the file belongs to. */
  workspaceId: string;
  /** `application/pdf` by default. */
  mediaType?: string;
}

/** Downloads of one process at the same time. */
export const downloadSlots = 100;

/**
 * The fair queue for downloads of one process. A download holds a file or a connection to S3 until its caller has read everything, so
 * the recipients and keys of one workspace can hold only a quarter of the slots.
 */
export function createDownloadQueue({ slots = downloadSlots } = {}): FairQueue {
  return new FairQueue({
    slots,
    slotsPerKey: Math.ceil(slots / 4),
    waiting: slots * 10,
    waitingPerKey: slots * 2,
    busy: 'Too many files are being downloaded at once.',
  });
}

interface ByteRange {
  start: number;
  end: number;
}

/** One satisfiable range, `unsatisfiable`, or null when the whole file is sent (no range, several, or a malformed one). */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** `attachment` or `inline` with an ASCII fallback name and the full one in UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'attachment' | 'inline', filename: string): string {
  const safe = visibleText(filename, '_').replace(/[\t\n/\\]/g, '_');
  const ascii =
    safe
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["%]/g, '_')
      .trim() || 'document.pdf';
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const etagOf = ({ sha256 }: Pick<Blob, 'sha256'>) => `"${sha256}"`;

/** The range to send, as parseRange; null also if `If-Range` names another version (RFC 9110, section 13.1.5). */
function rangeAsked(request: Request, etag: string, size: number): ReturnType<typeof parseRange> {
  const ifRange = request.headers['if-range'];
  return ifRange && ifRange !== etag ? null : parseRange(request.headers.range, size);
}

/** True when the caller already has this version. */
export function isFresh(request: Request<never> | Request, etag: string): boolean {
  const header = request.headers['if-none-match'];
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** How much of a file a response contains. */
export type Extent = 'whole' | 'part';

/**
 * Streams the blob with backpressure when the workspace gets a slot of `downloads`. Reading stops when the caller disconnects.
 * `beforeDelivery` runs before the first byte of a response that contains bytes of the file, and not for other responses (304, 416,
 * HEAD). If it fails, nothing is sent. Throws unavailable with Retry-After when too many downloads wait.
 */
export async function sendBlob(
  request: Request,
  response: Response,
  { storage, downloads }: { storage: Storage; downloads: FairQueue },
  blob: Blob,
  options: { kind?: 'attachment' | 'inline'; beforeDelivery?: (extent: Extent) => Promise<void> } = {},
): Promise<void> {
  const { kind = 'attachment', beforeDelivery } = options;
  const etag = etagOf(blob);
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Disposition', contentDisposition(kind, blob.filename));
  if (isFresh(request, etag)) {
    response.status(304).end();
    return;
  }
  const stat = await storage.stat(blob.sha256);
  const size = stat?.sizeBytes ?? 0;
  const range = rangeAsked(request, etag, size);
  if (range === 'unsatisfiable') {
    throw new ProblemError('range-not-satisfiable', {
      detail: `The file has ${size} bytes.`,
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const isPart = range !== null && (range.start > 0 || range.end < size - 1);
  await inSlot(downloads, blob.workspaceId, response, async () => {
    if (request.method !== 'HEAD') await beforeDelivery?.(isPart ? 'part' : 'whole');
    const { stream, sizeBytes } = await storage.openRange(blob.sha256, isPart ? range : undefined);
    response.type(blob.mediaType ?? 'application/pdf');
    if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    response.setHeader('Content-Length', range ? range.end - range.start + 1 : sizeBytes);
    if (request.method === 'HEAD') {
      stream.destroy();
      response.end();
      return;
    }
    await sendStream(stream, response);
  });
}
