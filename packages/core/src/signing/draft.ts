/**
 * GET and PATCH /v1/signing/{token}/draft: what a recipient has entered but not signed, so that another device can continue
 * (docs/decisions/048-drafts.md). A draft is never part of the document.
 */
import { type DraftValue, MAX_DRAFT_BYTES, type SaveDraftReq } from '@countersign/contract/signing';
import type { Field, SigningDraft } from '@countersign/db/models';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { type Base, withTransaction } from '../ctx.ts';
import { guardConsent } from './complete.ts';
import {
  guardTurn,
  guardUnderway,
  lockForSigning,
  openAuthenticatedSession,
  openAuthenticatedSigner,
  type SigningRequest,
} from './session.ts';

interface Content {
  values: Record<string, DraftValue>;
  signatures: SaveDraftReq['signatures'];
}

/** A draft, or an empty one with revision 0. */
export interface Draft extends Content {
  revision: number;
  savedAt: Date | null;
}

/** The recipient's own draft. Throws unauthenticated before the one-time code, and document-state once the document is closed. */
export async function readDraft(base: Base, request: SigningRequest): Promise<Draft> {
  const { document, recipient, ctx } = await openAuthenticatedSession(base, request);
  guardUnderway(document);
  const row = await ctx.db.signingDraft.findUnique({ where: { recipientId: recipient.id } });
  return { revision: row?.revision ?? 0, savedAt: row?.savedAt ?? null, ...contentOf(row) };
}

/**
 * Saves the values of the named fields; the others stay, so two devices can save alternately, and the last save of a field wins. Throws
 * validation for fields that the recipient cannot fill in, consent-required, document-state, and payload-too-large if the whole
 * draft would be larger than MAX_DRAFT_BYTES; then nothing is saved.
 */
export async function saveDraft(
  base: Base,
  request: SigningRequest,
  input: SaveDraftReq,
): Promise<{ revision: number; savedAt: Date }> {
  const session = await openAuthenticatedSigner(base, request);
  return withTransaction(session.ctx, async (tx) => {
    const { document, recipient, ctx } = await lockForSigning(tx, session);
    guardTurn(document, recipient);
    guardConsent(recipient);
    const before = await ctx.db.signingDraft.findUnique({ where: { recipientId: recipient.id } });
    const own = document.fields.filter((field) => field.recipientId === recipient.id && !field.readOnly);
    const content = JSON.stringify(merged(contentOf(before), input, own));
    if (Buffer.byteLength(content) > MAX_DRAFT_BYTES)
      throw new ProblemError('payload-too-large', {
        detail: `The draft would be larger than ${MAX_DRAFT_BYTES} bytes.`,
        members: { max_bytes: MAX_DRAFT_BYTES },
      });
    // The real time, because the sweep that deletes old drafts does not follow the clock of a test document.
    const columns = { content, savedAt: base.now() };
    const { revision, savedAt } = await ctx.db.signingDraft.upsert({
      where: { recipientId: recipient.id },
      create: { recipientId: recipient.id, ...columns },
      update: { revision: { increment: 1 }, ...columns },
    });
    return { revision, savedAt };
  });
}

function contentOf(row: SigningDraft | null): Content {
  return row ? (JSON.parse(row.content) as Content) : { values: {}, signatures: {} };
}

/** The content after a save. Keeps only signatures that a value names. Throws validation. */
function merged(before: Content, input: SaveDraftReq, own: readonly Field[]): Content {
  const signatures = { ...before.signatures, ...input.signatures };
  const fields = new Map(own.map((field) => [field.id, field]));
  const issues = Object.entries(input.values).flatMap(([id, value]): ValidationIssue[] => {
    const msg = faultOf(fields.get(id), value, signatures);
    return msg === null ? [] : [{ loc: ['body', 'values', id], msg, type: 'value_error' }];
  });
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
  const values: Content['values'] = { ...before.values };
  for (const [id, value] of Object.entries(input.values)) {
    if (value === null) delete values[id];
    else values[id] = value;
  }
  const named = new Set(
    Object.values(values).flatMap((value) => (typeof value === 'string' ? [] : [value.signature])),
  );
  return {
    values,
    signatures: Object.fromEntries(Object.entries(signatures).filter(([name]) => named.has(name))),
  };
}

function faultOf(
  field: Field | undefined,
  value: DraftValue | null,
  signatures: Content['signatures'],
): string | null {
  if (!field) return 'Value error, not a field that this recipient fills in';
  if (value === null) return null;
  const takesSignature = field.type === 'signature' || field.type === 'initials';
  if (takesSignature !== (typeof value === 'object'))
    return `Value error, a ${field.type} takes ${takesSignature ? 'the name of a signature' : 'a text'}`;
  if (typeof value === 'string' || Object.hasOwn(signatures, value.signature)) return null;
  return 'Value error, no signature with this name was sent or is stored';
}
