/** The worker thread of `verify-in-thread.ts`; it verifies one file after another. */
import { createHash } from 'node:crypto';
import { PdfError } from '../ports/errors.ts';
import type { TrustAnchors } from '../ports/verify-report.ts';
import { verifyPdf } from '../verify.ts';
import { serve } from './serve.ts';
import type { Verification } from './verify-in-thread.ts';

async function verification(bytes: Uint8Array, trust: TrustAnchors): Promise<Verification> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  try {
    const report = await verifyPdf(bytes, trust);
    const earlierSha256 = report.earlierLengths.map((length) =>
      createHash('sha256').update(bytes.subarray(0, length)).digest('hex'),
    );
    return { ok: true, report, file: { sizeBytes: bytes.length, sha256, earlierSha256 } };
  } catch (error) {
    if (error instanceof PdfError) return { ok: false, reason: error.reason, detail: error.message };
    if (error instanceof RangeError) return { ok: false, reason: 'damaged', detail: error.message };
    throw error;
  }
}

serve(({ bytes, trust }: { bytes: Uint8Array; trust: TrustAnchors }) => verification(bytes, trust));
