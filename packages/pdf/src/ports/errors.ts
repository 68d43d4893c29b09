/** The errors of this package, as types that callers can distinguish. */

/** Why a PDF cannot be used, as the API reports it. */
export type InvalidPdfReason =
  | 'not_a_pdf'
  | 'encrypted'
  | 'certified'
  | 'signed'
  | 'damaged'
  | 'no_pages'
  | 'too_many_pages'
  | 'too_complex';

/** Longer messages are cut, because they may quote a word or a name of any length from the file. */
const MAX_DETAIL_LENGTH = 500;

const shortened = (detail: string): string =>
  detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail;

/** The file cannot be used. `reason` is the code that the API reports; the message explains it. */
export class PdfError extends Error {
  readonly reason: InvalidPdfReason;
  constructor(reason: InvalidPdfReason, detail: string) {
    super(shortened(detail));
    this.name = 'PdfError';
    this.reason = reason;
  }
}

/** Something cannot be signed: the key, its certificate or the file is not suitable, or the result failed its own check. */
export class SealError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealError';
  }
}

/** The timestamp authority returned no usable token. Retry later, or seal without a timestamp. */
export class TimestampError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TimestampError';
  }
}

/** No revocation data confirms that a certificate is good. `revoked` is true if some data says that it is revoked. */
export class RevocationError extends Error {
  readonly revoked: boolean;
  constructor(message: string, options?: ErrorOptions & { revoked?: boolean }) {
    super(message, options);
    this.name = 'RevocationError';
    this.revoked = options?.revoked ?? false;
  }
}
