/** Job `document.seal`: turns a completed document into the sealed file (docs/spec/decisions.md, section 8). */

import type { FieldSettings } from '@countersign/contract/field';
import { encodeId } from '@countersign/contract/ids';
import type { Document, Field } from '@countersign/db/models';
import type { RevocationSource, Timestamper } from '@countersign/pdf/ports/authorities';
import { TimestampError } from '@countersign/pdf/ports/errors';
import type { SignatureCaption } from '@countersign/pdf/ports/marks';
import { MAX_CONTENT_BYTES } from '@countersign/pdf/reader/content';
import { youngGenerationMb } from '@countersign/pdf/threads/run-in-thread';
import { sealInThread } from '@countersign/pdf/threads/seal-in-thread';
import type { Storage } from '@countersign/storage/storage';
import { type Base, type Ctx, systemCtx, withSqlTransaction } from '../ctx.ts';
import { mergedGrowth } from '../document/inspect-content.ts';
import { type FullDocument, pagesOf, withParts } from '../document/lock.ts';
import { canDo, documentTransitions, type ReportedStatus } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { writeChainParts } from '../event/append.ts';
import { continueChain } from '../event/chain.ts';
import { listEvents } from '../event/list.ts';
import { imagesOf, markLabelOf, markOf } from '../field/mark-of.ts';
import { notifySenderOfCompletion } from '../mail/notify-sender.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { isActive, isMailed } from '../recipient/status.ts';
import { statusesAllowing } from '../transitions.ts';
import { archiveDueAt } from './archive-due.ts';
import { failAttempt, startAttempt, timestampFailures } from './attempts.ts';
import { certificateData, signatureId } from './certificate-data.ts';
import { checkValues } from './check-values.ts';
import type { SealKey, SealKeys } from './keys.ts';
import {
  isSealCertificateRecorded,
  noteSealCertificate,
  recordSealCertificate,
} from './seal-certificates.ts';
import type { WorkspaceKey } from './workspace-key-source.ts';

export interface SealPorts {
  storage: Storage;
  sealKeys: Pick<SealKeys, 'keyFor'>;
  timestamper: Timestamper | null;
  /** The source of revocation data for B-LT; absent = none. */
  revocation?: RevocationSource | null;
  /** Whether seals with revocation data get an archive timestamp, which is renewed: B-LTA. */
  archives?: boolean;
}

/** After this many failures of the timestamp authority, the seal is made without a timestamp, as B-B. */
const timestampPatience = 3;

/** The limits of sealing are this many times those of inspection, so that every file that passed inspection can be sealed. */
const limitFactor = 3;
/** Heap limit of a sealing thread, well above that of the inspection, which includes a trial seal. */
const sealingMemoryMb = 512;

/**
 * The most memory that one seal can take: the heap of its thread, the file and the sealed file, and decoded content, which exists up to
 * three times (reader/content.ts).
 */
export function sealingBytes(maxPdfBytes: number): number {
  return (
    (sealingMemoryMb + youngGenerationMb) * 1024 * 1024 +
    2 * mergedGrowth * maxPdfBytes +
    3 * MAX_CONTENT_BYTES
  );
}

/**
 * Seals a completed document exactly once, however often the job runs: checks whether it is still unsealed; reads, seals and
 * stores outside any transaction; then in one transaction checks again, marks it sealed, appends envelope.sealed and mails
 * everyone. Every failure is thrown for the queue to retry and recorded as an attempt. Reaching a limit of time or memory is
 * a PdfError, `too_complex`.
 */
export async function sealDocument(
  base: Base & SealPorts,
  input: { documentId: string; requestId: string; signal?: AbortSignal },
): Promise<'sealed' | 'not wanted'> {
  const found = await base.db.document.findUnique({
    where: { id: input.documentId },
    include: { ...withParts, workspace: { select: sealingWorkspace } },
    relationLoadStrategy: 'join',
  });
  if (!found || !canDo('seal', found) || found.sealedAt) return 'not wanted';
  const { workspace, ...document } = found;
  const ctx = systemCtx(base, { ...document, requestId: input.requestId, name: 'seal' });
  const attempt = await startAttempt(ctx, document.id);
  try {
    const made = await makeSeal({ ...base, ...ctx, signal: input.signal }, document, workspace, attempt);
    const sealed = await markSealed(ctx, document, { ...made, attempt });
    return sealed ? 'sealed' : 'not wanted';
  } catch (error) {
    const kind = error instanceof TimestampError ? 'timestamp' : 'seal';
    await failAttempt(ctx, document.id, attempt, {
      kind,
      message: error instanceof Error ? error.message : String(error),
    });
    throw error;
  }
}

const sealingWorkspace = {
  name: true,
  accentColor: true,
  showsDocumentId: true,
  showsSignatureDetails: true,
  logo: { select: { prepared: true } },
  sealKey: { select: { workspaceId: true, key: true, certificates: true } },
} as const;

interface SealingWorkspace {
  name: string;
  accentColor: string;
  showsDocumentId: boolean;
  showsSignatureDetails: boolean;
  logo: { prepared: Uint8Array } | null;
  sealKey: WorkspaceKey | null;
}

interface MadeSeal {
  sealedSha256: string;
  sizeBytes: number;
  profile: string;
  archiveDueAt: Date | null;
  key: SealKey;
}

async function makeSeal(
  ctx: Ctx & SealPorts & { signal: AbortSignal | undefined },
  document: FullDocument,
  workspace: SealingWorkspace,
  attempt: number,
): Promise<MadeSeal> {
  // First, because an attempt with a key that cannot be used should cost little.
  const key = await ctx.sealKeys.keyFor(document.mode, workspace.sealKey);
  const [pdf, events] = await Promise.all([
    ctx.storage.getBytes(document.preparedSha256 ?? document.originalSha256!),
    listEvents(ctx.db, document.id),
  ]);
  const valuesSha256 = checkValues(document, events);
  const images = new Map<string, Uint8Array>();
  for (const sha256 of imagesOf(document.fields)) images.set(sha256, await ctx.storage.getBytes(sha256));
  const withoutTimestamp =
    attempt > timestampPatience && (await timestampFailures(ctx, document.id)) >= timestampPatience;
  if (ctx.timestamper && withoutTimestamp) {
    ctx.log.warn('the timestamp authority does not respond: sealing as PAdES-B-B', {
      document_id: document.id,
      attempt,
    });
  }
  const { maxPdfSeconds, maxPdfDecodedBytes } = ctx.settings;
  const sealing = {
    pdf,
    maxDecodedBytes: maxPdfDecodedBytes * limitFactor,
    contentIsSelfContained: document.contentIsSelfContained,
    darkPlaces: pagesOf(document).map(({ dark }) => dark),
    marks: document.fields.flatMap((field) => {
      const mark = markOf(field, images);
      if (!mark) return [];
      const { page, x, y, w, h } = field;
      const settings = field.settings as FieldSettings;
      const background = settings.background ?? 'auto';
      const label = markLabelOf({ ...field, settings });
      const caption = workspace.showsSignatureDetails ? captionOf(document, field) : null;
      return [{ page, x, y, w, h, mark, label, background, caption }];
    }),
    pageNote: workspace.showsDocumentId ? `Document ID ${encodeId('doc', document.id)}` : null,
    certificate: certificateData(document, events, {
      workspaceName: workspace.name,
      logo: workspace.logo?.prepared ?? null,
      accentColor: workspace.accentColor,
      hasSignatureIds: workspace.showsSignatureDetails,
      publicUrl: ctx.settings.publicUrl,
      images,
      valuesSha256,
    }),
    watermark: document.mode === 'test' ? 'TEST' : null,
    signer: key.signer,
    timestamper: withoutTimestamp ? null : ctx.timestamper,
    revocation: key.namesRevocation ? (ctx.revocation ?? null) : null,
    archive: ctx.archives ?? false,
    sealedAt: ctx.now(),
  };
  const result = await sealInThread(sealing, {
    timeoutMs: maxPdfSeconds * limitFactor * 1000,
    maxMemoryMb: sealingMemoryMb,
    signal: ctx.signal,
  });
  if (result.shortfall !== null) {
    ctx.log.warn(`no revocation data available: sealed as ${result.profile}`, {
      document_id: document.id,
      reason: result.shortfall,
    });
  }
  const sealed = await ctx.storage.putBytes(result.sealed);
  return {
    sealedSha256: sealed.sha256,
    sizeBytes: result.sealed.length,
    profile: result.profile,
    archiveDueAt: result.until && archiveDueAt(result.until, ctx.now()),
    key,
  };
}

/** Who signed in a signature field, and when; null for other fields. */
function captionOf(document: FullDocument, field: Field): SignatureCaption | null {
  if (field.type !== 'signature' || field.signature === null) return null;
  const signer = document.recipients.find(({ id }) => id === field.recipientId);
  return signer?.completedAt ? { name: signer.name, at: signer.completedAt, id: signatureId(signer) } : null;
}

const sealableStatuses = statusesAllowing<ReportedStatus>(documentTransitions, 'seal');

/** The columns that are read again under the lock, because they may have changed during sealing. */
interface Locked {
  seq: number;
  hash: string;
  clockOffsetSeconds: number;
  visibility: Document['visibility'];
}

/** Ends the attempt. Returns false if another run has sealed the document. */
async function markSealed(
  ctx: Ctx,
  document: FullDocument,
  made: MadeSeal & { attempt: number },
): Promise<boolean> {
  const { id, mode } = document;
  const isRecorded = isSealCertificateRecorded(ctx.db, made.key, mode);
  const isSealed = await withSqlTransaction(ctx, async (tx) => {
    const at = ctx.now();
    // One statement that locks the document's row by primary key, as every change does first. If it had to wait for another
    // run, it sees that run's changes and changes nothing.
    const [locked] = await tx.db.$queryRaw<Locked[]>`
      WITH ended AS (
        UPDATE seal_attempt SET ended_at = ${at}::timestamptz, error = NULL
        WHERE document_id = ${id}::uuid AND number = ${made.attempt}
      )
      UPDATE document SET sealed_at = ${at}::timestamptz + clock_offset_seconds * interval '1 second',
        sealed_sha256 = ${made.sealedSha256}, sealed_bytes = ${made.sizeBytes}, seal_profile = ${made.profile},
        archive_due_at = ${made.archiveDueAt}::timestamptz
      WHERE id = ${id}::uuid AND status = ANY(${sealableStatuses}::document_status[]) AND sealed_at IS NULL
        AND removed_at IS NULL
      RETURNING chain_seq AS seq, chain_head AS hash, clock_offset_seconds AS "clockOffsetSeconds", visibility`;
    if (!locked) return false;
    const own = { ...tx, now: clockOf(tx.now, locked) };
    const chain = continueChain(own, id, locked, [
      {
        type: 'envelope.sealed',
        payload: {
          sealed_sha256: made.sealedSha256,
          size_bytes: made.sizeBytes,
          seal_profile: made.profile,
          attempts: made.attempt,
        },
      },
    ]);
    await writeChainParts(own, document, [chain], 'advance heads');
    await queueMails(
      own,
      // Recipients of a completed document never change, so those read before the seal are current.
      document.recipients
        .filter((one) => isActive(one) && isMailed(one))
        .map((one) => ({
          kind: 'completed' as const,
          documentId: id,
          recipientId: one.id,
          toName: one.name,
          toAddress: one.email,
        })),
    );
    await notifySenderOfCompletion(own, { ...document, visibility: locked.visibility });
    if (!isRecorded) await recordSealCertificate(tx, made.key, mode);
    return true;
  });
  if (isSealed && !isRecorded) noteSealCertificate(ctx.db, made.key, mode);
  return isSealed;
}
