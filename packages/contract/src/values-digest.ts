/**
 * Digests of signed values (docs/AUDIT.md, Signed values): SHA-256 over RFC 8785 canonical JSON. Each `recipient.completed`
 * has `values_sha256` over the fields that it made final; the seal has one digest over all of these.
 */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventOut } from './event.ts';
import type { FieldSettings, FieldType } from './field.ts';
import type { PrintedValue } from './printed-value.ts';

/** A field as `values_sha256` covers it. */
export interface SignedField {
  field_id: string;
  /** The recipient who filled it in; null if no recipient could change it. */
  recipient_id: string | null;
  name: string | null;
  type: FieldType;
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
  read_only: boolean;
  settings: FieldSettings;
  printed: PrintedValue;
}

const sha256OfCanonical = (value: unknown): string => hash('sha256', canonicalize(value) as string);

/** `values_sha256` of a completion: hex. The salt keeps short values from being guessed once the trail has been erased. */
export function valuesSha256(salt: string, fields: readonly SignedField[]): string {
  const sorted = [...fields].sort((a, b) => (a.field_id < b.field_id ? -1 : 1));
  return sha256OfCanonical({ salt, fields: sorted });
}

/** SHA-256, in hex, of the canonical JSON of a drawn signature as it is stored. */
export function drawingSha256(drawing: unknown): string {
  return sha256OfCanonical(drawing);
}

/** Collects `values_sha256` along a trail; events after `lastSeq` are ignored. */
export class TrailValues {
  readonly #lastSeq: number;
  readonly #digests: unknown[] = [];

  constructor(lastSeq: number) {
    this.#lastSeq = lastSeq;
  }

  /** Adds the next event. */
  add({ event_type, seq, payload }: Pick<EventOut, 'event_type' | 'seq' | 'payload'>): void {
    if (event_type === 'recipient.completed' && seq <= this.#lastSeq)
      this.#digests.push(payload.values_sha256 ?? null);
  }

  /** The digest that the seal carries (`ValuesSha256`): of the canonical JSON of the array of all `values_sha256`. */
  digest(): string {
    return sha256OfCanonical(this.#digests);
  }
}
