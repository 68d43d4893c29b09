/** GET /v1/documents/{id}/download: original, sealed or certificate (docs/spec/decisions.md, section 3). */
import type { DownloadVersion } from '@countersign/contract/document';
import { extractCertificate } from '@countersign/pdf/certificate/extract';
import type { Storage } from '@countersign/storage/storage';
import { type Ctx, type Tx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { type FullDocument, getDocument, lockDocument, pagesOf } from './lock.ts';
import {
  documentStateProblem,
  guardNotErased,
  guardStatus,
  notSealedProblem,
  reportedStatus,
} from './status.ts';

export interface Download {
  sha256: string;
  filename: string;
  version: DownloadVersion;
}

/**
 * Which blob to serve: the sealed file of a completed document, else the original, unless a version is asked for.
 * The certificate is taken from the sealed file when it is first asked for, and kept. Throws not-sealed (with
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
 * The PDF of a draft, for whoever places fields on it: part of preparing it, not a download, and so no event. Throws
 * document-state once sent; from then on every reading is a download.
 */
export async function findDraftContent(ctx: Ctx, publicId: string): Promise<Download> {
  const document = await getDocument(ctx, publicId);
  guardStatus('edit', document);
  return chooseBlob(document, 'original');
}

/** The same sealed file gives the same certificate, so that two who ask at once store one. */
async function storeCertificate(
  ctx: Ctx & { storage: Storage },
  document: FullDocument,
  sealedSha256: string,
): Promise<string> {
  const certificate = extractCertificate(await ctx.storage.getBytes(sealedSha256), pagesOf(document).length);
  const { sha256 } = await ctx.storage.putBytes(certificate);
  // Not of a document that lost its files meanwhile: a name here keeps the bytes.
  await ctx.db.document.updateMany({
    where: { id: document.id, OR: [{ erasedAt: null }, { sealedKept: true }] },
    data: { certificateSha256: sha256 },
  });
  return sha256;
}

/** Viewers load a file in many parts. Within this time they are one download. */
const downloadMinutes = 10;
/** How far back in the trail a download is looked for. */
const recentEvents = 200;

/**
 * Records that an actor got a file or a part of it. Each whole file is an event; a part is one unless the actor's last
 * download of the version was recorded within the last ten minutes (docs/AUDIT.md, Downloads).
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
    if (await hasRecentDownload(here, ctx.db, documentId, version)) return;
  }
  await withTransaction(ctx, async (tx) => {
    const { ctx } = await lockDocument(tx, documentId);
    if (extent === 'part' && (await hasRecentDownload(ctx, ctx.db, documentId, version))) return;
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

/** The blob of a version; pure but for its errors. */
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
