/** The worker thread of `seal-in-thread.ts`. */
import { finishSeal, prepareSeal } from '../seal.ts';
import type { SealWork } from './seal-in-thread.ts';
import { serve } from './serve.ts';

serve(async (work: SealWork, ask) => {
  if (work.step === 'prepare') {
    const { step, bytes, certificates, ...rest } = work;
    return prepareSeal({ ...rest, pdf: bytes, certificates: sameAsBefore(certificates) });
  }
  const { step, bytes, isArchived, ...rest } = work;
  return finishSeal({
    ...rest,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    timestamper: isArchived ? { stamp: (sha256) => ask('stamp', sha256) as Promise<Uint8Array> } : null,
  });
}, 'bytes');

const maxChains = 8;
const chains: Uint8Array[][] = [];

/** Returns the same objects for a chain seen before, because caches for a key are keyed by its certificate object. */
function sameAsBefore(certificates: Uint8Array[]): Uint8Array[] {
  const known = chains.find(
    (chain) =>
      chain.length === certificates.length &&
      chain.every((one, at) => Buffer.compare(one, certificates[at]!) === 0),
  );
  if (known) return known;
  if (chains.length >= maxChains) chains.shift();
  chains.push(certificates);
  return certificates;
}
