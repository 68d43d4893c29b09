/** Converts fields to FieldOut (docs/spec/interface.md, Field). */
import type { DocumentField, FieldOut, FieldSettings } from '@countersign/contract/field';
import type { FieldCondition } from '@countersign/contract/field-condition';
import { encodeId } from '@countersign/contract/ids';
import type { PrintedValue } from '@countersign/contract/printed-value';
import type { StoredAnchor } from '@countersign/core/document/place-fields';
import type { Field } from '@countersign/db/models';

/** A field as callers see it. The value of a signature is its typed text, `drawn` or `uploaded`. */
export function presentField(field: Field): FieldOut {
  return {
    id: field.id,
    envelope_id: encodeId('doc', field.documentId),
    recipient_id: field.recipientId,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    w: field.w,
    h: field.h,
    anchor: presentAnchor(field.anchor as StoredAnchor | null),
    required: field.required,
    read_only: field.readOnly,
    settings: field.settings as FieldSettings,
    name: field.name,
    prefill_value: field.prefillValue,
    visible_if: field.visibleIf as FieldCondition | null,
    required_if: field.requiredIf as FieldCondition | null,
    value: field.value,
    completed_at: field.completedAt?.toISOString() ?? null,
    printed: field.printed as PrintedValue | null,
  };
}

/** A field of a document whose PDF may not be finalized yet. */
export function presentDocumentField(field: Field): DocumentField {
  const presented = presentField(field);
  return field.page > 0 ? presented : { ...presented, page: null, x: null, y: null };
}

/** The anchor without the page that limits it. */
function presentAnchor(anchor: StoredAnchor | null): FieldOut['anchor'] {
  if (!anchor) return null;
  const { text, occurrence, dx, dy } = anchor;
  return { text, occurrence, dx, dy };
}
