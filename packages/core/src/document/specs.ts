/** Converts RecipientSpec and FieldSpec to rows, with the checks that need both lists (docs/spec/decisions.md, section 3). */
import { normalizeEmail } from '@countersign/contract/common';
import type { FieldSpec } from '@countersign/contract/field';
import { newId } from '@countersign/contract/ids';
import type { RecipientSpec } from '@countersign/contract/recipient';
import { invalid } from '@countersign/problem/problem-error';
import { storedAnchor } from './place-fields.ts';

/** New recipient rows, in list order. */
export function recipientRows(documentId: string, specs: readonly RecipientSpec[]) {
  return specs.map((spec, position) => ({
    id: newId(),
    documentId,
    position,
    name: spec.name,
    email: spec.email,
    emailNormalized: normalizeEmail(spec.email),
    role: spec.role,
    authLevel: spec.auth_level,
    signingOrder: spec.signing_order,
    delivery: spec.delivery,
    signatureLevel: spec.signature_level ?? null,
  }));
}

/** New field rows, in list order; `recipient_index` is an index into `recipients`. Throws validation if it is out of range. */
export function fieldRows(
  documentId: string,
  specs: readonly FieldSpec[],
  recipients: ReadonlyArray<{ id: string }>,
  loc: ReadonlyArray<string | number>,
) {
  return specs.map((spec, position) => {
    const recipient = recipients[spec.recipient_index];
    if (!recipient) {
      throw invalid([...loc, position, 'recipient_index'], 'Value error, no recipient has this index', {
        input: spec.recipient_index,
      });
    }
    return {
      id: newId(),
      documentId,
      recipientId: recipient.id,
      position,
      type: spec.type,
      // 0 until finalize has found the anchor.
      page: spec.x === undefined ? 0 : spec.page!,
      x: spec.x ?? 0,
      y: spec.y ?? 0,
      w: spec.w,
      h: spec.h,
      name: spec.name ?? null,
      required: spec.required,
      readOnly: spec.read_only,
      prefillValue: spec.prefill_value ?? null,
      settings: spec.settings,
      ...(spec.visible_if && { visibleIf: spec.visible_if as object }),
      ...(spec.required_if && { requiredIf: spec.required_if as object }),
      ...(spec.anchor && { anchor: storedAnchor(spec)! }),
    };
  });
}
