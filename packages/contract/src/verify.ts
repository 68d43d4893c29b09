/** The result of checking a file: the answer of POST /verify and of `countersign verify --json` (docs/VERIFYING.md). */
import * as z from 'zod';

export const Verdict = z.enum([
  'intact',
  'unknown_signer',
  'changed',
  'not_valid',
  'unsigned',
  'contradicted',
]);
export type Verdict = z.infer<typeof Verdict>;

export const VerifiedSignatureOut = z
  .object({
    valid: z.boolean().describe('Whether the digest and the signature value match the covered bytes'),
    covers_whole_file: z.boolean(),
    covers_up_to: z
      .int()
      .nullable()
      .describe(
        'Number of bytes that the signature covers, from the beginning of the file; null if this cannot be determined',
      ),
    only_validation_data_after: z
      .boolean()
      .describe(
        'Whether the file after the covered bytes contains only data for validating the signature later, and document timestamps (PAdES-B-LT, B-LTA)',
      ),
    later_changes: z
      .enum(['none', 'validation_data', 'form_filling', 'other'])
      .describe(
        'What was added after the covered bytes. validation_data: only validation data and document timestamps. form_filling: also filled-in form fields and further signatures that the signature permits. other: anything else',
      ),
    sub_filter: z.string().describe('Format of the signature, as the file states it'),
    signer_subject: z
      .string()
      .nullable()
      .describe(
        'Subject of the certificate. Anyone can make a certificate with any name: see `signer_trust`',
      ),
    signer_fingerprint_sha256: z.string().nullable().describe("SHA-256 of the signer's certificate"),
    signer_trust: z
      .enum(['installation', 'trusted_root', 'unknown'])
      .describe(
        'installation: signed with a seal certificate of this installation. trusted_root: a trusted root vouches for the certificate. unknown: neither, or the signature is not valid',
      ),
    signer_trust_problem: z
      .string()
      .nullable()
      .describe('Why the signer is unknown; null if the signer is known, or the signature is not valid'),
    signed_at: z.iso.datetime().nullable().describe('Time of signing, as the signer states it'),
    timestamped_at: z.iso
      .datetime()
      .nullable()
      .describe('Time of the timestamp, as the timestamp authority states it: see `timestamp_trust`'),
    timestamp_trust: z
      .enum(['trusted_root', 'unknown'])
      .nullable()
      .describe('Whether a trusted root vouches for the timestamp authority; null without a valid timestamp'),
    profile: z.enum(['PAdES-B-B', 'PAdES-B-T', 'PAdES-B-LT', 'PAdES-B-LTA']).nullable(),
    problems: z.array(z.string()),
  })
  .meta({ id: 'VerifiedSignatureOut' });
export type VerifiedSignatureOut = z.infer<typeof VerifiedSignatureOut>;

export const CheckedAnchorOut = z
  .object({
    date: z.string(),
    seq: z.int().describe('The anchor covers the audit trail up to this event'),
    result: z
      .enum(['matches', 'trail_differs', 'path_differs', 'hash_differs', 'timestamp_not_valid', 'forked'])
      .describe(
        'trail_differs: the trail has another event or none in that place, or is broken before it. path_differs: the path does not lead from the trail to the root. hash_differs: the hash of the anchor is wrong. timestamp_not_valid: see `problem`. forked: another anchor, of the document or in a saved copy, cannot belong to the same chain, for example because it is of the same day',
      ),
    problem: z.string().nullable(),
    timestamped_at: z.iso.datetime().nullable(),
    timestamp_authority: z.string().nullable().describe('Subject of the certificate'),
    timestamp_trust: z.enum(['trusted_root', 'unknown']).nullable(),
    is_in_copy: z.boolean().describe('Whether a copy that was saved earlier has the same anchor'),
  })
  .meta({ id: 'CheckedAnchorOut' });
export type CheckedAnchorOut = z.infer<typeof CheckedAnchorOut>;

export const VerifyOut = z
  .object({
    verdict: Verdict.describe(
      [
        'intact: the deciding signature is valid, nothing but validation data was added after it, and its signer is known.',
        'unknown_signer: the signature is valid and covers the file, but its certificate is not known here, so anyone could have made it.',
        'changed: something was added after the signature.',
        'not_valid: the signature is not valid.',
        'unsigned: the file has no signature; document timestamps do not count.',
        'contradicted: the signature is valid, but the file is not what was sealed according to this installation, the audit trail, or the seal itself.',
      ].join(' '),
    ),
    intact: z.boolean().describe('True only for the verdict `intact`'),
    test_document: z
      .boolean()
      .describe('The seal states that the document was made in test mode: it is not legally binding'),
    file: z.object({ size_bytes: z.int(), sha256: z.string() }),
    signatures: z
      .array(VerifiedSignatureOut)
      .describe('In the order in which they were added to the file; empty for an unsigned file'),
    deciding_signature: z
      .int()
      .nullable()
      .describe(
        'Index in `signatures` of the signature that the verdict is about: the Countersign seal, otherwise the last signature that is not a document timestamp; null for an unsigned file',
      ),
    countersign: z
      .object({
        signature: z.int().describe('Index in `signatures` of the seal that states this'),
        document_id: z.string(),
        mode: z.enum(['live', 'test']).nullable(),
        original_sha256: z.string(),
        files_sha256: z
          .array(z.string())
          .describe(
            'Digests of the files that the original document was made from, in their order; empty for a document of one PDF',
          ),
        recipient_signatures: z
          .array(
            z.object({
              signature: z
                .int()
                .nullable()
                .describe('Index in `signatures`; null if the file does not have it'),
              level: z.enum(['advanced', 'qualified']),
              provider: z.string().describe('Who stated the level: the provider of the key'),
            }),
          )
          .describe(
            'Signatures that recipients made with their own keys before the seal. The seal is valid only with all of them. Empty if there are none',
          ),
        contains_original: z
          .boolean()
          .describe('Whether the file begins with the original document, byte for byte'),
        original_repaired: z
          .boolean()
          .describe(
            'Whether the original was repaired before sealing; the file then cannot begin with it byte for byte',
          ),
        chain_seq: z.int(),
        chain_head: z.string(),
        values_sha256: z.string().describe('Digest of the signed values of all recipients'),
      })
      .nullable()
      .describe(
        'What a Countersign seal states about its document; null for files sealed by others. Trust it only if the signature is valid and its signer is known',
      ),
    instance: z
      .object({
        knows_document: z.boolean(),
        chain: z
          .enum(['matches', 'differs'])
          .nullable()
          .describe('Whether the audit trail of this installation is complete and contains the sealed head'),
        values: z
          .enum(['match', 'differ'])
          .nullable()
          .describe('Whether the signed values in the audit trail match the digest in the seal'),
        file: z
          .enum(['identical', 'extended', 'different', 'never_sealed'])
          .nullable()
          .describe(
            'Whether this is the file that this installation sealed for the document. extended: it is, with validation data or timestamps that were added later',
          ),
        certificate: z
          .enum(['matches', 'differs'])
          .nullable()
          .describe('Whether this installation uses the certificate to seal documents of this mode'),
      })
      .nullable()
      .describe(
        'What this installation knows about the document; null if the file names no document, and in offline verification',
      ),
    events: z
      .object({
        chain: z.enum(['sound', 'broken']),
        detail: z
          .string()
          .nullable()
          .describe('Where and why the chain is broken. For a sound chain, what was erased from it'),
        head: z.enum(['matches', 'differs', 'absent']).describe('absent: the file names no head'),
        values: z
          .enum(['match', 'differ'])
          .nullable()
          .describe('Whether the signed values in the events match the digest in the seal'),
        file: z
          .enum(['identical', 'extended', 'different'])
          .nullable()
          .describe('As `file` of `instance`; null if the events name no sealed file'),
        unprotected: z
          .int()
          .min(0)
          .describe(
            'How many events come after the one that a seal of a known signer names and after the last one that an anchor of the saved copy covers. Anyone could have written them, and could have had an anchor over them timestamped',
          ),
      })
      .nullable()
      .describe('Result of checking an exported audit trail; only in offline verification'),
    anchors: z
      .array(CheckedAnchorOut)
      .nullable()
      .describe(
        'Result of comparing the exported audit trail with its anchors; only in offline verification',
      ),
  })
  .meta({ id: 'VerifyOut' });
export type VerifyOut = z.infer<typeof VerifyOut>;

/** The query of GET /verify/certificates.pem. */
export const CertificatesQuery = z.object({
  mode: z
    .enum(['live', 'test'])
    .default('live')
    .describe('Mode of the documents that are sealed with the certificates'),
});

/** What the file, this installation and an exported audit trail say, before the verdict. */
export type Findings = Omit<VerifyOut, 'verdict' | 'intact' | 'test_document'>;

/** Adds the verdict to the findings. */
export function concludeVerification(findings: Findings): VerifyOut {
  const verdict = verdictOf(findings);
  const testDocument = findings.countersign?.mode === 'test';
  return { verdict, intact: verdict === 'intact', test_document: testDocument, ...findings };
}

/** Whether it is a document timestamp (ISO 32000-2, 12.8.5), which proves when a file existed, but not who agreed to it. */
export const isTimestamp = ({ sub_filter }: VerifiedSignatureOut): boolean => sub_filter === 'ETSI.RFC3161';

/** The signature that the verdict is about. */
export function decidingSignature({ signatures, deciding_signature }: Findings): VerifiedSignatureOut | null {
  return deciding_signature === null ? null : (signatures[deciding_signature] ?? null);
}

function verdictOf(findings: Findings): Verdict {
  const { signatures, countersign } = findings;
  const deciding = decidingSignature(findings);
  // Anyone can get a timestamp for any file.
  if (!deciding || isTimestamp(deciding)) return 'unsigned';
  if (!deciding.valid) return 'not_valid';
  if (deciding.later_changes !== 'none' && deciding.later_changes !== 'validation_data') return 'changed';
  // A seal covers the earlier signatures too, so it decides alone. Without a seal, every signature counts.
  if (countersign === null) {
    if (signatures.some(({ valid }) => !valid)) return 'not_valid';
    if (signatures.some(({ later_changes }) => later_changes === 'other')) return 'changed';
  }
  if (contradictionsIn(findings).length > 0) return 'contradicted';
  return deciding.signer_trust === 'unknown' ? 'unknown_signer' : 'intact';
}

/** Why a file with a valid signature is not what it claims to be. */
export type Contradiction =
  | 'never_sealed'
  | 'other_file'
  | 'other_chain'
  | 'other_certificate'
  | 'other_values'
  | 'unknown_document'
  | 'no_facts'
  | 'original_missing'
  | 'events_broken'
  | 'events_without_head'
  | 'events_of_other_head'
  | 'events_of_other_values'
  | 'events_of_other_file'
  | 'events_of_other_anchor';

/** Everything that contradicts the deciding signature, most important first. */
export function contradictionsIn(findings: Findings): Contradiction[] {
  const { countersign, instance, events, anchors } = findings;
  const isOurCertificate = decidingSignature(findings)?.signer_trust === 'installation';
  const checks: Array<[Contradiction, boolean | undefined]> = [
    ['never_sealed', instance?.file === 'never_sealed'],
    ['other_file', instance?.file === 'different'],
    ['other_certificate', instance?.certificate === 'differs'],
    ['other_chain', instance?.chain === 'differs'],
    ['other_values', instance?.values === 'differ'],
    ['unknown_document', isOurCertificate && instance?.knows_document === false],
    // This installation never signs without stating which document it is.
    ['no_facts', isOurCertificate && countersign === null],
    [
      'original_missing',
      countersign !== null && !countersign.contains_original && !countersign.original_repaired,
    ],
    ['events_broken', events?.chain === 'broken'],
    ['events_of_other_head', events?.head === 'differs'],
    ['events_without_head', events?.head === 'absent'],
    ['events_of_other_values', events?.values === 'differ'],
    ['events_of_other_file', events?.file === 'different'],
    ['events_of_other_anchor', anchors?.some(({ result }) => result !== 'matches')],
  ];
  return checks.flatMap(([contradiction, holds]) => (holds ? [contradiction] : []));
}
