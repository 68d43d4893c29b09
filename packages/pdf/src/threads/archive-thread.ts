/** The worker thread of `archive-in-thread.ts`. */
import { archivePdf } from '../ltv/archive.ts';
import type { ValidationData } from '../ports/authorities.ts';
import { serve } from './serve.ts';

serve(
  async ({ bytes, offeredUntil }: { bytes: Uint8Array; offeredUntil?: Date }, ask) =>
    archivePdf({
      pdf: bytes,
      timestamper: {
        stamp: (sha256) => ask('stamp', sha256) as Promise<Uint8Array>,
        chains: () => Promise.resolve([]),
      },
      revocation: { gather: (chains) => ask('gather', chains) as Promise<ValidationData> },
      ...(offeredUntil && { offeredUntil }),
    }),
  'archived',
);
