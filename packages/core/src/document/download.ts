/**
 * GET /v1/documents/{id}/download: original, sealed file or certificate of completion (docs/spec/decisions.md, section 3).
 */
import type { DownloadVersion } from '@countersign/contract/document';
import { extractInThread } from '@countersign/pdf/threads/extract-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Storage } from '@countersign/storage/storage';
import { type Ctx, type Tx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents, writerOf } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { HEAD_BYTES, mediaTypeOf } from './file-kind.ts';
import { filesOf } from './files.ts';
import { type InspectionCtx, pdfThreadMemoryMb } from './inspect-content.ts';
import { type FullDocument, getDocument, lockDocument, pagesOf } from './lock.ts';
import { canDo, documentStateProblem, guardNotErased, notSealedProblem, reportedStatus } from './status.ts';

export interface Download {
  sha256: string;
  filename: string;
  version: DownloadVersion;
}

/**
 * The blob to serve: the given version, by default the sealed file of a completed document and otherwise the original. The
 * certificate of completion is extracted from the sealed file when it is first requested, and stored. Throws not-sealed (with
 * Retry-After while the document is being sealed), unavailable when too many PDFs are being read, document-state before finalize, and
 * document-erased.
 */
export async function findDownload(
  ctx: InspectionCtx,
  publicId: string,
  version?: DownloadVersion,
): Promise<Download & { documentId: string }> {
  const document = await getDocument(ctx, publicId);
  if (version === 'certificate' && document.sealedSha256 && !document.certificateSha256)
    document.certificateSha256 = await storeCertificate(ctx, document, document.sealedSha256);
  return { ...chooseBlob(document, version), documentId: document.id };
}

/**
 * The blob that the console shows, chosen like findDownload. `isRecorded` is false for a draft: looking at it is part of preparing
 * it. Any other reading must be recorded as a download. Throws what findDownload throws.
 */
export async function findShownContent(
  ctx: InspectionCtx,
  publicId: string,
  version?: DownloadVersion,
): Promise<Download & { documentId: string; isRecorded: boolean }> {
  const found = await findDownload(ctx, publicId, version);
  const document = await getDocument(ctx, publicId);
  return { ...found, isRecorded: !canDo('edit', document) };
}

/** An uploaded file of a document. */
export interface FileDownload {
  sha256: string;
  filename: string;
  mediaType: string;
  documentId: string;
  fileId: string;
  /** False for a draft, as in findShownContent. */
  isRecorded: boolean;
}

/**
 * One of the files that the document is or was made from, as it was uploaded. Throws not-found for an unknown document or
 * file, and document-erased.
 */
export async function findFile(
  ctx: Ctx & { storage: Storage },
  publicId: string,
  fileId: string,
): Promise<FileDownload> {
  const document = await getDocument(ctx, publicId);
  guardNotErased(document);
  const file = filesOf(document).find(({ id }) => id === fileId);
  if (!file) throw new ProblemError('not-found', { detail: 'The document has no such file.' });
  const { sha256, name, sizeBytes } = file;
  const mediaType = mediaTypeOf(await readHead(ctx.storage, sha256, sizeBytes), name);
  const isRecorded = !canDo('edit', document);
  return { sha256, filename: name, mediaType, documentId: document.id, fileId, isRecorded };
}

async function readHead(storage: Storage, sha256: string, sizeBytes: number): Promise<Buffer> {
  const range = { start: 0, end: Math.min(HEAD_BYTES, sizeBytes) - 1 };
  const { stream } = await storage.openRange(sha256, range);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The sealed file has been read before, so the limits of the thread are higher than at the inspection. */
const limitFactor = 2;

/** Deterministic: two concurrent calls store the same blob. Waits for a slot of the workspace, as inspections do. */
async function storeCertificate(
  ctx: InspectionCtx,
  document: FullDocument,
  sealedSha256: string,
): Promise<string> {
  const request = { key: ctx.workspaceId, id: `certificate ${sealedSha256}`, signal: ctx.signal };
  const certificate = await ctx.inspections.run(request, async (signal) =>
    extractInThread(await ctx.storage.getBytes(sealedSha256), pagesOf(document).length, {
      timeoutMs: ctx.settings.maxPdfSeconds * limitFactor * 1000,
      maxMemoryMb: pdfThreadMemoryMb,
      signal,
    }),
  );
  const { sha256 } = await ctx.storage.putBytes(certificate);
  // Not if the files were erased in the meantime: this reference would keep the blob.
  await ctx.db.document.updateMany({
    where: { id: document.id, OR: [{ erasedAt: null }, { sealedKept: true }] },
    data: { certificateSha256: sha256 },
  });
  return sha256;
}

/** Viewers load a file in many parts. All parts within this time count as one download. */
const downloadMinutes = 10;
/** How many events at the end of the trail are searched for an earlier download. */
const recentEvents = 200;

/** What was downloaded: a version of the document, or one of the files that it was made from. */
type Downloaded = DownloadVersion | { fileId: string };

/**
 * Records that an actor downloaded a file or a part of it. Each download of a whole file is an audit event. A download of a part is
 * one unless the same actor's download of the same file was recorded in the last ten minutes (docs/AUDIT.md, Downloads).
 */
export async function recordDownload(
  ctx: Ctx,
  documentId: string,
  what: Downloaded,
  extent: 'whole' | 'part' = 'whole',
): Promise<void> {
  const payload = typeof what === 'string' ? { version: what } : { version: 'file', file_id: what.fileId };
  if (extent === 'part') {
    const clock = { clockOffsetSeconds: true };
    const offset = await ctx.db.document.findUniqueOrThrow({ where: { id: documentId }, select: clock });
    const here = { actor: ctx.actor, now: clockOf(ctx.now, offset) };
    // Equal mutant "→ false": checked again under the lock. Here it saves the lock.
    // Equal mutant "return; → ;": the same.
    if (await hasRecentDownload(here, ctx.db, documentId, payload)) return;
  }
  await withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, documentId);
    if (extent === 'part' && (await hasRecentDownload(ctx, ctx.db, documentId, payload))) return;
    await limitTrail(ctx, document);
    await appendEvents(writerOf(ctx, document), documentId, [{ type: 'envelope.downloaded', payload }]);
  });
}

/** Whether the latest events have a recent download of the same file by the actor. Reads the end of the trail by primary key. */
async function hasRecentDownload(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  db: Pick<Tx, '$queryRaw'>,
  documentId: string,
  { version, file_id: fileId = null }: { version: string; file_id?: string | null },
): Promise<boolean> {
  const since = new Date(now().getTime() - downloadMinutes * 60_000).toISOString();
  const found = await db.$queryRaw<unknown[]>`
    SELECT FROM (
      SELECT event_type, actor, payload, created_at_iso FROM event
      WHERE document_id = ${documentId}::uuid ORDER BY seq DESC LIMIT ${recentEvents}
    ) latest
    WHERE event_type = 'envelope.downloaded' AND payload->>'version' = ${version} AND payload->>'file_id' IS NOT DISTINCT FROM ${fileId}::text
      AND actor->>'type' = ${actor.type} AND actor->>'id' = ${actor.id} AND created_at_iso > ${since} LIMIT 1`;
  return found.length > 0;
}

/** The blob of a version. Pure except for the errors it throws. */
export function chooseBlob(document: FullDocument, wanted?: DownloadVersion): Download {
  const version = wanted ?? (document.status === 'completed' ? 'sealed' : 'original');
  if (!document.sealedKept || version === 'original') guardNotErased(document);
  if (version === 'original') {
    if (!document.originalSha256)
      throw documentStateProblem('read', reportedStatus(document), 'The document has no finalized PDF yet.');
    return { sha256: document.originalSha256, filename: `${document.title}.pdf`, version };
  }
  const sha256 = version === 'sealed' ? document.sealedSha256 : document.certificateSha256;
  if (!sha256) throw notSealedProblem(document);
  const suffix = version === 'sealed' ? 'sealed' : 'certificate';
  return { sha256, filename: `${document.title} (${suffix}).pdf`, version };
}
