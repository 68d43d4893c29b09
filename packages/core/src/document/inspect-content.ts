/** The one judgement whether a PDF can be sealed, for documents and templates alike (docs/spec/decisions.md, section 3). */
import { availableParallelism, totalmem } from 'node:os';
import { changesLook, type PdfWarning, warningMessage } from '@countersign/contract/pdf-warning';
import type { InvalidPdfReason } from '@countersign/pdf/ports/errors';
import type { PageSize } from '@countersign/pdf/ports/page';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import type { Ctx } from '../ctx.ts';
import { Turns } from '../turns.ts';

/** Heap of the thread. */
const inspectionMemoryMb = 384;

/** Calls that may wait for their turn. They hold no file meanwhile, so they cost little. */
const maxWaiting = 1000;
/** As many as a workspace may send at once by default. */
const maxWaitingPerWorkspace = 200;

export type InspectionCtx = Ctx & {
  storage: Storage;
  /** Aborts when the caller has left. */
  signal?: AbortSignal | undefined;
};

/** How much of the memory the heaps of all threads may take at most: the rest is for decoded streams, and for the process itself. */
const heapShare = 1 / 4;

/**
 * How many PDFs a process reads at once: one for each processor, fewer where a container has little memory, two at least.
 * Exported for its test.
 */
export function inspectionPlaces(processors: number, memoryBytes: number): number {
  const heaps = Math.floor((memoryBytes * heapShare) / (inspectionMemoryMb * 1024 * 1024));
  return Math.max(2, Math.min(processors, heaps));
}

/** The turns of one process, of which a single workspace can take all but one. */
export function createInspectionTurns(): Turns {
  // The limit of the container; an enormous number where there is none.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const places = inspectionPlaces(availableParallelism(), memoryBytes);
  return new Turns({
    places,
    placesPerKey: places - 1,
    waiting: maxWaiting,
    waitingPerKey: maxWaitingPerWorkspace,
    busy: 'Too many PDFs are being read at once.',
  });
}

export interface InspectedContent {
  sizeBytes: number;
  pages: PageSize[];
  warnings: PdfWarning[];
  /** What sealing reads when the file had to be repaired. */
  preparedSha256: string | null;
  /** Sealing need not read the pages' content to protect what it draws from it. */
  contentIsSelfContained: boolean;
}

/**
 * Waits for the workspace's turn, then reads the bytes, runs the trial seal in a thread and stores the repaired file if
 * there is one. Calls with the same `id` at the same time share one inspection. Throws invalid-pdf with a named reason,
 * pdf-too-complex when a limit is reached, and unavailable when too many wait or the caller has left.
 */
export async function inspectContent(
  ctx: InspectionCtx,
  content: { id?: string; read(): Promise<Uint8Array> },
): Promise<InspectedContent> {
  const turn = { key: ctx.workspaceId, ...(content.id ? { id: content.id } : {}), signal: ctx.signal };
  return ctx.inspections.run(turn, async (signal) => {
    const bytes = await content.read();
    const sizeBytes = bytes.length;
    signal.throwIfAborted();
    const inspection = await inspectInThread(bytes, {
      timeoutMs: ctx.settings.maxPdfSeconds * 1000,
      maxMemoryMb: inspectionMemoryMb,
      maxPages: ctx.settings.maxPdfPages,
      maxDecodedBytes: ctx.settings.maxPdfDecodedBytes,
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
    };
  });
}

/** The problem of a PDF that cannot be used: pdf-too-complex where a limit was reached, else invalid-pdf with the reason. */
export function unusablePdf({ reason, detail }: { reason: InvalidPdfReason; detail: string }): ProblemError {
  if (reason !== 'too_complex') return new ProblemError('invalid-pdf', { detail, members: { reason } });
  return new ProblemError('pdf-too-complex', {
    detail: `${detail[0]!.toUpperCase()}${detail.slice(1)}. Print the PDF to a new file, or split it, and try again.`,
  });
}

/** Throws invalid-pdf, `active_content`, if the look of the file can change; `codes` names why. */
function refuseActiveContent(warnings: readonly PdfWarning[]): void {
  const found = warnings.filter(changesLook);
  if (found.length === 0) return;
  throw new ProblemError('invalid-pdf', {
    detail: `This service refuses PDFs whose look can change. ${found.map(warningMessage).join(' ')}`,
    members: { reason: 'active_content', codes: found.map(({ code }) => code) },
  });
}
