/** Decides whether a PDF can be sealed, for documents and templates (docs/spec/decisions.md, section 3). */
import { availableParallelism, totalmem } from 'node:os';
import { Readable } from 'node:stream';
import { changesLook, type PdfWarning, warningMessage } from '@countersign/contract/pdf-warning';
import type { SearchRequest, SearchResult } from '@countersign/pdf/page-text/search';
import type { InvalidPdfReason } from '@countersign/pdf/ports/errors';
import type { PageSize } from '@countersign/pdf/ports/page';
import { MAX_CONTENT_BYTES } from '@countersign/pdf/reader/content';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import { youngGenerationMb } from '@countersign/pdf/threads/run-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import { putHeldBytes } from '../blob/hold.ts';
import type { Ctx } from '../ctx.ts';
import { FairQueue } from '../fair-queue.ts';
import { putWithinQuota } from '../usage/storage.ts';

/** Heap limit of a thread that inspects or verifies a PDF. */
export const pdfThreadMemoryMb = 320;

/** Waiting calls hold no file, so they cost little. */
const maxWaiting = 1000;
/** As many as the default rate limit lets a workspace send at once. */
const maxWaitingPerWorkspace = 200;

export type InspectionCtx = Ctx & {
  storage: Storage;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
};

/** The share of the memory that PDFs may take while they are read. The rest is for everything else in the process. */
const pdfShare = 3 / 5;

/** A PDF that is made from several files may be this many times as large as they are, because it has no object streams. */
export const mergedGrowth = 2;

/**
 * Limit of a thread's memory outside its heap: the file and the repaired or sealed file, and decoded content, which exists up to three
 * times (reader/content.ts). Generated files of the maximum size, damaged and with much content, need at most 256 MiB of the 392 MiB that
 * the default of MAX_PDF_BYTES allows.
 */
export function pdfBufferBytes(maxPdfBytes: number): number {
  return 2 * mergedGrowth * maxPdfBytes + 3 * MAX_CONTENT_BYTES;
}

/** The most memory that reading one PDF can take: the heap of its thread and its buffers. */
export function pdfReadingBytes(maxPdfBytes: number): number {
  return (pdfThreadMemoryMb + youngGenerationMb) * 1024 * 1024 + pdfBufferBytes(maxPdfBytes);
}

/** Limits of a thread that reads a PDF for the first time. Later work on a file that passed has higher limits, so that it never fails. */
export function pdfThreadLimits({
  maxPdfSeconds,
  maxPdfBytes,
}: Pick<Ctx['settings'], 'maxPdfSeconds' | 'maxPdfBytes'>): {
  timeoutMs: number;
  maxMemoryMb: number;
  maxBufferBytes: number;
} {
  return {
    timeoutMs: maxPdfSeconds * 1000,
    maxMemoryMb: pdfThreadMemoryMb,
    maxBufferBytes: pdfBufferBytes(maxPdfBytes),
  };
}

/** How many PDFs a process reads at once: one per processor, fewer in a container with little memory, at least two. */
export function inspectionSlots(processors: number, memoryBytes: number, maxPdfBytes: number): number {
  const fitting = Math.floor((memoryBytes * pdfShare) / pdfReadingBytes(maxPdfBytes));
  return Math.max(2, Math.min(processors, fitting));
}

/**
 * The fair queue of one process, for inspections and verifications. All verifications together count as one workspace. A workspace
 * can use all slots except one.
 */
export function createInspectionQueue(maxPdfBytes: number): FairQueue {
  // The limit of the container; a huge number if there is none.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const slots = inspectionSlots(availableParallelism(), memoryBytes, maxPdfBytes);
  return new FairQueue({
    slots,
    slotsPerKey: slots - 1,
    waiting: maxWaiting,
    waitingPerKey: maxWaitingPerWorkspace,
    busy: 'Too many PDFs are being read at once.',
  });
}

export interface InspectedContent {
  sizeBytes: number;
  pages: PageSize[];
  warnings: PdfWarning[];
  /** The file that sealing reads if the original had to be repaired. */
  preparedSha256: string | null;
  /** True if sealing does not have to read the content of the pages to protect what it draws on them. */
  contentIsSelfContained: boolean;
  /** The stored file that was made from several, and the pages of each; null for a single file. */
  merged: { sha256: string; pageCounts: number[] } | null;
  /** What `search` found. */
  search: (SearchResult & { request: SearchRequest }) | null;
}

/** A PDF to inspect, and how it was combined from several files, if it was. */
export interface ReadContent {
  bytes: Uint8Array;
  merged?: { pageCounts: number[]; warnings: PdfWarning[] };
}

/**
 * Waits for a slot of the workspace, then reads the bytes, runs a trial seal in a thread, and stores the repaired file if there
 * is one. A file that was made from several is stored before that. Concurrent calls with the same `id` share one inspection. The bytes
 * are moved to the thread unless `keepsBytes` is set. Throws invalid-pdf with a named reason, pdf-too-complex when a limit is
 * reached, storage-exhausted for a merged file, and unavailable when too many calls wait or the caller disconnects.
 */
export async function inspectContent(
  ctx: InspectionCtx,
  content: {
    id?: string;
    read(signal: AbortSignal): Promise<ReadContent>;
    keepsBytes?: boolean;
    search?: SearchRequest;
  },
): Promise<InspectedContent> {
  const request = { key: ctx.workspaceId, id: content.id, signal: ctx.signal };
  return ctx.inspections.run(request, async (signal) => {
    const { bytes, merged } = await content.read(signal);
    const sizeBytes = bytes.length;
    signal.throwIfAborted();
    const stored = merged && (await putWithinQuota(ctx, Readable.from([bytes]), sizeBytes, sizeBytes));
    const inspection = await inspectInThread(bytes, {
      ...pdfThreadLimits(ctx.settings),
      move: content.keepsBytes !== true,
      owner: ctx.workspaceId,
      maxPages: ctx.settings.maxPdfPages,
      maxDecodedBytes: ctx.settings.maxPdfDecodedBytes,
      ...(content.search && { search: content.search }),
      signal,
    });
    if (!inspection.ok) throw unusablePdf(inspection);
    if (ctx.settings.activeContent === 'refuse') refuseActiveContent(inspection.warnings);
    const prepared = inspection.normalized ? await putHeldBytes(ctx, inspection.normalized) : null;
    const { pages, contentIsSelfContained } = inspection;
    const warnings = distinctWarnings([...(merged?.warnings ?? []), ...inspection.warnings]);
    return {
      sizeBytes,
      pages,
      warnings,
      preparedSha256: prepared?.sha256 ?? null,
      contentIsSelfContained,
      merged: merged && stored ? { sha256: stored.sha256, pageCounts: merged.pageCounts } : null,
      search: inspection.search ? { ...inspection.search, request: content.search! } : null,
    };
  });
}

/** Each warning once. */
const distinctWarnings = (warnings: readonly PdfWarning[]): PdfWarning[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
];

/**
 * The problem of a PDF that cannot be used: pdf-too-complex if a limit was reached, otherwise invalid-pdf with the reason.
 */
export function unusablePdf({ reason, detail }: { reason: InvalidPdfReason; detail: string }): ProblemError {
  if (reason !== 'too_complex') return new ProblemError('invalid-pdf', { detail, members: { reason } });
  return new ProblemError('pdf-too-complex', {
    detail: `${detail[0]!.toUpperCase()}${detail.slice(1)}. Print the PDF to a new file, or split it, and try again.`,
  });
}

/** Throws invalid-pdf with reason `active_content` if the file has active content; `codes` lists the kinds. */
function refuseActiveContent(warnings: readonly PdfWarning[]): void {
  const found = warnings.filter(changesLook);
  if (found.length === 0) return;
  throw new ProblemError('invalid-pdf', {
    detail: `This service refuses PDFs with active content. ${found.map(warningMessage).join(' ')}`,
    members: { reason: 'active_content', codes: found.map(({ code }) => code) },
  });
}
