/** The worker thread of `preview-in-thread.ts`. */
import { type PreviewInput, previewPdf } from '../preview.ts';
import { serve } from './serve.ts';

serve(
  ({ bytes, ...input }: Omit<PreviewInput, 'pdf'> & { bytes: Uint8Array }) =>
    previewPdf({ ...input, pdf: bytes }),
  'preview',
);
