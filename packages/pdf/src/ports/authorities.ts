/** Services of trust authorities that sealing uses: timestamps, certificates and revocation data. */

/** Requests a timestamp token (RFC 3161) over a SHA-256 digest; returns the DER of the token. */
export type RequestToken = (sha256: Uint8Array) => Promise<Uint8Array>;

/** A timestamp authority. `timestamperOf` makes one from a function that requests tokens. */
export interface Timestamper {
  stamp: RequestToken;
  /**
   * The certificates (DER) in recent tokens: one list for each different set, the latest first, and in each the
   * authority's own certificate first. Requests a token if there has been none.
   */
  chains(): Promise<Uint8Array[][]>;
}

/** What a verifier needs to check certificates later, all in DER and without duplicates. `ocsps` are whole OCSPResponses. */
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
}
