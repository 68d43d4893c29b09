/** Sets a later expiry on many documents at once, for operations on all documents of a bulk send. */
import { columnOf } from '@countersign/db/sql';
import type { SqlCtx } from '../ctx.ts';
import { writeChainParts } from '../event/append.ts';
import { freeBeforeSeal } from '../event/limit-trail.ts';
import { type BatchDocument, eventsOf } from './lock-documents.ts';
import { checkOnNextSweep } from './remind.ts';

/** Why a document keeps its expiry. */
export type NotExtended = 'already_later' | 'no_expiry' | 'not_in_future' | 'trail_limit';

/**
 * Sets `expires_at` on each of these locked, open documents that expires earlier, and optionally on those that never expire. Returns the
 * documents that keep their expiry, with the reason.
 */
export async function extendDocuments(
  tx: SqlCtx,
  documents: readonly BatchDocument[],
  wanted: { expiresAt: Date; alsoWithoutExpiry: boolean },
): Promise<Map<string, NotExtended>> {
  const kept = new Map<string, NotExtended>();
  for (const document of documents) {
    const reason = reasonToKeep(document, wanted);
    if (reason) kept.set(document.id, reason);
  }
  const extended = documents.filter(({ id }) => !kept.has(id));
  if (extended.length === 0) return kept;
  await tx.db.$executeRaw`
    UPDATE document SET expires_at = ${wanted.expiresAt}::timestamptz, remind_from = ${checkOnNextSweep}::timestamptz
    WHERE id = ANY(${columnOf(extended.map(({ id }) => id))}::uuid[])`;
  const parts = extended.map((document) => {
    const change = { old: document.expiresAt?.toISOString() ?? null, new: wanted.expiresAt.toISOString() };
    return eventsOf(tx, document, [
      { type: 'envelope.updated', payload: { changed: ['expires_at'], expires_at: change } },
    ]);
  });
  await writeChainParts(tx, tx, parts, 'advance heads');
  return kept;
}

function reasonToKeep(
  { expiresAt, now, chainSeq }: BatchDocument,
  wanted: { expiresAt: Date; alsoWithoutExpiry: boolean },
): NotExtended | null {
  if (expiresAt === null && !wanted.alsoWithoutExpiry) return 'no_expiry';
  if (expiresAt !== null && expiresAt >= wanted.expiresAt) return 'already_later';
  // The clock of a test document may be ahead.
  if (wanted.expiresAt <= now) return 'not_in_future';
  return chainSeq >= freeBeforeSeal ? 'trail_limit' : null;
}
