/** The exports of the published package. Code in this repository imports the files directly. */
export { makeDevelopmentCertificate } from './development/certificate.ts';
export { type InspectionResult, type InspectOptions, inspectPdf } from './inspect.ts';
export { signerFromPem, signerFromPkcs12 } from './keys/local.ts';
export { httpRevocationSource } from './ltv/revocation-source.ts';
export {
  type PlainSealOptions as SealOptions,
  type PlainSealResult as SealResult,
  sealPlainPdf as sealPdf,
} from './plain-seal.ts';
export type { RevocationSource, Timestamper } from './ports/authorities.ts';
export { PdfError, RevocationError, SealError, TimestampError } from './ports/errors.ts';
export type { SealProfile, SealSigner } from './ports/seal.ts';
export type { TrustAnchors, VerifiedSignature, VerifyReport } from './ports/verify-report.ts';
export { httpTimestamper } from './timestamps/http-timestamper.ts';
export { verifyPdf } from './verify.ts';
