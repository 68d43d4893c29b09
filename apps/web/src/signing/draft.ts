/** Values that a recipient has entered but not sent, stored in this browser until they finish. */
import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import type { Values } from './values.ts';

const prefix = 'countersign-draft-';
/** Older drafts are deleted when the page is opened. */
const keptDays = 60;

interface Draft {
  savedAt: number;
  /** Each signature once, even when several fields use it. */
  signatures: SignatureInput[];
  /** A text, or the index of a signature. */
  values: Record<string, string | number>;
}

/** Stores the values of a recipient. Returns false when the browser cannot store them. */
export function saveDraft(storage: Storage, recipientId: string, values: Values, now: Date): boolean {
  const signatures: SignatureInput[] = [];
  const kept: Draft['values'] = {};
  for (const [id, value] of Object.entries(values)) {
    if (typeof value === 'string') kept[id] = value;
    else if (value !== null) {
      const at = signatures.indexOf(value);
      kept[id] = at >= 0 ? at : signatures.push(value) - 1;
    }
  }
  const draft: Draft = { savedAt: now.getTime(), signatures, values: kept };
  try {
    storage.setItem(prefix + recipientId, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The stored values of fields that can still be changed, or null without any. Never throws. */
export function readDraft(storage: Storage, recipientId: string, fields: readonly FieldOut[]): Values | null {
  try {
    const draft = JSON.parse(storage.getItem(prefix + recipientId) ?? 'null') as Draft | null;
    if (!draft) return null;
    const values: Record<string, FieldValue> = {};
    for (const field of fields) {
      const kept = draft.values[field.id];
      const value = typeof kept === 'number' ? draft.signatures[kept] : kept;
      const isSignature = field.type === 'signature' || field.type === 'initials';
      const fits = isSignature ? typeof value === 'object' : typeof value === 'string';
      if (!field.read_only && fits) values[field.id] = value!;
    }
    return Object.keys(values).length > 0 ? values : null;
  } catch {
    return null;
  }
}

/** Deletes the stored values of a recipient. */
export function dropDraft(storage: Storage, recipientId: string): void {
  storage.removeItem(prefix + recipientId);
}

/** Deletes drafts that are older than `keptDays`. */
export function dropOldDrafts(storage: Storage, now: Date): void {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(prefix))) {
    const age = now.getTime() - savedAt(storage.getItem(key));
    if (!(age < keptDays * 86_400_000)) storage.removeItem(key);
  }
}

function savedAt(text: string | null): number {
  try {
    return Number((JSON.parse(text ?? '') as Draft).savedAt);
  } catch {
    return Number.NaN;
  }
}

/** The browser's storage, or null where it is forbidden. */
export function draftStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
