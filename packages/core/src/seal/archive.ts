/**
 * Job `housekeeping.archive-sweep`: renews the archive timestamps of sealed files, PAdES-B-LTA (docs/SEALING.md, Archive timestamps). Also
 * adds one to files that were sealed as B-LT.
 */
import { randomBytes } from 'node:crypto';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { endOfChain } from '@countersign/pdf/pki/certificate';
import { SealError, TimestampError } from '@countersign/pdf/ports/errors';
import { archiveInThread } from '@countersign/pdf/threads/archive-in-thread';
import { chainOfToken } from '@countersign/pdf/timestamps/timestamper-of';
import { StorageUnavailableError } from '@countersign/storage/storage';
import { type Base, systemCtx, withTransaction } from '../ctx.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { archiveDueAt } from './archive-due.ts';
import type { SealPorts } from './seal-document.ts';

/** One sweep stops after this time; the next one continues. */
const maxDurationMs = 240_000;
const batchSize = 20;
/** After a failure a document is tried again the next day. */
const retryMs = 86_400_000;
/** This long before its timestamp ends, a document that cannot get a longer one counts as failed, so that operators learn of it. */
const lateMs = 30 * 86_400_000;
const limitFactor = 3;

export interface Renewed {
  renewed: number;
  /** Documents that are tried again the next day. */
  failed: number;
  /** 1 if the sweep ended because the timestamp authority failed. */
  waiting: 0 | 1;
}

/**
 * Renews what is due, one file at a time, for some minutes. Safe to run twice. Does nothing unless archive timestamps are on. If the
 * timestamp authority, the database or the storage fails, the sweep ends, and the next one tries again. A document that fails for any
 * other reason, also an unexpected one, waits a day: it would otherwise be the first of every sweep and stop all others.
 */
export async function archiveDueSeals(
  base: Base & SealPorts,
  {
    requestId,
    signal,
    durationMs = maxDurationMs,
  }: { requestId: string; signal?: AbortSignal; durationMs?: number },
): Promise<Renewed> {
  const result: Renewed = { renewed: 0, failed: 0, waiting: 0 };
  const { timestamper, revocation } = base;
  if (!base.archives || !timestamper || !revocation) return result;
  const ports = { ...base, timestamper, revocation };
  const deadline = performance.now() + durationMs;
  let offeredUntil: Date | undefined;
  for (;;) {
    const due = await base.db.document.findMany({
      where: { archiveDueAt: { lte: base.now() } },
      select: dueColumns,
      orderBy: { archiveDueAt: 'asc' },
      take: batchSize,
    });
    for (const document of due) {
      if (performance.now() > deadline || signal?.aborted) return result;
      try {
        // One token for each sweep, instead of one for each file that would get no longer timestamp.
        offeredUntil ??= endOfChain(chainOfToken(await timestamper.stamp(randomBytes(32))));
        if (await renew(ports, document, { requestId, signal, offeredUntil })) result.renewed += 1;
      } catch (error) {
        if (error instanceof TimestampError) {
          base.log.warn('the timestamp authority does not respond: archive timestamps wait', {
            reason: error.message,
          });
          return { ...result, waiting: 1 };
        }
        if (endsSweep(error, signal)) throw error;
        result.failed += 1;
        await tryTomorrow(base, document, error);
      }
    }
    if (due.length < batchSize) return result;
  }
}

const dueColumns = {
  id: true,
  workspaceId: true,
  teamId: true,
  mode: true,
  clockOffsetSeconds: true,
  sealedSha256: true,
  erasedAt: true,
  sealedKept: true,
} as const;

interface DueDocument {
  id: string;
  workspaceId: string;
  teamId: string;
  mode: 'live' | 'test';
  clockOffsetSeconds: number;
  sealedSha256: string | null;
  erasedAt: Date | null;
  sealedKept: boolean;
}

/** Whether other documents would fail in the same way, and this one may succeed soon. */
const endsSweep = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted || isDatabaseUnavailable(error) || error instanceof StorageUnavailableError;

async function tryTomorrow(base: Base, document: DueDocument, error: unknown): Promise<void> {
  base.log.error('the archive timestamp of a sealed file cannot be renewed', {
    document_id: document.id,
    reason: error instanceof Error ? error.message : String(error),
  });
  await setDue(base, document, new Date(base.now().getTime() + retryMs));
}

/**
 * Makes the file with a new timestamp and stores it, then replaces the old one if it is still the document's. Returns false for a document
 * whose file is gone or was replaced, or whose last timestamp lasts as long as a new one: that is tried again later.
 */
async function renew(
  base: Base &
    SealPorts & {
      timestamper: NonNullable<SealPorts['timestamper']>;
      revocation: NonNullable<SealPorts['revocation']>;
    },
  document: DueDocument,
  {
    requestId,
    signal,
    offeredUntil,
  }: { requestId: string; signal: AbortSignal | undefined; offeredUntil: Date },
): Promise<boolean> {
  const { id, sealedSha256 } = document;
  if (sealedSha256 === null || (document.erasedAt !== null && !document.sealedKept)) {
    await setDue(base, document, null);
    return false;
  }
  const { archived, until } = await archiveInThread(
    {
      pdf: await base.storage.getBytes(sealedSha256),
      timestamper: base.timestamper,
      revocation: base.revocation,
      offeredUntil,
    },
    { timeoutMs: base.settings.maxPdfSeconds * limitFactor * 1000, signal },
  );
  const dueAt = archiveDueAt(until, base.now());
  if (archived === null) {
    if (until.getTime() - base.now().getTime() < lateMs)
      throw new SealError('no certificate of the timestamp authority lasts longer than the last timestamp');
    base.log.info('an archive timestamp waits for a certificate of the authority that lasts longer', {
      document_id: id,
      tried_again_at: dueAt.toISOString(),
    });
    await setDue(base, document, dueAt);
    return false;
  }
  const sizeBytes = archived.length;
  const stored = await base.storage.putBytes(archived);
  const ctx = systemCtx(base, { ...document, requestId, name: 'archive' });
  return withTransaction(ctx, async (tx) => {
    // Locks the row as every change of a document does. A file that was erased or replaced meanwhile stays as it is.
    const changed = await tx.db.$executeRaw`
      UPDATE document SET sealed_sha256 = ${stored.sha256}, sealed_bytes = ${sizeBytes}, seal_profile = 'PAdES-B-LTA',
        archive_due_at = ${dueAt}::timestamptz
      WHERE id = ${id}::uuid AND sealed_sha256 = ${sealedSha256} AND (erased_at IS NULL OR sealed_kept)`;
    if (changed === 0) return false;
    await appendEvents({ ...tx, now: clockOf(tx.now, document) }, id, [
      {
        type: 'envelope.archived',
        payload: {
          previous_sha256: sealedSha256,
          sealed_sha256: stored.sha256,
          size_bytes: sizeBytes,
          seal_profile: 'PAdES-B-LTA',
        },
      },
    ]);
    return true;
  });
}

/** Changes when a document is looked at again, unless its file was replaced meanwhile. */
async function setDue({ db }: Base, document: DueDocument, at: Date | null): Promise<void> {
  await db.document.updateMany({
    where: { id: document.id, sealedSha256: document.sealedSha256 },
    data: { archiveDueAt: at },
  });
}
