/** The worker thread of `extract-in-thread.ts`. */
import { extractCertificate } from '../certificate/extract.ts';
import { serve } from './serve.ts';

serve(
  async ({ bytes, documentPages }: { bytes: Uint8Array; documentPages: number }) => ({
    certificate: extractCertificate(bytes, documentPages),
  }),
  'certificate',
);
