/**
 * What sealing prints at a field. It is stored when a recipient completes and drawn as stored: nothing is computed from the
 * document's settings later. Pure: the signing page previews with the same function.
 */
import { printDay } from './date-format.ts';

export const printedKinds = ['nothing', 'text', 'check', 'radio', 'signature'] as const;

/** Members that do not apply are absent. */
export interface PrintedValue {
  /** `check` and `radio` are marks; `nothing` leaves the field empty. */
  kind: (typeof printedKinds)[number];
  /** The printed text; the letters of a typed signature. */
  text?: string;
  /** Signatures only: how the signature was made. */
  mode?: 'draw' | 'type' | 'upload';
  /** Typed signatures only: the handwriting font, if one was chosen. */
  font?: string;
  /** Drawn signatures: SHA-256 of the canonical JSON of the drawing. Uploaded ones: SHA-256 of the prepared image. */
  sha256?: string;
}

/** What is printed for the value of a field that holds no drawn, typed or uploaded signature. */
export function printedValue(
  { type, settings }: { type: string; settings: { options?: readonly string[] | null | undefined } },
  value: string | null,
  dateFormat: string | null | undefined,
): PrintedValue {
  if (value === null || value === '') return { kind: 'nothing' };
  switch (type) {
    case 'checkbox':
      return { kind: value === 'true' ? 'check' : 'nothing' };
    case 'radio':
      return (settings.options?.length ?? 0) > 1 ? { kind: 'text', text: value } : { kind: 'radio' };
    case 'date':
      return { kind: 'text', text: printDay(value, dateFormat) };
    default:
      return { kind: 'text', text: value };
  }
}
