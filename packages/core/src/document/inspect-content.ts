/** The one judgement whether a PDF can be sealed, for documents and templates alike (decisions.md, section 3). */
import { changesLook, type PdfWarning, warningMessage } from '@countersign/contract/pdf-warning';
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
  if (ctx.settings.activeContent === 'refuse') refuseActiveContent(inspection.warnings);
  const prepared = inspection.normalized ? await ctx.storage.putBytes(inspection.normalized) : null;
  const { pages, warnings, contentIsSelfContained } = inspection;
  return { pages, warnings, preparedSha256: prepared?.sha256 ?? null, contentIsSelfContained };
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
