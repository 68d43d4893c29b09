/**
 * GET /v1/documents/{id}/download: original, sealed file or certificate of completion (docs/spec/decisions.md, section 3).
 */
import type { DownloadVersion } from '@countersign/contract/document';
import { extractCertificate } from '@countersign/pdf/certificate/extract';
import type { Storage } from '@countersign/storage/storage';
import { type Ctx, type Tx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
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
 * Retry-After unless the document closed unsigned), document-state before finalize, and document-erased.
 */
export async function findDownload(
  ctx: Ctx & { storage: Storage },
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
  ctx: Ctx & { storage: Storage },
  publicId: string,
  version?: DownloadVersion,
): Promise<Download & { documentId: string; isRecorded: boolean }> {
  const found = await findDownload(ctx, publicId, version);
  const document = await getDocument(ctx, publicId);
  return { ...found, isRecorded: !canDo('edit', document) };
}

/** Deterministic: two concurrent calls store the same blob. */
async function storeCertificate(
  ctx: Ctx & { storage: Storage },
  document: FullDocument,
  sealedSha256: string,
): Promise<string> {
  const certificate = extractCertificate(await ctx.storage.getBytes(sealedSha256), pagesOf(document).length);
  const { sha256 } = await ctx.storage.putBytes(certificate);
  // Only if the document still has its files: a reference here would keep the blob.
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

/**
 * Records that an actor downloaded a file or a part of it. Each whole file is an audit event. A part is one unless a download
 * of the same version by the same actor was recorded in the last ten minutes (docs/AUDIT.md, Downloads).
 */
export async function recordDownload(
  ctx: Ctx,
  documentId: string,
  version: DownloadVersion,
  extent: 'whole' | 'part' = 'whole',
): Promise<void> {
  if (extent === 'part') {
    const clock = { clockOffsetSeconds: true };
    const offset = await ctx.db.document.findUniqueOrThrow({ where: { id: documentId }, select: clock });
    const here = { actor: ctx.actor, now: clockOf(ctx.now, offset) };
    // Equal mutant "→ false": it is asked again under the lock; here it saves the lock.
    // Equal mutant "return; → ;": so it is here.
    if (await hasRecentDownload(here, ctx.db, documentId, version)) return;
  }
  await withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, documentId);
    if (extent === 'part' && (await hasRecentDownload(ctx, ctx.db, documentId, version))) return;
    await limitTrail(ctx, document);
    await appendEvents(ctx, documentId, [{ type: 'envelope.downloaded', payload: { version } }]);
  });
}

/** Whether the actor's download of the version is among the latest events. Reads the end of the trail by primary key. */
async function hasRecentDownload(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  db: Pick<Tx, '$queryRaw'>,
  documentId: string,
  version: DownloadVersion,
): Promise<boolean> {
  const since = new Date(now().getTime() - downloadMinutes * 60_000).toISOString();
  const found = await db.$queryRaw<unknown[]>`
    SELECT FROM (
      SELECT event_type, actor, payload, created_at_iso FROM event
      WHERE document_id = ${documentId}::uuid ORDER BY seq DESC LIMIT ${recentEvents}
    ) latest
    WHERE event_type = 'envelope.downloaded' AND payload->>'version' = ${version}
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
