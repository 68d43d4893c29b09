/**
 * Values that a recipient has entered but not sent to the service yet, stored in this browser (docs/decisions/048-drafts.md). What the
 * service has confirmed is no longer here.
 */
import type { DraftOut, FieldOut, SignatureInput } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import type { Values } from './values.ts';

const prefix = 'countersign-draft-';
/** Older entries are deleted when the page is opened. The service keeps drafts for the same time. */
const keptDays = 60;

/** Values as the service accepts them: each signature is once in `signatures`, and all fields that use it refer to it by name. */
export type PackedValues = Pick<DraftOut, 'values' | 'signatures'>;

const names = new WeakMap<SignatureInput, string>();

/** The name of a signature: random, so that two devices never choose the same. */
function nameOf(signature: SignatureInput): string {
  const known = names.get(signature);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  names.set(signature, name);
  return name;
}

/** Packs values. Fields without a value (null) are left out. */
export function packValues(values: Values): PackedValues {
  const packed: PackedValues = { values: {}, signatures: {} };
  for (const [id, value] of Object.entries(values)) {
    if (value === null) continue;
    if (typeof value === 'string') packed.values[id] = value;
    else {
      const signature = nameOf(value);
      packed.values[id] = { signature };
      packed.signatures[signature] = value;
    }
  }
  return packed;
}

/** The packed values that fit a field that can be changed; fields that now have another type are left out. */
export function unpackValues({ values, signatures }: PackedValues, fields: readonly FieldOut[]): Values {
  const unpacked: Record<string, FieldValue> = {};
  for (const field of fields) {
    const packed = values[field.id];
    const isSignature = field.type === 'signature' || field.type === 'initials';
    if (field.read_only || packed === undefined || isSignature !== (typeof packed === 'object')) continue;
    if (typeof packed === 'string') unpacked[field.id] = packed;
    else {
      const signature = signatures[packed.signature];
      if (!signature) continue;
      names.set(signature, packed.signature);
      unpacked[field.id] = signature;
    }
  }
  return unpacked;
}

/** Who entered the values. A recipient can become another person, by reassigning or a correction, and keeps their id. */
export interface DraftOwner {
  recipientId: string;
  name: string | null;
  email: string | null;
}

interface Stored extends PackedValues {
  savedAt: number;
  /** The name and the address of who entered the values. */
  person: string;
  /** Fields whose value was removed. */
  removed?: string[];
}

/** Stores the unsent values of a recipient, or nothing if there are none. Returns false when the browser cannot store them. */
export function storeUnsent(storage: Storage | null, owner: DraftOwner, unsent: Values, now: Date): boolean {
  try {
    if (Object.keys(unsent).length === 0) {
      storage?.removeItem(prefix + owner.recipientId);
      return true;
    }
    if (!storage) return false;
    const removed = Object.keys(unsent).filter((id) => unsent[id] === null);
    const stored: Stored = {
      savedAt: now.getTime(),
      person: personOf(owner),
      removed,
      ...packValues(unsent),
    };
    storage.setItem(prefix + owner.recipientId, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

const personOf = ({ name, email }: DraftOwner): string => JSON.stringify([name, email]);

/** The stored values of fields that can still be changed. Deletes those that another person entered. Never throws. */
export function readUnsent(storage: Storage | null, owner: DraftOwner, fields: readonly FieldOut[]): Values {
  try {
    const key = prefix + owner.recipientId;
    const stored = JSON.parse(storage?.getItem(key) ?? 'null') as Stored | null;
    if (!stored) return {};
    if (stored.person !== personOf(owner)) {
      storage?.removeItem(key);
      return {};
    }
    const removed = fields.filter(({ id, read_only }) => !read_only && stored.removed?.includes(id));
    return {
      ...Object.fromEntries(removed.map(({ id }) => [id, null])),
      ...unpackValues(stored, fields),
    };
  } catch {
    return {};
  }
}

/** Deletes entries that are older than `keptDays`. */
export function dropOldDrafts(storage: Storage, now: Date): void {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(prefix))) {
    const age = now.getTime() - savedAt(storage.getItem(key));
    if (!(age < keptDays * 86_400_000)) storage.removeItem(key);
  }
}

function savedAt(text: string | null): number {
  try {
    return Number((JSON.parse(text ?? '') as Stored).savedAt);
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
