/** The inside of `seal-in-thread.ts`. */
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
    timestamper: hasTimestamper ? timestamperOf(ask) : null,
    revocation: hasRevocation ? revocationOf(ask) : null,
  });
}, 'sealed');

const timestamperOf =
  (ask: Ask): Timestamper =>
  (sha256) =>
    ask('timestamp', sha256) as Promise<Uint8Array>;

/** The caller knows its timestamper, so that is not sent along. */
const revocationOf = (ask: Ask): RevocationSource => ({
  gather: (chains) => ask('gather', chains) as Promise<ValidationData>,
  stampChain: () => ask('stampChain') as Promise<Uint8Array[]>,
  noteToken: (_timestamper, token) => ask('noteToken', token) as Promise<Uint8Array[]>,
});

const maxChains = 8;
const chains: Uint8Array[][] = [];

/** The chain in the objects in which it came first: what is computed for a key is kept by its certificate. */
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
