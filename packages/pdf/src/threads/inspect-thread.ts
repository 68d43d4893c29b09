/** The worker thread of `inspect-in-thread.ts`. */
import { type InspectOptions, inspectPdf } from '../inspect.ts';
import { serve } from './serve.ts';

serve(
  ({ bytes, ...options }: { bytes: Uint8Array } & InspectOptions) => inspectPdf(bytes, options),
  'normalized',
);
