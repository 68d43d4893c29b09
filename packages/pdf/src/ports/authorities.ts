/** Services of trust authorities that sealing uses: time stamps, certificates and revocation data. */

/** Requests a time-stamp token (RFC 3161) over a SHA-256 digest; returns the DER of the token. */
export type Timestamper = (sha256: Uint8Array) => Promise<Uint8Array>;

/** What a verifier needs to check certificates later, all in DER and without duplicates. OCSP responses include their status. */
export interface ValidationData {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

/** Fetches validation data and caches it while it is current. Create one per process. */
export interface RevocationSource {
  /**
   * Validation data for several chains. Each chain starts with the certificate to check; the others may be its issuers.
   * Throws a RevocationError if the data for any certificate below a root is missing.
   */
  gather(chains: ReadonlyArray<readonly Uint8Array[]>): Promise<ValidationData>;
  /**
   * The certificates in the tokens of the time-stamping authority, its own first. Taken from the last noted token, or from a
   * new token if there is none. Throws a TimestampError if the timestamper does.
   */
  stampChain(timestamper: Timestamper): Promise<Uint8Array[]>;
  /** Remembers the certificates of a token, so that `stampChain` needs no request; returns them, the authority's own first. */
  noteToken(timestamper: Timestamper, token: Uint8Array): Uint8Array[] | Promise<Uint8Array[]>;
}
