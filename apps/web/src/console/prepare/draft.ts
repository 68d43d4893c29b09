/** What the editor edits: people and their fields. */
import type { FieldSettings } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import type { FieldCondition } from '@countersign/contract/field-condition';
import type { RecipientRole, SignatureLevel } from '@countersign/contract/recipient';

export interface Person {
  key: string;
  name: string;
  email: string;
  role: RecipientRole;
  signing_order: number;
  auth_level: 'link' | 'otp';
  /** `none` comes from the API: the application opens the signing page, and no emails are sent. */
  delivery: 'email' | 'none';
  /** The level at which the person signs with their own key; null: a simple signature. */
  signature_level: SignatureLevel | null;
}

/** A field on its page; x, y, w and h are fractions of the page as displayed. */
export interface Box {
  key: string;
  type: FieldType;
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
  /** The key of a person. Empty: the field belongs to nobody, and the draft cannot be saved. */
  person: string;
  name: string;
  required: boolean;
  read_only: boolean;
  prefill_value: string;
  settings: FieldSettings;
  /** Conditions refer to boxes by key (conditions.ts). */
  visible_if: FieldCondition | null;
  required_if: FieldCondition | null;
}

export interface Draft {
  people: Person[];
  boxes: Box[];
}
