/** Job `document.seal`: turns a completed document into the sealed file (docs/spec/decisions.md, section 8). */

import { encodeId } from '@countersign/contract/ids';
import type { Document } from '@countersign/db/models';
import { sqlOf } from '@countersign/db/sql';
import type { RevocationSource, Timestamper } from '@countersign/pdf/ports/authorities';
import { TimestampError } from '@countersign/pdf/ports/errors';
import { sealInThread } from '@countersign/pdf/threads/seal-in-thread';
import type { Storage } from '@countersign/storage/storage';
import { type Base, type Ctx, systemCtx, withSqlTransaction } from '../ctx.ts';
import { baseOf, type FullDocument, pagesOf } from '../document/lock.ts';
import { type FullRow, fullColumns, fullDocument } from '../document/rows.ts';
import { canDo, documentTransitions, type ReportedStatus } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { writeChainParts } from '../event/append.ts';
import { continueChain } from '../event/chain.ts';
import { listEvents } from '../event/list.ts';
import type { FairQueue } from '../fair-queue.ts';
import { drawnFields } from '../field/drawn-fields.ts';
import { notifySenderOfCompletion } from '../mail/notify-sender.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { isActive, isMailed } from '../recipient/status.ts';
import { completionsIn, ownSignaturesIn } from '../signing/own-signatures.ts';
import { placedMarks, readImages, testWatermark } from '../signing/placed-marks.ts';
import { statusesAllowing } from '../transitions.ts';
import { archiveDueAt } from './archive-due.ts';
import { failAttempt, startAttempt, timestampFailures } from './attempts.ts';
import { certificateData } from './certificate-data.ts';
import { checkValues, ValuesMismatchError } from './check-values.ts';
import type { SealKey, SealKeys } from './keys.ts';
import {
  isSealCertificateRecorded,
  noteSealCertificate,
  recordSealCertificate,
} from './seal-certificates.ts';
import { sealingMemoryMb } from './sealing-queue.ts';
import { testSealKey } from './test-key.ts';
import type { WorkspaceKey } from './workspace-key-source.ts';

export interface SealPorts {
  storage: Storage;
  sealKeys: Pick<SealKeys, 'keyFor'>;
  timestamper: Timestamper | null;
  /** The source of revocation data for B-LT; absent = none. */
  revocation?: RevocationSource | null;
  /** Whether seals with revocation data get an archive timestamp, which is renewed: B-LTA. */
  archives?: boolean;
  /** Limits how many files are sealed at the same moment; absent = as many as there are callers. */
  sealing?: FairQueue;
}

/**
 * What one run did. `sealed below level`: the timestamp authority or the source of revocation data failed, so the seal lacks what they
 * would have given. `not wanted`: the document is not completed, or sealed already.
 */
export type SealOutcome = 'sealed' | 'sealed below level' | 'not wanted';

/** After this many failures of the timestamp authority, the seal is made without a timestamp, as B-B. */
const maxTimestampFailures = 3;

/** The limits of sealing are this many times those of inspection, so that every file that passed inspection can be sealed. */
const limitFactor = 3;

/**
 * Seals a completed document exactly once, however often the job runs: checks whether it is still unsealed; reads, seals and
 * stores outside any transaction; then in one transaction checks again, marks it sealed, appends envelope.sealed and mails
 * everyone. Every failure is thrown for the queue to retry and recorded as an attempt. Reaching a limit of time or memory is
 * a PdfError, `too_complex`.
 */
export async function sealDocument(
  base: Base & SealPorts,
  input: { documentId: string; requestId: string; signal?: AbortSignal },
): Promise<SealOutcome> {
  const found = await readUnsealed(base, input.documentId);
  if (!found || !canDo('seal', found.document) || found.document.sealedAt) return 'not wanted';
  const { workspace, document } = found;
  const ctx = systemCtx(base, { ...document, requestId: input.requestId, name: 'seal' });
  const attempt = await startAttempt(ctx, document.id);
  try {
    const made = await makeSeal({ ...base, ...ctx, signal: input.signal }, document, workspace, attempt);
    const sealed = await markSealed(ctx, document, { ...made, attempt });
    if (!sealed) return 'not wanted';
    return made.isBelowLevel ? 'sealed below level' : 'sealed';
  } catch (error) {
    const kind = error instanceof TimestampError ? 'timestamp' : 'seal';
    await failAttempt(ctx, document.id, attempt, {
      kind,
      message: error instanceof Error ? error.message : String(error),
    });
    throw error;
  }
}

interface SealingWorkspace {
  name: string;
  accentColor: string;
  showsDocumentId: boolean;
  showsSignatureDetails: boolean;
  /** The prepared image. */
  logo: Uint8Array | null;
  sealKey: WorkspaceKey | null;
}

/** The document with what its workspace decides about the seal, in one statement; null if it does not exist. */
async function readUnsealed(
  { db }: Base,
  documentId: string,
): Promise<{ document: FullDocument; workspace: SealingWorkspace } | null> {
  const [row] = await sqlOf(db).$queryRaw<
    Array<FullRow & { workspace: Omit<SealingWorkspace, 'logo'>; logo: Buffer | null }>
  >`
    SELECT ${fullColumns}, l.prepared AS logo, json_build_object('name', w.name, 'accentColor', w.accent_color,
      'showsDocumentId', w.shows_document_id, 'showsSignatureDetails', w.shows_signature_details,
      'sealKey', (SELECT json_build_object('workspaceId', k.workspace_id, 'key', k.key, 'certificates', k.certificates)
        FROM workspace_seal_key k WHERE k.workspace_id = w.id)) AS workspace
    FROM document d JOIN workspace w ON w.id = d.workspace_id LEFT JOIN workspace_logo l ON l.workspace_id = w.id
    WHERE d.id = ${documentId}::uuid`;
  if (!row) return null;
  const { workspace, logo, ...document } = row;
  return { document: fullDocument(document), workspace: { ...workspace, logo } };
}

interface MadeSeal {
  sealedSha256: string;
  sizeBytes: number;
  profile: string;
  archiveDueAt: Date | null;
  key: SealKey;
  isBelowLevel: boolean;
}

async function makeSeal(
  ctx: Ctx & SealPorts & { signal: AbortSignal | undefined },
  document: FullDocument,
  workspace: SealingWorkspace,
  attempt: number,
): Promise<MadeSeal> {
  // First, because an attempt with a key that cannot be used should cost little.
  const key = await (document.mode === 'test' ? testSealKey(ctx) : ctx.sealKeys.keyFor(workspace.sealKey));
  const [pdf, events] = await Promise.all([
    ctx.storage.getBytes(baseOf(document)),
    listEvents(ctx.db, document.id),
  ]);
  const valuesSha256 = checkValues(document, events);
  const signatures = ownSignaturesIn(events);
  if ((signatures.at(-1)?.revisionSha256 ?? null) !== document.revisionSha256)
    throw new ValuesMismatchError('the stored revision is not the one that the last recipient signed');
  const drawn = drawnFields(document, completionsIn(events));
  const images = await readImages(ctx.storage, document.fields);
  const withoutTimestamp =
    attempt > maxTimestampFailures && (await timestampFailures(ctx, document.id)) >= maxTimestampFailures;
  const lacksTimestamp = ctx.timestamper !== null && withoutTimestamp;
  if (lacksTimestamp) {
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
    marks: placedMarks(
      document.fields.filter(({ id }) => !drawn.has(id)),
      document.recipients,
      images,
      workspace.showsSignatureDetails,
    ),
    recipientSignatures: signatures.map(({ coversUpTo, certificateSha256, level, provider }) => ({
      ...{ coversUpTo, certificateSha256, level, provider },
    })),
    pageNote: workspace.showsDocumentId ? `Document ID ${encodeId('doc', document.id)}` : null,
    certificate: certificateData(document, events, {
      workspaceName: workspace.name,
      logo: workspace.logo,
      accentColor: workspace.accentColor,
      hasSignatureIds: workspace.showsSignatureDetails,
      publicUrl: ctx.settings.publicUrl,
      images,
      valuesSha256,
    }),
    watermark: document.mode === 'test' ? testWatermark : null,
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
    owner: document.workspaceId,
    turn: (step) => {
      const request = { key: document.workspaceId, signal: ctx.signal };
      return ctx.sealing ? ctx.sealing.run(request, step) : step();
    },
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
    isBelowLevel: lacksTimestamp || result.shortfall !== null,
  };
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
