/**
 * A verification as JSON: names in snake_case, times in ISO 8601. This is the part of VerifyOut that depends only on
 * the file.
 */
import type { Verification } from './verify-in-thread.ts';

/** The members `file`, `signatures`, `deciding_signature` and `countersign` of the contract's VerifyOut. */
export function reportJson({ report, file }: Extract<Verification, { ok: true }>) {
  const { countersign } = report;
  return {
    file: { size_bytes: file.sizeBytes, sha256: file.sha256 },
    signatures: report.signatures.map((signature) => ({
      valid: signature.valid,
      covers_whole_file: signature.coversWholeFile,
      covers_up_to: signature.coversUpTo,
      only_validation_data_after: signature.onlyValidationDataAfter,
      later_changes: signature.laterChanges,
      sub_filter: truncated(signature.subFilter),
      signer_subject: signature.signerSubject && truncated(signature.signerSubject),
      signer_fingerprint_sha256: signature.signerFingerprintSha256,
      signer_trust: signature.signerTrust,
      signer_trust_problem: signature.signerTrustProblem && truncated(signature.signerTrustProblem),
      signed_at: isoOf(signature.signedAt),
      timestamped_at: isoOf(signature.timestampedAt),
      timestamp_trust: signature.timestampTrust,
      profile: signature.profile,
      problems: signature.problems,
    })),
    deciding_signature: report.decidingSignature,
    countersign: countersign && {
      signature: countersign.signature,
      document_id: truncated(countersign.documentId),
      original_sha256: truncated(countersign.originalSha256),
      contains_original: countersign.containsOriginal,
      original_repaired: countersign.originalRepaired,
      files_sha256: countersign.filesSha256.map(truncated),
      recipient_signatures: countersign.recipientSignatures.map(({ signature, level, provider }) => ({
        signature,
        level,
        provider: truncated(provider),
      })),
      mode: countersign.mode,
      chain_seq: countersign.chainSeq,
      chain_head: truncated(countersign.chainHead),
      values_sha256: truncated(countersign.valuesSha256),
    },
  };
}

/** Texts from a file may have any length. */
const truncated = (text: string) => (text.length > 1000 ? `${text.slice(0, 1000)}…` : text);

/** Null also for a date from a file that is invalid, or outside the years 0 to 9999, which have another form. */
function isoOf(at: Date | null): string | null {
  if (!at || Number.isNaN(at.getTime())) return null;
  const text = at.toISOString();
  return /^\d/.test(text) ? text : null;
}
