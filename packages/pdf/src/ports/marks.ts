/** What is drawn at a field. */
import type { SignatureFont } from '@countersign/contract/signature-fonts';
import type { Placement } from './page.ts';

/** A signature or initials as the signer gave it. */
export type SignatureValue =
  /** If `font` lacks a letter, the first font that has all letters is used, else the plain print font. */
  | { mode: 'type'; text: string; font?: SignatureFont | null }
  | {
      mode: 'draw';
      /** The size of the drawing surface; stroke points lie within it, origin top-left. */
      width: number;
      height: number;
      /** One array per stroke, of [x, y] or [x, y, pressure] points. */
      strokes: ReadonlyArray<ReadonlyArray<readonly number[]>>;
    }
  | {
      mode: 'upload';
      /** The result of `prepareSignatureImage`. */
      prepared: Uint8Array;
    };

/** What to draw at a field. */
export type FieldMark =
  | { kind: 'text'; text: string }
  | { kind: 'check' }
  | { kind: 'radio' }
  | { kind: 'signature'; value: SignatureValue };

/** A white plate behind the ink of a value: only where the page is dark, never, or always. */
export type Background = 'auto' | 'none' | 'white';

/** Who signed, when, and the id that the certificate of completion prints next to the name. */
export interface SignatureCaption {
  name: string;
  at: Date;
  id: string;
}

export interface PlacedMark extends Placement {
  mark: FieldMark;
  /** What a check or radio mark means. Printed next to it if the page has text, but none near the mark. */
  label?: string | null;
  /** Printed below a signature, inside its box, if the box is large enough. */
  caption?: SignatureCaption | null;
  /** Default `auto`. */
  background?: Background;
}
