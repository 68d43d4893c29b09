/** Input and result of sealing. */
import type { RevocationSource, Timestamper } from './authorities.ts';
import type { CertificateData } from './certificate-data.ts';
import type { PlacedMark } from './marks.ts';
import type { PageSize } from './page.ts';
import type { StatedSignature } from './recipient-signature.ts';

/**
 * The holder of the seal key: a local file, a PKCS#11 token or a key management service. Adapters are in packages/seal-keys; a
 * module of the operator can be another one (docs/SEALING.md). A key is RSA with at least 2048 bits, or ECDSA on P-256, P-384
 * or P-521.
 */
export interface SealSigner {
  /** DER certificates, the signer's own first, then its issuers. They never change: a new key is a new signer. */
  certificates: Uint8Array[];
  /**
   * Signs `data`, the DER of the signed attributes, with SHA-256. Returns the raw signature value: RSASSA-PKCS1-v1_5, or ECDSA
   * in DER. Called several times at once. An error fails this attempt to seal; the queue tries again.
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
  /** Ends connections once another signer has taken its place. A document that is being sealed may still call `sign`. */
  close?(): void;
}

export type SealProfile = 'PAdES-B-B' | 'PAdES-B-T' | 'PAdES-B-LT' | 'PAdES-B-LTA';

export interface SealInput {
  pdf: Uint8Array;
  /** As `inspectPdf` reported it for these bytes. If absent, the pages that are drawn on are checked again. */
  contentIsSelfContained?: boolean;
  /** `dark` of each page as `inspectPdf` reported it for these bytes. Pages without an entry are searched for dark areas. */
  darkPlaces?: ReadonlyArray<PageSize['dark']>;
  marks: PlacedMark[];
  /** Signatures of recipients that `pdf` has, in their order. The seal states them, and is not valid without them. */
  recipientSignatures?: readonly StatedSignature[];
  /** Printed in the margin of every page of the document; none if null or absent. */
  pageNote?: string | null;
  certificate: Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'>;
  /** Text drawn across every page and the certificate, used in test mode. */
  watermark: string | null;
  signer: SealSigner;
  timestamper: Timestamper | null;
  /** With this and a timestamper, the seal reaches B-LT if all validation data is available. */
  revocation?: RevocationSource | null;
  /** Adds a document timestamp to a seal that reached B-LT, which makes it B-LTA. */
  archive?: boolean;
  /** Written to /M of the signature dictionary. */
  sealedAt: Date;
  /** Limit for the total decoded size of all streams; a larger file throws a PdfError, `too_complex`. Default 512 MiB. */
  maxDecodedBytes?: number;
}

export interface SealResult {
  /** The document's pages followed by the certificate of completion: see `extractCertificate`. */
  sealed: Uint8Array;
  profile: SealProfile;
  /** For B-LT and B-LTA: when the first certificate of the last timestamp expires; else null. */
  until: Date | null;
  /** Why the seal is not B-LT although there was a revocation source; else null. */
  shortfall: string | null;
}
