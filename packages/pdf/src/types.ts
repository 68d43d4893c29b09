/** The vocabulary of this package: what goes in and what comes out. Bytes only; no database, no storage. */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import type { RevocationSource } from './ltv/revocation-source.ts';
import type { ScriptFont } from './text/families.ts';

/** A page as displayed, after /Rotate and CropBox (ISO 32000-2, 7.7.3.3), in points. */
export interface PageSize {
  width: number;
  height: number;
  rotate: 0 | 90 | 180 | 270;
  /**
   * Places that may be dark, in the user space of the page (x, y, width, height): a field elsewhere needs no plate. Absent
   * where that is not known.
   */
  dark?: ReadonlyArray<readonly [number, number, number, number]>;
}

/** A rectangle in fractions of the page as displayed; origin top-left; `page` counts from 1. */
export interface Placement {
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A signature or initials as the signer gave it. */
export type SignatureValue =
  /** `font` is a wish: one that has not every letter gives way to the first that has, and to plain print. */
  | { mode: 'type'; text: string; font?: ScriptFont | null }
  | {
      mode: 'draw';
      /** The size of the drawing surface; stroke points lie within it, origin top-left. */
      width: number;
      height: number;
      /** One array per stroke, of [x, y] or [x, y, pressure] points. */
      strokes: ReadonlyArray<ReadonlyArray<readonly number[]>>;
    }
  | {
      mode: 'upload';
      /** What `prepareSignatureImage` returned. */
      prepared: Uint8Array;
    };

/** What to draw at a field. */
export type FieldMark =
  | { kind: 'text'; text: string }
  | { kind: 'check' }
  | { kind: 'radio' }
  | { kind: 'signature'; value: SignatureValue };

/** A white plate under a value: where the page is dark, never, or always. */
export type Background = 'auto' | 'none' | 'white';

export interface PlacedMark extends Placement {
  mark: FieldMark;
  /** Default `auto`. */
  background?: Background;
}

export interface CertificateRecipient {
  name: string;
  email: string;
  role: 'signer' | 'approver' | 'viewer' | 'cc';
  status: string;
  signingOrder: number;
  authLevel: string;
  authSatisfied: string | null;
  ip: string | null;
  userAgent: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  consentedAt: Date | null;
  /** Which text was agreed to: its version and language (ISO 639-1). */
  consent: { version: string; language: string } | null;
  completedAt: Date | null;
  signature: SignatureValue | null;
}

export interface CertificateEvent {
  seq: number;
  at: Date;
  type: string;
  actor: string;
  ip: string | null;
  hash: string;
}

/** Everything the certificate of completion prints. */
export interface CertificateData {
  documentId: string;
  title: string;
  mode: 'live' | 'test';
  workspace: string;
  sender: string;
  originalSha256: string;
  originalSizeBytes: number;
  pageCount: number;
  /** Sentences about content of the original that can change what it shows. */
  fileWarnings: string[];
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date;
  /** IANA zone and date pattern in which times are printed, beside UTC. */
  timeZone: string;
  dateFormat: string | null;
  /** The consent texts that the recipients agreed to, each once. */
  consentTexts: Array<{ version: string; language: string; sha256: string }>;
  recipients: CertificateRecipient[];
  events: CertificateEvent[];
  /** The last event before sealing: its sequence number and hash (64 hex digits). */
  chainSeq: number;
  chainHead: string;
  /** Digest over the signed values of all recipients (docs/AUDIT.md, Signed values): 64 hex digits. */
  valuesSha256: string;
  sealProfile: string;
  sealSubject: string;
  sealFingerprint: string;
  /** Where anyone can check the file. */
  verifyUrl: string;
}

/** The holder of the seal key. A KMS or PKCS#11 token can stand behind it. */
export interface SealSigner {
  /** DER certificates, the signer's own first. */
  certificates: Uint8Array[];
  /** Signs the DER of the signed attributes with SHA-256; returns the raw signature value (RSA PKCS#1 v1.5, or ECDSA in DER). */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** Asks a time-stamping authority (RFC 3161) for a token over a SHA-256 digest; returns the DER of the token. */
export type Timestamper = (sha256: Uint8Array) => Promise<Uint8Array>;

export type SealProfile = 'PAdES-B-B' | 'PAdES-B-T' | 'PAdES-B-LT';

export interface SealInput {
  pdf: Uint8Array;
  /** The result of `inspectPdf` for these bytes; if it is not known, the pages that are drawn on are read again. */
  contentIsSelfContained?: boolean;
  /** `dark` of the pages that `inspectPdf` returned for these bytes; pages without it are searched for dark areas. */
  darkPlaces?: ReadonlyArray<PageSize['dark']>;
  marks: PlacedMark[];
  certificate: Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'>;
  /** Drawn across every page and on the certificate in test mode. */
  watermark: string | null;
  signer: SealSigner;
  timestamper: Timestamper | null;
  /** Where validation data comes from: with it, and a timestamper, the seal is B-LT if the data is to be had. */
  revocation?: RevocationSource | null;
  /** Written to /M of the signature dictionary. */
  sealedAt: Date;
  /** What the streams of the file may decode to in all; more throws a PdfError, `too_complex`. Default 512 MiB. */
  maxDecodedBytes?: number;
}

export interface SealResult {
  /** The certificate of completion stands behind the document's pages: see `extractCertificate`. */
  sealed: Uint8Array;
  profile: SealProfile;
  /** Why it is not B-LT although there was a source of validation data; null if it is, or there was none. */
  shortfall: string | null;
}

export type InvalidPdfReason =
  | 'not_a_pdf'
  | 'encrypted'
  | 'certified'
  | 'damaged'
  | 'no_pages'
  | 'too_many_pages'
  | 'too_complex';

export type Inspection =
  | {
      ok: true;
      pages: PageSize[];
      /** What a sender should know of the file: content that can change its look, earlier signatures, a repair. */
      warnings: PdfWarning[];
      earlierSignatures: number;
      hasXfa: boolean;
      /** No page's content, in the bytes that sealing reads, can change what is drawn after it (reader/content.ts). */
      contentIsSelfContained: boolean;
    }
  | { ok: false; reason: InvalidPdfReason; detail: string };

/** Certificates that the caller of a verification trusts. */
export interface TrustAnchors {
  /** SHA-256 fingerprints (lower-case hexadecimal) of the certificates that this installation seals with. */
  sealCertificates: ReadonlySet<string>;
  /** DER of root certificates, or of single certificates that are trusted as they are. */
  roots: readonly Uint8Array[];
}

/** `installation`: a seal certificate of ours; `trusted_root`: a given root vouches for it; else `unknown`. */
export type SignerTrust = 'installation' | 'trusted_root' | 'unknown';

/**
 * What follows the bytes that a signature covers. `validation_data`: data for validating the signature later, and
 * document time stamps. `form_filling`: also filled-in form fields and further signatures, as far as the signature
 * permits them; never after a Countersign seal. `other`: anything else, or what is too much to compare.
 */
export type LaterChanges = 'none' | 'validation_data' | 'form_filling' | 'other';

export interface VerifiedSignature {
  /** Digest and signature value match, over the bytes the /ByteRange names. */
  valid: boolean;
  /** The byte range covers the whole file but its own /Contents. */
  coversWholeFile: boolean;
  /** Where the covered bytes end, from the beginning of the file; null without a usable byte range. */
  coversUpTo: number | null;
  /** What follows the covered bytes is validation data and document time stamps: `laterChanges` says so. */
  onlyValidationDataAfter: boolean;
  laterChanges: LaterChanges;
  subFilter: string;
  signerSubject: string | null;
  signerFingerprintSha256: string | null;
  /** Whether the signer is known. Always `unknown` if the signature is not valid. */
  signerTrust: SignerTrust;
  signedAt: Date | null;
  timestampedAt: Date | null;
  /** Whether a given root vouches for the time-stamping authority; null without a valid time stamp. */
  timestampTrust: 'trusted_root' | 'unknown' | null;
  profile: SealProfile | null;
  problems: string[];
}

export interface VerifyReport {
  signatures: VerifiedSignature[];
  /**
   * True when the deciding signature is valid and nothing but validation data follows it. In a file without a seal of
   * ours, all other signatures must be valid too, with nothing after them but filling in and signing. Says nothing
   * about who signed: see `signerTrust`.
   */
  intact: boolean;
  /**
   * Index in `signatures` of the one on which everything depends: the Countersign seal, if there is one, else the last
   * signature that is not a document time stamp. Null without signatures.
   */
  decidingSignature: number | null;
  /**
   * Where validation data or time stamps follow the deciding signature: how long the file was before each revision that
   * brought them. Else empty.
   */
  earlierLengths: number[];
  /** What a Countersign seal says of itself, read back from the file; null for files sealed by others. */
  countersign: {
    /** Index in `signatures` of the one that carries and covers this; it is worth what that one is worth. */
    signature: number;
    documentId: string;
    originalSha256: string;
    chainSeq: number;
    chainHead: string;
    /** Digest over all signed values (docs/AUDIT.md, Signed values). */
    valuesSha256: string;
    /** The file begins with the original document, byte for byte. */
    containsOriginal: boolean;
    /** The original was repaired before sealing, so the file cannot contain it byte for byte. */
    originalRepaired: boolean;
    /** Null if the facts do not say it. */
    mode: 'live' | 'test' | null;
  } | null;
}
