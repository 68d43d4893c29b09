import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import type { SignatureFont } from '@countersign/contract/signature-fonts';
import { useState } from 'react';
import type { Values } from '../values.ts';

/** True for the fields that hold a signature or initials. */
export const isSignature = (field: FieldOut): boolean =>
  field.type === 'signature' || field.type === 'initials';

/** The signature and the initials of the recipient. Each is reused for further fields of its type. */
export interface AdoptedSignatures {
  of(field: FieldOut): SignatureInput | null;
  adopt(field: FieldOut, value: SignatureInput): void;
  /** The font of the typed signature or initials. It is the default for the other one. */
  font(): SignatureFont | null;
}

/** Signatures already in use are adopted at the start. Adopting causes no render, because it changes nothing visible. */
export function useAdoptedSignatures(fields: readonly FieldOut[], values: Values): AdoptedSignatures {
  const [adopted] = useState(() => {
    const found: Partial<Record<FieldOut['type'], SignatureInput>> = {};
    for (const field of fields) {
      const value = values[field.id];
      if (isSignature(field) && value && typeof value !== 'string') found[field.type] ??= value;
    }
    return found;
  });
  return {
    of: (field) => adopted[field.type] ?? null,
    adopt: (field, value) => {
      adopted[field.type] = value;
    },
    font: () => Object.values(adopted).find((one) => one.mode === 'type')?.font ?? null,
  };
}
