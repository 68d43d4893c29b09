/** Decides whether a PDF can be sealed, for documents and templates (docs/spec/decisions.md, section 3). */
import { availableParallelism, totalmem } from 'node:os';
import { changesLook, type PdfWarning, warningMessage } from '@countersign/contract/pdf-warning';
import type { SearchRequest, SearchResult } from '@countersign/pdf/page-text/search';
import type { InvalidPdfReason } from '@countersign/pdf/ports/errors';
import type { PageSize } from '@countersign/pdf/ports/page';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import type { Ctx } from '../ctx.ts';
import { FairQueue } from '../fair-queue.ts';

/** Heap limit of an inspection thread. */
const inspectionMemoryMb = 384;

/** Waiting calls hold no file, so they cost little. */
const maxWaiting = 1000;
/** As many as the default rate limit lets a workspace send at once. */
const maxWaitingPerWorkspace = 200;

export type InspectionCtx = Ctx & {
  storage: Storage;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
};

/**
 * The share of the memory that the heaps of all threads may use. The rest is for decoded streams and for the process itself.
 */
const heapShare = 1 / 4;

/**
 * How many PDFs a process inspects at once: one per processor, fewer in a container with little memory, at least two.
 * Exported for its test.
 */
export function inspectionSlots(processors: number, memoryBytes: number): number {
  const heaps = Math.floor((memoryBytes * heapShare) / (inspectionMemoryMb * 1024 * 1024));
  return Math.max(2, Math.min(processors, heaps));
}

/** The fair queue of one process. One workspace can use all slots but one. */
export function createInspectionQueue(): FairQueue {
  // The limit of the container; a huge number if there is none.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const slots = inspectionSlots(availableParallelism(), memoryBytes);
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
  /** What `search` found. */
  search: (SearchResult & { request: SearchRequest }) | null;
}

/**
 * Waits for a slot of the workspace, then reads the bytes, runs a trial seal in a thread, and stores the repaired file if
 * there is one. Concurrent calls with the same `id` share one inspection. Throws invalid-pdf with a named reason,
 * pdf-too-complex when a limit is reached, and unavailable when too many calls wait or the caller disconnects.
 */
export async function inspectContent(
  ctx: InspectionCtx,
  content: { id?: string; read(): Promise<Uint8Array>; search?: SearchRequest },
): Promise<InspectedContent> {
  const turn = { key: ctx.workspaceId, id: content.id, signal: ctx.signal };
  return ctx.inspections.run(turn, async (signal) => {
    const bytes = await content.read();
    const sizeBytes = bytes.length;
    signal.throwIfAborted();
    const inspection = await inspectInThread(bytes, {
      timeoutMs: ctx.settings.maxPdfSeconds * 1000,
      maxMemoryMb: inspectionMemoryMb,
      maxPages: ctx.settings.maxPdfPages,
      maxDecodedBytes: ctx.settings.maxPdfDecodedBytes,
      ...(content.search && { search: content.search }),
      signal,
    });
    if (!inspection.ok) throw unusablePdf(inspection);
    if (ctx.settings.activeContent === 'refuse') refuseActiveContent(inspection.warnings);
    const prepared = inspection.normalized ? await ctx.storage.putBytes(inspection.normalized) : null;
    const { pages, warnings, contentIsSelfContained } = inspection;
    return {
      sizeBytes,
      pages,
      warnings,
      preparedSha256: prepared?.sha256 ?? null,
      contentIsSelfContained,
      search: inspection.search ? { ...inspection.search, request: content.search! } : null,
    };
  });
}

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
