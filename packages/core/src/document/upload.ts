/**
 * Uploads the PDF of a draft: PUT /v1/documents/{id}/content streams it into storage; a storage that clients can reach gives
 * a presigned URL. Both can be repeated until finalize, which uses the latest upload (docs/spec/decisions.md, section 3).
 */
import { createHash } from 'node:crypto';
import { decodeId, encodeId, newId } from '@countersign/contract/ids';
import {
  BlobMissingError,
  type Storage,
  StorageUnavailableError,
  type StoredBlob,
} from '@countersign/storage/storage';
import { endHold, holdBlob } from '../blob/hold.ts';
import { ownsStorage } from '../blob/installation.ts';
import { removeReplaced } from '../blob/remove-replaced.ts';
import { type Base, type Ctx, withSqlTransaction } from '../ctx.ts';
import { FairQueue } from '../fair-queue.ts';
import { isAmong, type Secrets } from '../secrets.ts';
import { addStorage, putWithinQuota, withinQuota } from '../usage/storage.ts';
import { filesOf, guardFiles, saveFiles, storedBytes, withContent } from './files.ts';
import type { InspectionCtx } from './inspect-content.ts';
import { getDocument, lockDocument } from './lock.ts';
import { guardStatus } from './status.ts';

/** The longest validity of a presigned URL of Signature Version 4. */
const maxPresignedSeconds = 7 * 86_400;

/**
 * The URL to PUT the draft's PDF to, and when it expires. The URL is the credential: no API key is needed. Throws the storage's
 * StorageUnavailableError.
 */
export async function uploadAddress(
  ctx: Ctx & { storage: Storage },
  documentId: string,
): Promise<{ url: string; expiresAt: Date }> {
  const { presignUpload } = ctx.storage;
  const seconds = ctx.settings.uploadUrlSeconds;
  const expiresSeconds = presignUpload ? Math.min(seconds, maxPresignedSeconds) : seconds;
  const expiresAt = new Date(ctx.now().getTime() + expiresSeconds * 1000);
  const token = uploadToken(ctx.secrets, documentId, expiresAt);
  const url =
    (await presignUpload?.(documentId, { expiresSeconds })) ??
    `${uploadPath(ctx, documentId)}?token=${token}`;
  return { url, expiresAt };
}

/** The address of PUT content, which needs an API key. */
export function uploadPath({ settings }: Pick<Base, 'settings'>, documentId: string): string {
  return `${settings.publicUrl}/v1/documents/${encodeId('doc', documentId)}/content`;
}

const tokenText = (documentId: string, expires: number) => `${documentId}:${expires}`;

/** A token that allows uploads to this document until then: `<milliseconds since 1970>.<HMAC, base64url>`. */
function uploadToken(secrets: Secrets, documentId: string, expiresAt: Date): string {
  const expires = expiresAt.getTime();
  const mac = secrets.mac('upload-token', tokenText(documentId, expires));
  return `${expires}.${mac.toString('base64url')}`;
}

/**
 * The scope in which uploadContent may run with an upload token. Null for a token that is malformed, expired, or of another
 * document.
 */
export async function findUploadScope(
  { db, secrets, now }: Pick<Base, 'db' | 'secrets' | 'now'>,
  publicId: string,
  token: string,
): Promise<Pick<Ctx, 'workspaceId' | 'teamId' | 'mode'> | null> {
  const id = decodeId('doc', publicId);
  const [expires, mac] = token.split('.');
  if (!id || !mac || !/^\d{1,15}$/.test(expires!) || Number(expires) <= now().getTime()) return null;
  const accepted = secrets.macs('upload-token', tokenText(id, Number(expires)));
  if (!isAmong(accepted, Buffer.from(mac, 'base64url'))) return null;
  return db.document.findUnique({
    where: { id },
    select: { workspaceId: true, teamId: true, mode: true },
  });
}

/** Uploads that one process reads from presigned URLs at the same time. Each takes memory and a temporary file. */
export const adoptionSlots = 8;
const adoptions = new FairQueue({
  slots: adoptionSlots,
  slotsPerKey: adoptionSlots / 2,
  waiting: 1000,
  waitingPerKey: 200,
  busy: 'Too many uploads are being finalized at once.',
});

/**
 * The file that was PUT to the draft's presigned URL, as a blob; null if there is none. Waits for a slot of the workspace. It is added to
 * the figure of the workspace, and stays counted if the request fails later. Throws BlobTooLargeError past the limit, storage-exhausted past
 * the quota, and unavailable when too many calls wait.
 */
export async function adoptUploaded(ctx: InspectionCtx, documentId: string): Promise<StoredBlob | null> {
  const { adoptUpload } = ctx.storage;
  if (!adoptUpload) return null;
  try {
    const blob = await adoptions.run({ key: ctx.workspaceId, signal: ctx.signal }, () =>
      withinQuota(ctx, ctx.settings.maxPdfBytes, (maxBytes) => adoptUpload(documentId, { maxBytes })),
    );
    // A finalize that failed may be repeated: the same upload is counted once.
    const holdId = idOfUpload(documentId, blob.sha256);
    const isNew = await holdBlob(ctx, blob.sha256, holdId);
    // The hold came after the blob was stored, so another request may have removed it in between.
    if (!(await ctx.storage.stat(blob.sha256)))
      throw new StorageUnavailableError('The upload was removed while it was read. Try again.');
    if (isNew)
      await addStorage(ctx, blob.sizeBytes).catch(async (error: unknown) => {
        await endHold(ctx.db, holdId);
        throw error;
      });
    return blob;
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** A UUID that is the same for the same content at the presigned URL of the same document. */
function idOfUpload(documentId: string, sha256: string): string {
  const hex = createHash('sha256').update(`${documentId} ${sha256}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/**
 * A function that removes the file at the presigned URL. Call it last in the transaction that replaces or adopts that file: if the
 * file stayed after the commit, finalize would take it instead of a later one. Throws StorageUnavailableError.
 */
export async function uploadRemover(
  ctx: Ctx & { storage: Storage },
  documentId: string,
): Promise<() => Promise<void>> {
  const { discardUpload } = ctx.storage;
  if (!discardUpload || !(await ownsStorage(ctx))) return async () => undefined;
  return () => discardUpload(documentId);
}

/** Removes the file at the presigned URL of a finalized draft. If that fails, the blob sweep removes it later. */
export async function discardUploaded(ctx: Ctx & { storage: Storage }, documentId: string): Promise<void> {
  const { discardUpload } = ctx.storage;
  if (!discardUpload) return;
  try {
    if (await ownsStorage(ctx)) await discardUpload(documentId);
  } catch (error) {
    ctx.log.warn('an upload was not removed; the blob sweep removes it later', {
      document_id: documentId,
      error,
    });
  }
}

/**
 * Stores the bytes in bounded memory and makes them the draft's content: its only file, or the one before those of POST …/files.
 * The file that they replace is removed at once. Throws document-state once finalized, storage-exhausted past the quota, and the
 * storage's BlobTooLargeError past the limit; the earlier upload then stays.
 */
export async function uploadContent(
  ctx: Ctx & { storage: Storage },
  publicId: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { id, ...before } = await getDocument(ctx, publicId);
  guardStatus('upload', before);
  const holdId = newId();
  const blob = await putWithinQuota(ctx, source, ctx.settings.maxPdfBytes, 0, holdId);
  const removeEarlier = await uploadRemover(ctx, id);
  const replaced = await withSqlTransaction(ctx, async (tx) => {
    const { document: locked, ctx } = await lockDocument(tx, id);
    const before = filesOf(locked);
    const files = withContent(before, locked, blob);
    guardFiles(files, ctx.settings);
    await saveFiles(ctx, locked, files);
    await addStorage(ctx, storedBytes(files) - storedBytes(before) - blob.sizeBytes);
    await endHold(ctx.db, holdId);
    await removeEarlier();
    return before.find((file) => file.id === id)?.sha256 ?? null;
  });
  await removeReplaced(ctx, replaced, blob.sha256);
}
