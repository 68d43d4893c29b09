/** Checks seal certificates before they are used, so that we make no seal that our own verification would refuse. */
import { X509Certificate } from 'node:crypto';
import { readCertificate, subjectOf } from './certificate.ts';
import { faultOfCertificate, faultOfUsage } from './path.ts';
import { weaknessesOfChain } from './trust.ts';

/**
 * Why seals made with these certificates (the signer's own first, then its issuers) would not be valid or not be trusted,
 * each reason as a sentence. Throws a DerError if the signer's own cannot be read.
 */
export function faultsOfSealCertificate(certificates: readonly Uint8Array[], now: Date): string[] {
  const [own, ...others] = certificates.map((bytes) => new X509Certificate(bytes)) as [X509Certificate];
  const leaf = readCertificate(own.raw);
  const faults = [
    subjectOf(own) === '' ? 'the certificate names nobody, as its subject is empty' : null,
    faultOfCertificate(leaf, now),
    faultOfUsage(leaf, 'signing', true),
    ...weaknessesOfChain(own, others),
  ];
  return [...new Set(faults.filter((fault) => fault !== null))];
}
