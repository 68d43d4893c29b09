/** What a verification means, in words for people: the same on the page and in the terminal. */
import type { VerifiedSignatureOut, VerifyOut } from './verify.ts';

export interface Explanation {
  good: boolean;
  headline: string;
  summary: string;
  sections: Array<{ title: string; rows: ExplainedRow[] }>;
  /** What a reader should bear in mind. */
  notes: string[];
}

export interface ExplainedRow {
  label: string;
  value: string;
  /** `good` and `bad` are judgements, `note` is something to look at; absent = a plain fact. */
  mark?: 'good' | 'bad' | 'note';
}

/** Explains a verification. All values are plain text, partly from the file: escape them for where they go. */
export function explainVerification(result: VerifyOut): Explanation {
  const { signatures, countersign, instance, events } = result;
  return {
    good: result.intact,
    ...conclusion(result),
    sections: [
      ...signatures.map((_, index) => ({
        title: titleOf(result, index),
        rows: signatureRows(result, index),
      })),
      ...(countersign ? [{ title: 'What the seal says', rows: sealedRows(result) }] : []),
      ...(instance ? [{ title: 'What this service knows', rows: instanceRows(instance) }] : []),
      ...(events ? [{ title: 'Audit trail', rows: eventRows(events) }] : []),
      {
        title: 'File',
        rows: [
          { label: 'Size', value: bytes(result.file.size_bytes) },
          { label: 'SHA-256', value: result.file.sha256 },
        ],
      },
    ],
    notes:
      signatures.length === 0
        ? []
        : [
            'A certificate names its holder, but whether it is theirs was not judged here: compare its fingerprint with one that you have from them.',
          ],
  };
}

const grouped = new Intl.NumberFormat('en-US');
const bytes = (count: number) => `${grouped.format(count)} byte${count === 1 ? '' : 's'}`;
const time = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const isTimestamp = (signature: VerifiedSignatureOut) => signature.sub_filter === 'ETSI.RFC3161';

/** The common name of a subject, as people would say it; without one the whole subject. */
const nameOf = (subject: string) => /(?:^|, )CN=((?:\\.|[^,\\])+)/.exec(subject)?.[1] ?? subject;

function conclusion(result: VerifyOut): { headline: string; summary: string } {
  const { signatures, countersign } = result;
  const last = signatures.at(-1);
  const sealed = countersign !== null;
  const what = sealed ? 'seal' : 'signature';
  const done = sealed ? 'sealed' : 'signed';
  switch (result.verdict) {
    case 'unsigned':
      return {
        headline: 'No seal',
        summary: 'This file carries no seal and no signature. Nothing tells whether it was changed.',
      };
    case 'intact': {
      const by = last?.signer_subject ? ` by ${nameOf(last.signer_subject)}` : '';
      return {
        headline: 'Intact',
        summary: `Nothing has been changed since the file was ${done}${by}.${earlierDoubt(signatures)}`,
      };
    }
    case 'not_valid':
      return {
        headline: 'Not valid',
        summary: `The ${what} does not hold: ${last?.problems.join('; ') || 'it could not be checked'}.`,
      };
    case 'contradicted':
      return {
        headline: 'Contradicted',
        summary: `The ${what} holds in itself, but ${contradictions(result).join(', and ')}.`,
      };
    case 'changed':
      return { headline: `Changed after it was ${done}`, summary: changeOf(result) };
  }
}

/** The last signature speaks for the file as it is; what was wrong before it came still is. */
function earlierDoubt(signatures: readonly VerifiedSignatureOut[]): string {
  return signatures.slice(0, -1).every(({ valid }) => valid)
    ? ''
    : ' An earlier signature in it does not hold.';
}

function changeOf({ signatures, countersign, file }: VerifyOut): string {
  const seal = countersign ? signatures[countersign.signature] : signatures.at(-1);
  const added = bytes(file.size_bytes - (seal?.covers_up_to ?? 0));
  const what = countersign ? 'seal' : 'signature';
  const isSignedOver = countersign !== null && countersign.signature < signatures.length - 1;
  const first = seal?.valid
    ? `What the ${what} covers is unchanged, but ${added} were added to the file afterwards`
    : `The ${what} does not hold, and ${added} were added to the file afterwards`;
  return isSignedOver ? `${first}, with a further signature by another hand.` : `${first}.`;
}

function contradictions({ instance, events }: VerifyOut): string[] {
  const found: string[] = [];
  if (instance?.chain === 'differs')
    found.push('the audit trail of the document does not carry what the seal says');
  if (instance?.file === 'different')
    found.push('this is not the file that was sealed here for this document');
  if (events?.chain === 'broken') found.push('the audit trail is broken');
  if (events?.head === 'differs') found.push('the audit trail does not carry the head that the seal names');
  if (events?.head === 'absent') found.push('the file names no audit trail to compare with');
  if (events?.file === 'different') found.push('the audit trail names another sealed file');
  return found;
}

function titleOf({ signatures, countersign }: VerifyOut, index: number): string {
  const signature = signatures[index]!;
  const kind =
    countersign?.signature === index
      ? 'Countersign seal'
      : isTimestamp(signature)
        ? 'Time stamp'
        : 'Signature';
  return signatures.length === 1 ? kind : `${kind} (${index + 1} of ${signatures.length})`;
}

function signatureRows({ signatures, file }: VerifyOut, index: number): ExplainedRow[] {
  const signature = signatures[index]!;
  const rows: ExplainedRow[] = [
    signature.valid
      ? { label: 'Valid', value: 'yes: the bytes that it covers are those that were signed', mark: 'good' }
      : { label: 'Valid', value: 'no', mark: 'bad' },
    ...signature.problems.map((value) => ({ label: 'Problem', value, mark: 'bad' as const })),
    coverageRow(signature, file.size_bytes, signatures.length - 1 - index),
    {
      label: isTimestamp(signature) ? 'Stamped by' : 'Signed by',
      value: signature.signer_subject ?? 'unknown',
    },
  ];
  if (signature.signed_at)
    rows.push({ label: 'When', value: `${time(signature.signed_at)}, as the signer states` });
  rows.push(
    signature.timestamped_at
      ? {
          label: 'Time stamp',
          value: `${time(signature.timestamped_at)}, by a time-stamping authority`,
          mark: 'good',
        }
      : { label: 'Time stamp', value: 'none' },
  );
  rows.push({ label: 'Format', value: signature.profile ?? (signature.sub_filter || 'not named') });
  if (signature.signer_fingerprint_sha256)
    rows.push({ label: 'Certificate SHA-256', value: signature.signer_fingerprint_sha256 });
  return rows;
}

function coverageRow(signature: VerifiedSignatureOut, size: number, later: number): ExplainedRow {
  if (signature.covers_whole_file) return { label: 'Covers', value: 'the whole file', mark: 'good' };
  if (signature.only_validation_data_after)
    return {
      label: 'Covers',
      value: 'the whole file but the validation data of its certificates, which stands behind it',
      mark: 'good',
    };
  if (signature.covers_up_to === null)
    return { label: 'Covers', value: 'nothing that is known', mark: 'bad' };
  const added = size - signature.covers_up_to;
  const by = later > 0 ? `; ${later} signature${later === 1 ? '' : 's'} came later` : '';
  return {
    label: 'Covers',
    value: `the first ${bytes(signature.covers_up_to)}; ${bytes(added)} were added after it${by}`,
    mark: later > 0 ? 'note' : 'bad',
  };
}

function sealedRows({ countersign, signatures }: VerifyOut): ExplainedRow[] {
  if (!countersign) return [];
  const isWorth = signatures[countersign.signature]?.valid === true;
  return [
    ...(isWorth
      ? []
      : [{ label: 'Note', value: 'this seal does not hold, so neither does this', mark: 'bad' as const }]),
    { label: 'Document', value: countersign.document_id },
    { label: 'Original SHA-256', value: countersign.original_sha256 },
    countersign.contains_original
      ? { label: 'Original', value: 'is in this file, byte for byte', mark: 'good' }
      : {
          label: 'Original',
          value: 'was repaired before sealing, so it is not here byte for byte',
          mark: 'note',
        },
    { label: 'Audit trail', value: `${countersign.chain_seq} events, head ${countersign.chain_head}` },
  ];
}

function instanceRows(instance: NonNullable<VerifyOut['instance']>): ExplainedRow[] {
  if (!instance.knows_document)
    return [
      {
        label: 'Document',
        value: 'is not known here; it was sealed elsewhere, and the file speaks for itself',
        mark: 'note',
      },
    ];
  const rows: ExplainedRow[] = [{ label: 'Document', value: 'is known here' }];
  if (instance.chain === 'matches')
    rows.push({ label: 'Audit trail', value: 'is whole and carries the sealed head', mark: 'good' });
  if (instance.chain === 'differs')
    rows.push({ label: 'Audit trail', value: 'does not carry what the seal says', mark: 'bad' });
  if (instance.file === 'identical')
    rows.push({ label: 'File', value: 'is byte for byte the one sealed here', mark: 'good' });
  if (instance.file === 'different')
    rows.push({ label: 'File', value: 'is not the one sealed here', mark: 'bad' });
  return rows;
}

function eventRows(events: NonNullable<VerifyOut['events']>): ExplainedRow[] {
  const rows: ExplainedRow[] = [
    events.chain === 'sound'
      ? {
          label: 'Chain',
          value:
            events.detail === null ? 'every hash is right' : 'every hash that can be recomputed is right',
          mark: 'good',
        }
      : { label: 'Chain', value: `broken: ${events.detail ?? 'a hash is wrong'}`, mark: 'bad' },
  ];
  if (events.chain === 'sound' && events.detail !== null)
    rows.push({ label: 'Erased', value: events.detail, mark: 'note' });
  const heads = {
    matches: { value: 'is the one that the seal names', mark: 'good' },
    differs: { value: 'is not the one that the seal names', mark: 'bad' },
    absent: { value: 'cannot be compared: the file names none', mark: 'bad' },
  } as const;
  rows.push({ label: 'Head', ...heads[events.head] });
  if (events.file === 'identical')
    rows.push({ label: 'Sealed file', value: 'the trail names this very file', mark: 'good' });
  if (events.file === 'different')
    rows.push({ label: 'Sealed file', value: 'the trail names another file', mark: 'bad' });
  return rows;
}
