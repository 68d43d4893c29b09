/** Signatures that recipients make with their own keys, as approval signatures before the seal (ISO 32000-2, 12.8.1). */
import type { PlacedMark } from './marks.ts';
import type { PageSize, Placement } from './page.ts';

/** The levels of Regulation (EU) 910/2014 above a simple signature. The provider of the key states it; nothing in a signature proves it. */
export type RecipientSignatureLevel = 'advanced' | 'qualified';

export interface RecipientSignatureInput {
  /** The original as the seal uses it, or the result of the signature before this one. */
  pdf: Uint8Array;
  /** The values that are not in `pdf` yet: those that the recipient saw, with the recipient's own. */
  marks: PlacedMark[];
  /** Text across every page, or null. The first signature of a test document draws it, so that no signed bytes lack it. */
  watermark: string | null;
  /**
   * Places of values that will be drawn later. Form fields of the file and other annotations there become content now, because after a
   * signature they have to stay, and would hide the values.
   */
  laterPlaces?: readonly Placement[];
  /** As `inspectPdf` reported it for these bytes. If absent, the pages that are drawn on are checked again. */
  contentIsSelfContained?: boolean;
  /** `dark` of each page as `inspectPdf` reported it for these bytes. Pages without an entry are searched for dark areas. */
  darkPlaces?: ReadonlyArray<PageSize['dark']>;
  /** For the times below signatures: IANA time zone, and pattern of printed dates or null for the default. */
  timeZone: string;
  dateFormat: string | null;
  /** DER certificates of the recipient's key, its own first, then its issuers. */
  certificates: Uint8Array[];
  /** Written to /M of the signature dictionary. */
  signedAt: Date;
  /** Limit for the total decoded size of all streams. Default 512 MiB. */
  maxDecodedBytes?: number;
}

/** A file that lacks only the signature value. It can be stored while the recipient authorizes the signature at the provider. */
export interface PreparedRecipientSignature {
  bytes: Uint8Array;
  /** The offset of `<` of /Contents, and the length including `>`. */
  contentsOffset: number;
  contentsLength: number;
  certificates: Uint8Array[];
  /** The DER of the signed attributes. The key signs them with SHA-256. */
  attributes: Uint8Array;
  /** SHA-256 of `attributes`, for providers that sign digests. */
  digest: Uint8Array;
}

/** What a seal states about a signature that it covers. */
export interface StatedSignature {
  /** The length of the file that the signature covers. */
  coversUpTo: number;
  /** SHA-256 of the DER of the signer's certificate, in lower-case hexadecimal. */
  certificateSha256: string;
  level: RecipientSignatureLevel;
  /** The name of the provider that stated the level. */
  provider: string;
}
