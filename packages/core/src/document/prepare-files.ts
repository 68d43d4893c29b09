/** Makes PDFs of uploaded images and DOCX files, reads PDFs that will be combined, and combines them. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '@countersign/contract/ids';
import { ImagePageError, imagePage } from '@countersign/pdf/draw/image-page';
import type { MergeRefusal } from '@countersign/pdf/merge';
import { checkInThread, mergeInThread } from '@countersign/pdf/threads/merge-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import type { StoredBlob } from '@countersign/storage/storage';
import { putWithinQuota } from '../usage/storage.ts';
import type { FileConverter } from './file-converter.ts';
import type { FileKind } from './file-kind.ts';
import { pdfOf, type SourceFile } from './files.ts';
import {
  type InspectionCtx,
  mergedGrowth,
  pdfThreadLimits,
  type ReadContent,
  unusablePdf,
} from './inspect-content.ts';

/** A file in storage that a document does not have yet. */
export interface UploadedFile {
  blob: StoredBlob;
  name: string;
  kind: FileKind;
}

export type FilesCtx = InspectionCtx & {
  /** Turns DOCX into PDF. Null if this installation has no converter. */
  converter: FileConverter | null;
};

/**
 * The uploaded files, images and DOCX with the PDF that was made of them. Throws invalid-file for a damaged or too large image and
 * for a DOCX that cannot be converted, unsupported-media-type for a DOCX without a converter, unavailable if the converter does not
 * answer, and storage-exhausted.
 */
export async function convertFiles(ctx: FilesCtx, uploaded: readonly UploadedFile[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const { blob, name, kind } of uploaded) {
    const file = { id: newId(), name, ...blob, pdfSha256: null, pdfBytes: null, pages: null };
    if (kind === 'pdf') {
      files.push(file);
      continue;
    }
    const made = kind === 'image' ? await pageOfImage(ctx, file) : await pdfOfDocx(ctx, file);
    const pdf = await putWithinQuota(ctx, Readable.from([made]), made.length, made.length);
    files.push({
      ...file,
      pdfSha256: pdf.sha256,
      pdfBytes: pdf.sizeBytes,
      pages: kind === 'image' ? 1 : null,
    });
  }
  return files;
}

async function pageOfImage(ctx: FilesCtx, { name, sha256 }: SourceFile): Promise<Uint8Array> {
  const { settings, storage } = ctx;
  return ctx.inspections.run({ key: ctx.workspaceId, signal: ctx.signal }, async () => {
    const bytes = await storage.getBytes(sha256, { maxBytes: settings.maxPdfBytes });
    try {
      return await imagePage(bytes, { timeoutSeconds: settings.maxPdfSeconds });
    } catch (error) {
      if (error instanceof ImagePageError) throw unusableFile(name, error.reason, error.message);
      throw error;
    }
  });
}

async function pdfOfDocx(ctx: FilesCtx, { name, sha256 }: SourceFile): Promise<Uint8Array> {
  if (!ctx.converter)
    throw new ProblemError('unsupported-media-type', {
      detail: `${name}: this service cannot convert DOCX files. Save the file as PDF and upload that.`,
      members: { reason: 'no_converter', file: name },
    });
  const request = { key: ctx.workspaceId, signal: ctx.signal };
  return ctx.converter.convert(request, name, () =>
    ctx.storage.getBytes(sha256, { maxBytes: ctx.settings.maxPdfBytes }),
  );
}

/** The problem of a file that cannot become part of a document. */
export function unusableFile(name: string, reason: string, detail: string): ProblemError {
  return new ProblemError('invalid-file', { detail: `${name}: ${detail}.`, members: { reason, file: name } });
}

/**
 * The pages of files that were not read yet, by their hash; empty for a single file, which finalize reads. Throws invalid-pdf and
 * pdf-too-complex for a file that cannot be combined with others.
 */
export async function countPages(
  ctx: FilesCtx,
  files: readonly SourceFile[],
): Promise<ReadonlyMap<string, number>> {
  const unread = files.filter(({ pages }) => pages === null);
  if (files.length < 2 || unread.length === 0) return new Map();
  return ctx.inspections.run({ key: ctx.workspaceId, signal: ctx.signal }, async (signal) => {
    const result = await checkInThread(await partsOf(ctx, unread), { ...limitsOf(ctx), signal });
    if (!result.ok) throw unusablePart(unread, result);
    return new Map(unread.map(({ sha256 }, index) => [sha256, result.pageCounts[index]!]));
  });
}

/** How finalize reads the files: the only PDF as it is, several as one new file. */
export interface ContentSource {
  /** Differs for other files, names or order. */
  id: string;
  /** The blob, if it exists already. */
  sha256: string | null;
  read(signal: AbortSignal): Promise<ReadContent>;
}

/** The source of the document's PDF. Reading throws what countPages throws. */
export function contentSource(ctx: InspectionCtx, files: readonly SourceFile[]): ContentSource {
  const [only] = files;
  if (files.length === 1) {
    const sha256 = pdfOf(only!);
    const read = async () => ({
      bytes: await ctx.storage.getBytes(sha256, { maxBytes: ctx.settings.maxPdfBytes }),
    });
    return { id: sha256, sha256, read };
  }
  const id = createHash('sha256');
  for (const file of files) id.update(pdfOf(file)).update(JSON.stringify(file.name));
  return {
    id: id.digest('hex'),
    sha256: null,
    read: async (signal) => {
      const result = await mergeInThread(await partsOf(ctx, files), { ...limitsOf(ctx), signal });
      if (!result.ok) throw unusablePart(files, result);
      return { bytes: result.merged, merged: result };
    },
  };
}

async function partsOf(ctx: InspectionCtx, files: readonly SourceFile[]) {
  const parts: Array<{ bytes: Uint8Array; title: string }> = [];
  for (const file of files) {
    const bytes = await ctx.storage.getBytes(pdfOf(file), { maxBytes: ctx.settings.maxPdfBytes });
    parts.push({ bytes, title: bookmarkOf(file.name) });
  }
  return parts;
}

/** The name without its extension. */
const bookmarkOf = (name: string): string => name.replace(/(?<=.)\.(?:pdf|jpe?g|png|docx)$/i, '');

function limitsOf({ settings }: InspectionCtx) {
  return {
    ...pdfThreadLimits(settings),
    maxPages: settings.maxPdfPages,
    maxDecodedBytes: settings.maxPdfDecodedBytes,
    maxBytes: settings.maxPdfBytes * mergedGrowth,
  };
}

function unusablePart(files: readonly SourceFile[], { index, reason, detail }: MergeRefusal): ProblemError {
  const name = index === null ? null : (files[index]?.name ?? null);
  const problem = unusablePdf({ reason, detail: name === null ? detail : `${name}: ${detail}` });
  if (name !== null) problem.members.file = name;
  return problem;
}
