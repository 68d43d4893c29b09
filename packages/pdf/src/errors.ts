/** What can go wrong in this package, as types a caller can tell apart. */
import type { InvalidPdfReason } from './types.ts';

/** The file cannot be used; `reason` is the wire's word for why and the message says it in full. */
export class PdfError extends Error {
  readonly reason: InvalidPdfReason;
  constructor(reason: InvalidPdfReason, detail: string) {
    super(detail);
    this.name = 'PdfError';
    this.reason = reason;
  }
}

/** The seal that was made does not stand up to its own check, or the signer's answer is unusable. */
export class SealError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealError';
  }
}

/** The time-stamping authority did not give a usable token: try again later, or seal without one. */
export class TimestampError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TimestampError';
  }
}

/** There is no revocation data that shows a certificate to be good; `revoked` if there is some that says otherwise. */
export class RevocationError extends Error {
  readonly revoked: boolean;
  constructor(message: string, options?: ErrorOptions & { revoked?: boolean }) {
    super(message, options);
    this.name = 'RevocationError';
    this.revoked = options?.revoked ?? false;
  }
}
