/** The data that the certificate of completion prints. */
import type { SignatureValue } from './marks.ts';
import type { RecipientSignatureLevel } from './recipient-signature.ts';

export interface CertificateRecipient {
  name: string;
  email: string;
  role: 'signer' | 'approver' | 'viewer' | 'cc';
  status: string;
  signingOrder: number;
  authLevel: string;
  authSatisfied: string | null;
  /** False if the recipient got no emails and the sender's application opened the signing page for them. */
  isMailed: boolean;
  /** True if the person started the document from a public link, under a name and address of their own choice. */
  fromDirectLink: boolean;
  /**
   * For a recipient without emails: who opened the page in which they acted, and when. Null if they have not opened it, or opened it
   * themselves from a public link.
   */
  vouchedFor: { by: string; at: Date } | null;
  ip: string | null;
  userAgent: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  consentedAt: Date | null;
  /** The consent text that the recipient agreed to: version and language (ISO 639-1). */
  consent: { version: string; language: string } | null;
  completedAt: Date | null;
  signature: SignatureValue | null;
  /** The signature with a key of the recipient's own; null or absent for a simple signature. */
  ownKey?: { level: RecipientSignatureLevel; provider: string; subject: string } | null;
  /** The id that is printed below the signatures on the pages; null or absent if there is none. */
  signatureId?: string | null;
}

export interface CertificateEvent {
  seq: number;
  at: Date;
  type: string;
  actor: string;
  ip: string | null;
  hash: string;
}

/** A file that the original was made from. */
export interface CertificateFile {
  name: string;
  /** Of the file as it was uploaded: 64 hex digits. */
  sha256: string;
  firstPage: number;
  pages: number;
}

export interface CertificateData {
  documentId: string;
  title: string;
  mode: 'live' | 'test';
  workspace: string;
  /** The prepared logo of the workspace (see `prepareLogo`); null or absent without one. */
  logo?: Uint8Array | null;
  /** The color of the workspace, `#rrggbb`; black if absent. */
  accentColor?: string;
  sender: string;
  originalSha256: string;
  originalSizeBytes: number;
  pageCount: number;
  /** In their order; absent for a document of one PDF. */
  files?: CertificateFile[];
  /** Sentences about content of the original that can change how it looks. */
  fileWarnings: string[];
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date;
  /** IANA time zone. Every time is printed in this zone and in UTC. */
  timeZone: string;
  /** Pattern of printed dates; null for the default. */
  dateFormat: string | null;
  /** The consent texts that recipients agreed to, each once. */
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
  /** Address of the page where anyone can verify the file. */
  verifyUrl: string;
}
