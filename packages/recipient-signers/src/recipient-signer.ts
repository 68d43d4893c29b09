/** The port to a trust service provider that keeps the keys of recipients. The recipient decides about each signature at the provider. */
import type { RecipientSignatureLevel } from '@countersign/pdf/ports/recipient-signature';

/** A key that a recipient can sign with. */
export interface RecipientCredential {
  /** The provider's identifier. */
  id: string;
  /** DER certificates, the recipient's own first, then its issuers. */
  certificates: Uint8Array[];
  /** As the provider states it. */
  level: RecipientSignatureLevel;
  /** `page`: on a page of the provider. Otherwise the values that the recipient has to enter, such as a PIN and a one-time code. */
  authorization: 'page' | readonly RequiredValue[];
  /** The provider's identifier of the signature algorithm. */
  algorithm: string;
}

export interface RequiredValue {
  id: string;
  label: string;
  isSecret: boolean;
}

/** A visit of the recipient's browser to a page of the provider. */
export interface ProviderVisit {
  /** Returns with the browser. Unguessable, and bound to the browser session by the caller. */
  state: string;
  /** The registered address to which the provider sends the browser back. */
  redirectUrl: string;
  /** The PKCE challenge, S256 (RFC 7636). */
  codeChallenge: string;
  /** BCP 47. */
  language: string;
}

/** What the browser brought back. */
export interface ProviderReturn {
  code: string;
  codeVerifier: string;
  redirectUrl: string;
}

export interface SignatureRequest {
  credential: RecipientCredential;
  /** The bytes to sign. Only their SHA-256 goes to the provider. */
  data: Uint8Array;
  /** Shown to the recipient by the provider. */
  description: string;
}

/** The right to list the recipient's keys. A secret. */
export interface ProviderAccess {
  token: string;
  expiresAt: Date;
}

/** The recipient's permission for one signature over one digest. A secret. */
export interface Activation {
  /** The token for the call. */
  token: string;
  /** Signature activation data, if it is not the token itself. */
  activationData: string | null;
  expiresAt: Date;
}

/** All methods throw a RecipientSignerError. */
export interface RecipientSigner {
  /** The name of the provider, for recipients and for the certificate of completion. */
  name: string;
  /** The page on which the recipient permits us to list their keys. */
  accessPage(visit: ProviderVisit): Promise<string>;
  /** Exchanges what came back from that page. The code can be used once. */
  access(answer: ProviderReturn): Promise<ProviderAccess>;
  /** The keys of the recipient that can be used. Throws `unusable` with all reasons if there is none. */
  credentials(access: ProviderAccess): Promise<RecipientCredential[]>;
  /** The page on which the recipient authorizes this one signature. */
  authorizationPage(visit: ProviderVisit, request: SignatureRequest): Promise<string>;
  /** Exchanges what came back from that page. */
  authorizeByPage(answer: ProviderReturn): Promise<Activation>;
  /** Authorizes the signature with values that the recipient entered, by the ids in `credential.authorization`. */
  authorizeByValues(
    access: ProviderAccess,
    request: SignatureRequest,
    values: Readonly<Record<string, string>>,
  ): Promise<Activation>;
  /**
   * The signature value over `data` with SHA-256, RSASSA-PKCS1-v1_5 or ECDSA in DER, verified with the certificate. An activation is for
   * the digest and the number of signatures that it was given for.
   */
  sign(activation: Activation, request: SignatureRequest): Promise<Uint8Array>;
}

/**
 * `denied`: the recipient or the provider refused; they can try again. `expired`: a code, token or permission is used up or too old, so
 * the recipient has to authorize again. `unavailable`: the provider does not answer or is throttling. `unusable`: the key, the provider or
 * the settings do not fit.
 */
export type SignerFailure = 'denied' | 'expired' | 'unavailable' | 'unusable';

/** Messages contain no secrets. */
export class RecipientSignerError extends Error {
  readonly failure: SignerFailure;
  constructor(failure: SignerFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RecipientSignerError';
    this.failure = failure;
  }
}
