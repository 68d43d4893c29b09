/** The one judgement whether a PDF can be sealed, for documents and templates alike (decisions.md, section 3). */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { inspectInThread } from '@countersign/pdf/inspect-in-thread';
import type { PageSize } from '@countersign/pdf/types';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import type { Ctx } from '../ctx.ts';

/** A hostile file gets this long and this much memory in its own thread before it is called damaged. */
const inspectionTimeoutMs = 30_000;
const inspectionMemoryMb = 1024;

export interface InspectedContent {
  pages: PageSize[];
  warnings: PdfWarning[];
  /** What sealing reads when the file had to be repaired. */
  preparedSha256: string | null;
  /** Sealing need not read the pages' content to protect what it draws from it. */
  contentIsSelfContained: boolean;
}

/** Runs the trial seal in a thread of its own and stores the repaired file if there is one. Throws invalid-pdf with a named reason. */
export async function inspectContent(
  ctx: Ctx & { storage: Storage },
  bytes: Uint8Array,
): Promise<InspectedContent> {
  const inspection = await inspectInThread(bytes, {
    timeoutMs: inspectionTimeoutMs,
    maxMemoryMb: inspectionMemoryMb,
    maxPages: ctx.settings.maxPdfPages,
  });
  if (!inspection.ok) {
    throw new ProblemError('invalid-pdf', {
      detail: inspection.detail,
      members: { reason: inspection.reason },
    });
  }
  const prepared = inspection.normalized ? await ctx.storage.putBytes(inspection.normalized) : null;
  const { pages, warnings, contentIsSelfContained } = inspection;
  return { pages, warnings, preparedSha256: prepared?.sha256 ?? null, contentIsSelfContained };
}
