import { PdfError } from '../ports/errors.ts';

/** A later revision breaks the rules for its layout. The message completes "after this signature, ...". */
export class LayoutError extends PdfError {
  constructor(detail: string) {
    super('damaged', detail);
  }
}
