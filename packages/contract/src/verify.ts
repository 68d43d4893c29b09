/** What verifying a file tells (decisions.md, sections 4 and 8): the answer of POST /verify and of `countersign verify --json`. */
import * as z from 'zod';

export const Verdict = z.enum(['intact', 'changed', 'not_valid', 'unsigned', 'contradicted']);
export type Verdict = z.infer<typeof Verdict>;

export const VerifiedSignatureOut = z
  .object({
    valid: z.boolean().describe('Digest and signature value match the bytes that it covers'),
    covers_whole_file: z.boolean(),
    covers_up_to: z.int().nullable().describe('Bytes from the beginning that it covers'),
    only_validation_data_after: z
      .boolean()
      .describe(
        'What follows is nothing but the data by which its certificates can be validated later (PAdES-B-LT)',
      ),
    sub_filter: z.string().describe('Kind of the signature as the file names it'),
    signer_subject: z.string().nullable(),
    signer_fingerprint_sha256: z.string().nullable().describe("SHA-256 of the signer's certificate"),
    signer_trust: z
      .enum(['installation', 'trusted_root', 'unknown'])
      .describe(
        'installation: signed with a seal certificate of this installation. trusted_root: a trusted root vouches for the certificate. unknown: neither, or the signature is not valid',
      ),
    signed_at: z.iso.datetime().nullable().describe('As the signer states it'),
    timestamped_at: z.iso.datetime().nullable().describe('As a time-stamping authority attests it'),
    timestamp_trust: z
      .enum(['trusted_root', 'unknown'])
      .nullable()
      .describe(
        'Whether a trusted root vouches for the time-stamping authority; null without a valid time stamp',
      ),
    profile: z.enum(['PAdES-B-B', 'PAdES-B-T', 'PAdES-B-LT']).nullable(),
    problems: z.array(z.string()),
  })
  .meta({ id: 'VerifiedSignatureOut' });
export type VerifiedSignatureOut = z.infer<typeof VerifiedSignatureOut>;

export const VerifyOut = z
  .object({
    verdict: Verdict.describe(
      'intact: nothing changed since the last signature. changed: what a seal covers is unchanged, something was added after it. not_valid: the signature does not hold. unsigned: there is none. contradicted: valid in itself, but not what the audit trail or this service says was sealed',
    ),
    intact: z.boolean(),
    file: z.object({ size_bytes: z.int(), sha256: z.string() }),
    signatures: z
      .array(VerifiedSignatureOut)
      .describe('In the order of what they cover; empty when unsigned'),
    countersign: z
      .object({
        signature: z.int().describe('Index in `signatures` of the seal that says this'),
        document_id: z.string(),
        original_sha256: z.string(),
        contains_original: z.boolean().describe('The file begins with the original document, byte for byte'),
        chain_seq: z.int(),
        chain_head: z.string(),
      })
      .nullable()
      .describe('What a Countersign seal says of its document; null for files sealed by others'),
    instance: z
      .object({
        knows_document: z.boolean(),
        chain: z
          .enum(['matches', 'differs'])
          .nullable()
          .describe('Whether the audit trail kept here is whole and still carries the sealed head'),
        file: z
          .enum(['identical', 'different'])
          .nullable()
          .describe('Whether this is byte for byte the file that was sealed here'),
      })
      .nullable()
      .describe('What this service knows of the document; null when the file names none, and offline'),
    events: z
      .object({
        chain: z.enum(['sound', 'broken']),
        detail: z
          .string()
          .nullable()
          .describe('Where and why it is broken; of a sound one, what was erased from it'),
        head: z.enum(['matches', 'differs', 'absent']).describe('absent: the file carries no head'),
        file: z
          .enum(['identical', 'different'])
          .nullable()
          .describe('Null when the events name no sealed file'),
      })
      .nullable()
      .describe('What an exported audit trail says; offline only'),
  })
  .meta({ id: 'VerifyOut' });
export type VerifyOut = z.infer<typeof VerifyOut>;

/** Adds the verdict to what the file, this service and an exported audit trail say. */
export function concludeVerification(findings: Omit<VerifyOut, 'verdict' | 'intact'>): VerifyOut {
  const verdict = verdictOf(findings);
  return { verdict, intact: verdict === 'intact', ...findings };
}

function verdictOf({
  signatures,
  countersign,
  instance,
  events,
}: Omit<VerifyOut, 'verdict' | 'intact'>): Verdict {
  const last = signatures.at(-1);
  if (!last) return 'unsigned';
  if (!last.valid) return 'not_valid';
  // Whoever signs after our seal signs for what they added: the document that was agreed on is the sealed one.
  const isOverSeal = countersign !== null && countersign.signature !== signatures.length - 1;
  const isWhole = last.covers_whole_file || last.only_validation_data_after;
  if (!isWhole || isOverSeal) return 'changed';
  const isContradicted =
    instance?.chain === 'differs' ||
    instance?.file === 'different' ||
    (events && (events.chain === 'broken' || events.head !== 'matches' || events.file === 'different'));
  return isContradicted ? 'contradicted' : 'intact';
}
