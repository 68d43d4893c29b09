/**
 * POST /v1/console/documents/{doc_id}/erase: permanently removes the personal data of a closed document while its audit trail
 * stays verifiable (docs/AUDIT.md, Erasure). Drafts are removed as a whole.
 */
import { TrailHash } from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { expireIfDue, expirySweep } from '../document/expire.ts';
import { type FullDocument, lockDocument, readLocked } from '../document/lock.ts';
import { canDo, documentStateProblem, notSealedProblem, reportedStatus } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { appendEvents } from '../event/append.ts';
import { readEventPages, readEvents } from '../event/list.ts';
import { metadataOf } from '../own-data.ts';
import { eraseCorrections, eraseRowPdfs } from './bulk-rows.ts';
import { ERASED, ERASED_EMAIL, type Remains, remainsOf } from './personal-data.ts';

/** Erasing a trail of 100,000 events takes longer than other verbs may take. It finishes in this time or changes nothing. */
const erasure = { timeoutMs: 120_000 };

export interface EraseOptions {
  /** Keep the sealed PDF and its certificate of completion, which contain the names of everyone who signed. */
  keepSealed: boolean;
  cause: 'request' | 'retention';
  /** The confirmation that the person typed: the title or the public id. Absent if none was required. */
  confirm?: string;
}

export interface Erasure {
  id: string;
  erasedAt: Date;
  /** Number of events from which this call erased data. */
  eventsErased: number;
  sealedKept: boolean;
  /** True for a draft, which was removed as a whole. */
  removed: boolean;
  chainSeq: number;
  chainHead: string;
}

/**
 * Erases names, addresses, texts, values, signatures, network addresses, `external_id` and `metadata` of the document in one
 * transaction. Its files are unreferenced from then on, and the blob sweep removes them unless others reference the same bytes. Repeating
 * it erases what was added since, or changes nothing. Throws document-state while recipients can act, not-sealed between completion and
 * sealing, and validation for a wrong confirmation.
 */
export async function eraseDocument(ctx: Ctx, id: string, options: EraseOptions): Promise<Erasure> {
  guardRole(ctx, 'manager');
  return withTransaction(
    ctx,
    async (tx) => {
      // An expiry that has passed is recorded first: its emails cannot be sent once the addresses are gone.
      await expireIfDue({ ...tx, actor: { type: 'system', id: expirySweep.name } }, id);
      const { document, ctx } = await lockDocument(tx, id);
      guardConfirmed(document, options.confirm);
      guardErasable(document);
      const sealedKept = options.keepSealed && document.sealedAt !== null && !lostItsSealedFile(document);
      const wasErased =
        document.erasedAt !== null && document.sealedKept === sealedKept && !hasOwnData(document);
      if (wasErased && !(await hasPersonalEvents(ctx, id))) return erasureOf(document, 0);
      const events = await eraseLocked(ctx, document, sealedKept, options.cause);
      const after = await ctx.db.document.findUniqueOrThrow({ where: { id } });
      return erasureOf(after, events);
    },
    erasure,
  );
}

/** Erases a draft that was removed because it was never finalized. False if it was erased before. */
export async function eraseRemovedDraft(ctx: Ctx, id: string): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const locked = await tx.db.$queryRaw<unknown[]>`
      SELECT FROM document WHERE id = ${id}::uuid AND removed_at IS NOT NULL AND erased_at IS NULL FOR NO KEY UPDATE`;
    if (locked.length === 0) return false;
    const document = await readLocked(tx, id);
    await eraseLocked({ ...tx, now: clockOf(tx.now, document) }, document, false, 'retention');
    return true;
  });
}

/** Returns the number of events of which data was erased. */
async function eraseLocked(
  tx: TxCtx,
  document: FullDocument,
  sealedKept: boolean,
  cause: EraseOptions['cause'],
): Promise<number> {
  await eraseRows(tx, document, sealedKept);
  const events = await eraseEvents(tx, document.id);
  await recordErasure(tx, document.id, { events, kept_sealed: sealedKept, cause });
  // What retention erases is in the trail of each document only: it can be thousands a day.
  if (cause === 'request')
    await recordAdminEvent(tx, {
      type: 'document.erased',
      target: { type: 'document', id: encodeId('doc', document.id) },
      details: { events, kept_sealed: sealedKept, cause },
    });
  return events;
}

/** Throws validation if the confirmation is neither the title nor the id. */
function guardConfirmed(document: FullDocument, confirm: string | undefined): void {
  if (confirm === undefined || [document.title, encodeId('doc', document.id)].includes(confirm)) return;
  throw invalid(['body', 'confirm'], 'Value error, must be the title or the id of the document', {
    input: confirm,
  });
}

/** Throws document-state or not-sealed. */
function guardErasable(document: FullDocument): void {
  if (!canDo('erase', document)) {
    const current = reportedStatus(document);
    throw documentStateProblem('erase', current, `The document is ${current}: void it first, then erase it.`);
  }
  if (document.status === 'completed' && !document.sealedAt) throw notSealedProblem(document);
}

/** The caller's own id and data can be set again after an erasure. */
function hasOwnData(document: FullDocument): boolean {
  return document.externalId !== null || Object.keys(metadataOf(document)).length > 0;
}

/** An earlier erasure removed the sealed file, so it cannot be kept now. */
function lostItsSealedFile(document: FullDocument): boolean {
  return document.erasedAt !== null && !document.sealedKept;
}

function erasureOf(
  document: Pick<FullDocument, 'id' | 'erasedAt' | 'sealedKept' | 'removedAt' | 'chainSeq' | 'chainHead'>,
  eventsErased: number,
): Erasure {
  return {
    id: document.id,
    erasedAt: document.erasedAt!,
    eventsErased,
    sealedKept: document.sealedKept,
    removed: document.removedAt !== null,
    chainSeq: document.chainSeq,
    chainHead: document.chainHead,
  };
}

/** Erases everything outside the audit trail. Rows stay, so that ids in the trail keep their meaning. */
async function eraseRows(tx: TxCtx, document: FullDocument, sealedKept: boolean): Promise<void> {
  const { id } = document;
  await tx.db.document.update({
    where: { id },
    data: {
      erasedAt: document.erasedAt ?? tx.now(),
      erasedBy: actorOf(tx),
      sealedKept,
      ...(document.status === 'draft' && { removedAt: document.removedAt ?? tx.now() }),
      title: ERASED,
      message: null,
      redirectUrl: null,
      externalId: null,
      metadata: {},
      warnings: [],
      createdBy: anonymous(document.createdBy),
      contentSha256: null,
      contentBytes: null,
      preparedSha256: null,
      revisionSha256: null,
      ...(!sealedKept && { certificateSha256: null }),
    },
  });
  // A new version invalidates the signing links.
  await tx.db.$executeRaw`
    UPDATE recipient SET name = ${ERASED}, email = ${ERASED_EMAIL}, email_normalized = ${ERASED_EMAIL},
      reject_reason = CASE WHEN reject_reason IS NULL THEN NULL ELSE ${ERASED} END,
      ip = NULL, user_agent = NULL, consent_language = NULL, own_signature = own_signature - 'certificate',
      link_version = link_version + 1
    WHERE document_id = ${id}::uuid`;
  await tx.db.field.updateMany({
    where: { documentId: id },
    data: { name: null, prefillValue: null, settings: {}, value: null },
  });
  await tx.db.$executeRaw`
    UPDATE field SET signature = NULL, printed = NULL, anchor = NULL, visible_if = NULL, required_if = NULL
    WHERE document_id = ${id}::uuid AND num_nonnulls(signature, printed, anchor, visible_if, required_if) > 0`;
  await tx.db.documentFile.deleteMany({ where: { documentId: id } });
  // The report itself stays: it is for the operator.
  await tx.db.abuseReport.updateMany({
    where: { recipient: { documentId: id } },
    data: { recipientEmail: ERASED_EMAIL, documentTitle: ERASED },
  });
  await tx.db.otpCode.deleteMany({ where: { recipient: { documentId: id } } });
  await tx.db.signingSession.deleteMany({ where: { recipient: { documentId: id } } });
  await tx.db.signingDraft.deleteMany({ where: { recipient: { documentId: id } } });
  await tx.db.pendingSignature.deleteMany({ where: { recipient: { documentId: id } } });
  await tx.db.preparationSession.deleteMany({ where: { documentId: id } });
  await tx.db.mail.deleteMany({ where: { documentId: id } });
  await tx.db.sealAttempt.updateMany({
    where: { documentId: id, error: { not: null } },
    data: { error: ERASED },
  });
  await eraseBulkRow(tx, id);
}

/** Erases the row of a bulk send that created the document, with its corrections and PDF. The first event of the trail names the row. */
async function eraseBulkRow(tx: TxCtx, documentId: string): Promise<void> {
  const [row] = await tx.db.$queryRaw<Array<{ bulkSendId: string; rowNo: number }>>`
    SELECT r.bulk_send_id AS "bulkSendId", r.row_no AS "rowNo" FROM event e JOIN bulk_row r
      ON r.bulk_send_id = (e.payload->>'bulk_send_id')::uuid AND r.row_no = (e.payload->>'row_no')::int
    WHERE e.document_id = ${documentId}::uuid AND e.seq = 1 AND r.document_id = ${documentId}::uuid`;
  if (!row) return;
  await eraseCorrections(tx.db, row.bulkSendId, [row.rowNo]);
  await eraseRowPdfs(tx.db, row.bulkSendId, [row.rowNo]);
  await tx.db.$executeRaw`
    UPDATE bulk_row r SET form_values = '{}', external_id = NULL, metadata = '{}', recipients = coalesce((
      SELECT json_agg(json_build_object('name', ${ERASED}::text, 'email', ${ERASED_EMAIL}::text))
      FROM json_array_elements(r.recipients)), '[]')
    WHERE r.bulk_send_id = ${row.bulkSendId}::uuid AND r.row_no = ${row.rowNo} AND r.document_id = ${documentId}::uuid`;
}

/** The events that contain personal data, each with what remains of it. */
function remainsAmong(events: readonly EventOut[]): Array<Remains & { seq: number }> {
  return events.flatMap((event) => {
    // Equal mutant "event.erased_at → false": an erased event contains nothing to erase.
    const remains = event.erased_at ? null : remainsOf(event);
    return remains ? [{ seq: event.seq, ...remains }] : [];
  });
}

async function hasPersonalEvents(tx: TxCtx, documentId: string): Promise<boolean> {
  for await (const page of readEventPages(tx.db, documentId)) if (remainsAmong(page).length > 0) return true;
  return false;
}

/** Erases events page by page. Returns the number of events of which data was erased. */
async function eraseEvents(tx: TxCtx, documentId: string): Promise<number> {
  let erased = 0;
  for await (const page of readEventPages(tx.db, documentId)) {
    const rows = remainsAmong(page);
    erased += rows.length;
    if (rows.length === 0) continue;
    await tx.db.$executeRaw`
      UPDATE event SET actor = r.actor, payload = r.payload, payload_hash = r."payloadHash", ip = NULL, user_agent = NULL,
        erased_at = ${tx.now()}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(seq int, actor jsonb, payload jsonb, "payloadHash" text)
      WHERE event.document_id = ${documentId}::uuid AND event.seq = r.seq`;
  }
  return erased;
}

/** Appends the event that commits to the remaining data. It contains nothing that would have to be erased. */
async function recordErasure(tx: TxCtx, documentId: string, facts: Record<string, unknown>): Promise<void> {
  const trail = new TrailHash();
  for await (const event of readEvents(tx.db, documentId)) trail.add(event);
  await appendEvents({ ...tx, ip: null, userAgent: null }, documentId, [
    { type: 'envelope.erased', payload: { ...facts, trail_sha256: trail.soFar() }, actor: actorOf(tx) },
  ]);
}

function actorOf({ actor }: Pick<Ctx, 'actor'>) {
  return { type: actor.type, id: actor.id };
}

/** The creator as an actor without name and address. */
function anonymous(maker: unknown): { type: string; id: string } {
  const { type, id } = maker as { type: string; id: string };
  return { type, id };
}
