/** Input and result of verification. */
import type { RecipientSignatureLevel } from './recipient-signature.ts';
import type { SealProfile } from './seal.ts';

/** Certificates that the caller of a verification trusts. */
export interface TrustAnchors {
  /** SHA-256 fingerprints (lower-case hexadecimal) of this installation's seal certificates. */
  sealCertificates: ReadonlySet<string>;
  /** DER of root certificates, or of other certificates to be trusted directly. */
  roots: readonly Uint8Array[];
}

/** `installation`: one of our seal certificates; `trusted_root`: a chain leads to a given root; else `unknown`. */
export type SignerTrust = 'installation' | 'trusted_root' | 'unknown';

/**
 * What follows the bytes that a signature covers. `validation_data`: data for later validation and document timestamps.
 * `form_filling`: also filled-in fields and further signatures, as far as the signature permits them; never after a
 * Countersign seal. `other`: anything else, or too much to compare.
 */
export type LaterChanges = 'none' | 'validation_data' | 'form_filling' | 'other';

export interface VerifiedSignature {
  /** Digest and signature value match for the bytes in /ByteRange. */
  valid: boolean;
  /** The byte range covers the whole file except its own /Contents. */
  coversWholeFile: boolean;
  /** Offset of the end of the covered bytes; null without a usable byte range. */
  coversUpTo: number | null;
  /** Only validation data and document timestamps follow the covered bytes, as in `laterChanges`. */
  onlyValidationDataAfter: boolean;
  laterChanges: LaterChanges;
  subFilter: string;
  signerSubject: string | null;
  signerFingerprintSha256: string | null;
  /** Always `unknown` if the signature is not valid. */
  signerTrust: SignerTrust;
  /** Why the signer is unknown; null if the signer is known, or the signature is not valid. */
  signerTrustProblem: string | null;
  signedAt: Date | null;
  timestampedAt: Date | null;
  /** Whether the timestamp authority's chain leads to a given root; null without a valid timestamp. */
  timestampTrust: 'trusted_root' | 'unknown' | null;
  profile: SealProfile | null;
  problems: string[];
}

export interface VerifyReport {
  signatures: VerifiedSignature[];
  /**
   * True if the deciding signature is valid and only validation data follows it. In a file without a Countersign seal, all
   * other signatures must be valid too, and only form filling and signing may follow them. Does not say who signed: see
   * `signerTrust`.
   */
  intact: boolean;
  /**
   * Index in `signatures` of the Countersign seal if there is one, else of the last signature that is not a document
   * timestamp. Null without signatures.
   */
  decidingSignature: number | null;
  /**
   * Length of the file before each revision that added validation data or timestamps after the deciding signature. Empty
   * if there are none.
   */
  earlierLengths: number[];
  /** The facts that a Countersign seal contains; null for files sealed by others. */
  countersign: {
    /** Index in `signatures` of the signature that covers these facts. They are only as trustworthy as that signature. */
    signature: number;
    documentId: string;
    originalSha256: string;
    chainSeq: number;
    chainHead: string;
    /** Digest over all signed values (docs/AUDIT.md, Signed values). */
    valuesSha256: string;
    /** Of the files that the original document was made from, in their order; empty for a document of one PDF. */
    filesSha256: string[];
    /**
     * The signatures that recipients made with their own keys before the seal. Without one of them, the seal is not valid. The provider
     * of the key stated the level.
     */
    recipientSignatures: Array<{
      /** Index in `signatures`; null if the file does not have it. */
      signature: number | null;
      level: RecipientSignatureLevel;
      provider: string;
    }>;
    /** The file begins with the original document, byte for byte. */
    containsOriginal: boolean;
    /** The original was repaired before sealing, so the file cannot contain it byte for byte. */
    originalRepaired: boolean;
    /** Null if the facts do not state it. */
    mode: 'live' | 'test' | null;
  } | null;
}
