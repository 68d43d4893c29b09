/** The result of inspecting a PDF. */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import type { InvalidPdfReason } from './errors.ts';
import type { PageSize } from './page.ts';

export type Inspection =
  | {
      ok: true;
      pages: PageSize[];
      /** What the sender should know about the file: content that can change how it looks, earlier signatures, a repair. */
      warnings: PdfWarning[];
      earlierSignatures: number;
      hasXfa: boolean;
      /** No page leaves the graphics state changed for content drawn after it (reader/content.ts). */
      contentIsSelfContained: boolean;
    }
  | { ok: false; reason: InvalidPdfReason; detail: string };
