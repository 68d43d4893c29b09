/** The worker thread of `seal-in-thread.ts`. */
import type { RevocationSource, Timestamper, ValidationData } from '../ports/authorities.ts';
import { sealPdf } from '../seal.ts';
import type { SealWork } from './seal-in-thread.ts';
import { type Ask, serve } from './serve.ts';

serve(async (work: SealWork, ask) => {
  const { bytes, certificates, hasTimestamper, hasRevocation, ...rest } = work;
  return sealPdf({
    ...rest,
    pdf: bytes,
    signer: {
      certificates: sameAsBefore(certificates),
      sign: (data) => ask('sign', data) as Promise<Uint8Array>,
    },
    timestamper: hasTimestamper ? timestamperFrom(ask) : null,
    revocation: hasRevocation ? revocationFrom(ask) : null,
  });
}, 'sealed');

const timestamperFrom = (ask: Ask): Timestamper => ({
  stamp: (sha256) => ask('stamp', sha256) as Promise<Uint8Array>,
  chains: () => ask('chains') as Promise<Uint8Array[][]>,
});

const revocationFrom = (ask: Ask): RevocationSource => ({
  gather: (chains) => ask('gather', chains) as Promise<ValidationData>,
});

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
