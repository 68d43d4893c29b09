/** A seal key behind `SEAL_KEY=module:` that takes a given time for each signature, as a key service does. */
import { setTimeout as delay } from 'node:timers/promises';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import type { SignerInput } from '@countersign/seal-keys/module-signer';

/** The parameter `milliseconds` is the time for a signature. */
export function openSigner({ parameters }: SignerInput): SealSigner {
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName: 'A key that takes its time' });
  const { certificates, sign } = signerFromPem(keyPem, certificatePem);
  return {
    certificates,
    sign: async (data) => {
      await delay(Number(parameters.milliseconds));
      return sign(data);
    },
  };
}
