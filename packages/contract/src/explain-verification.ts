/** Explains a verification to people, with the same words on the page and in the terminal (docs/VERIFYING.md). */
import {
  type CheckedAnchorOut,
  type Contradiction,
  contradictionsIn,
  decidingSignature,
  isTimestamp,
  type VerifiedSignatureOut,
  type VerifyOut,
} from './verify.ts';

/** `good` and `bad` say how it went, `note` needs a look. */
export type Mark = 'good' | 'bad' | 'note';

export interface Explanation {
  /** `good` only for the verdict `intact`, and not for a test document. */
  mark: Mark;
  headline: string;
  summary: string;
  /** The common name of the signer's certificate, if that certificate is known. */
  signer: string | null;
  /** What the signer did: only a seal of an installation that is trusted here is called a seal. */
  signedBy: 'Sealed by' | 'Signed by';
  sections: Array<{ title: string; rows: ExplainedRow[] }>;
  /** What a reader should keep in mind. */
  notes: string[];
}

export interface ExplainedRow {
  label: string;
  value: string;
  /** Absent: a plain fact. */
  mark?: Mark;
}

/** Where the verification was done: by an installation, or by the command without one. */
export type Place = 'service' | 'command';

/**
 * Explains a verification. Texts can contain text from the file: pass them through `visibleText`, and escape them for
 * where they are shown.
 */
export function explainVerification(result: VerifyOut, place: Place = 'service'): Explanation {
  const { signatures, countersign, instance, events, anchors } = result;
  return {
    mark: markOf(result),
    ...conclusionOf(result, place),
    signer: knownSigner(result),
    signedBy: isKnownSeal(result, result.deciding_signature) ? 'Sealed by' : 'Signed by',
    sections: [
      ...signatures.map((_, index) => ({
        title: titleOf(result, index),
        rows: signatureRows(result, index, place),
      })),
      ...(countersign ? [{ title: 'What the seal states', rows: sealedRows(result) }] : []),
      ...(instance ? [{ title: 'What this installation knows', rows: instanceRows(instance) }] : []),
      ...(events ? [{ title: 'Audit trail', rows: eventRows(events) }] : []),
      ...(anchors ? [{ title: 'Anchors of the audit trail', rows: anchorRows(anchors) }] : []),
      {
        title: 'File',
        rows: [
          { label: 'Size', value: bytes(result.file.size_bytes) },
          { label: 'SHA-256', value: result.file.sha256 },
        ],
      },
    ],
    notes: notesOn(result, place),
  };
}

const grouped = new Intl.NumberFormat('en-US');
const bytes = (count: number) => `${grouped.format(count)} byte${count === 1 ? '' : 's'}`;
const time = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/**
 * The common name in a subject; without one the whole subject. A comma within a value has a backslash before it, so a value cannot
 * pass for a common name.
 */
function nameOf(subject: string): string {
  const members = subject.match(/(?:\\.|[^,\\])+/gs) ?? [];
  const own = members.map((member) => member.trimStart()).find((member) => member.startsWith('CN='));
  return own?.slice('CN='.length) || subject;
}

function markOf({ verdict, test_document }: VerifyOut): Mark {
  if (verdict === 'intact') return test_document ? 'note' : 'good';
  return verdict === 'unsigned' || verdict === 'unknown_signer' ? 'note' : 'bad';
}

function knownSigner(result: VerifyOut): string | null {
  const subject = decidingSignature(result)?.signer_subject;
  return result.verdict === 'intact' && subject ? nameOf(subject) : null;
}

/**
 * Whether the signature is a valid seal of an installation whose certificate is trusted as that of a seal, and nothing
 * contradicts it. Anyone can write a seal record, so the rows of other signatures do not speak of sealing.
 */
function isKnownSeal({ countersign, signatures, verdict }: VerifyOut, index: number | null): boolean {
  const signature = index === null ? undefined : signatures[index];
  return (
    verdict !== 'contradicted' &&
    countersign?.signature === index &&
    signature?.valid === true &&
    signature.signer_trust === 'installation'
  );
}

function conclusionOf(result: VerifyOut, place: Place): { headline: string; summary: string } {
  const { countersign } = result;
  switch (result.verdict) {
    case 'unsigned':
      return {
        headline: 'Not signed',
        summary:
          result.signatures.length === 0
            ? 'This file has no seal and no signature, so nothing shows whether it was changed.'
            : 'This file has no seal and no signature. A timestamp shows only that a file existed at a time, not who made it or agreed to it.',
      };
    case 'intact':
      return {
        headline: result.test_document ? 'Intact, but only a test document' : 'Intact',
        summary: `${intactBy(result, place)}${earlierDoubt(result)}${testWarning(result)}`,
      };
    case 'unknown_signer':
      return {
        headline: 'Unknown signer',
        summary: `Nothing was changed since the file was signed, but the certificate of the signer is not known here. Anyone can make a certificate with any name, so this does not show who signed.${earlierDoubt(result)}${testWarning(result)}`,
      };
    case 'not_valid':
      return { headline: 'Not valid', summary: invalidity(result) };
    case 'contradicted':
      return {
        headline: 'Contradicted',
        summary: `The ${countersign ? 'seal' : 'signature'} is valid in itself, but ${inWords(contradictionsIn(result), place)}.`,
      };
    case 'changed':
      return {
        headline: `Changed after it was ${countersign ? 'sealed' : 'signed'}`,
        summary: changeOf(result),
      };
  }
}

function invalidity(result: VerifyOut): string {
  const deciding = decidingSignature(result);
  const broken = deciding?.valid ? result.signatures.find(({ valid }) => !valid) : deciding;
  const what = deciding?.valid ? 'An earlier signature' : result.countersign ? 'The seal' : 'The signature';
  return `${what} is not valid: ${broken?.problems.join('; ') || 'it could not be checked'}.`;
}

function intactBy(result: VerifyOut, place: Place): string {
  if (decidingSignature(result)?.signer_trust === 'trusted_root')
    return 'Nothing was changed since the file was signed, and the certificate of the signer is trusted.';
  return place === 'service'
    ? 'This installation sealed the file, and nothing was changed since.'
    : 'The file was sealed with a certificate that you trust as a seal certificate, and nothing was changed since.';
}

/** The verdict depends on the seal only, so an invalid earlier signature is mentioned here. */
function earlierDoubt(result: VerifyOut): string {
  return earlierSignatures(result).every(({ valid }) => valid)
    ? ''
    : ' An earlier signature in the file is not valid.';
}

const earlierSignatures = ({ signatures, deciding_signature }: VerifyOut) =>
  signatures.slice(0, deciding_signature ?? 0);

const testWarning = ({ test_document }: VerifyOut) =>
  test_document ? ' It was made in test mode and is not legally binding.' : '';

function changeOf(result: VerifyOut): string {
  const { signatures, countersign, deciding_signature, file } = result;
  const deciding = decidingSignature(result);
  // Without a seal, what follows an earlier signature counts too.
  const changed =
    deciding?.later_changes === 'none' || deciding?.later_changes === 'validation_data'
      ? signatures.find(({ later_changes }) => later_changes === 'other')
      : deciding;
  const added = bytes(file.size_bytes - (changed?.covers_up_to ?? 0));
  const what = countersign ? 'the seal' : changed === deciding ? 'the signature' : 'an earlier signature';
  const hasLaterSignature = signatures
    .slice((deciding_signature ?? 0) + 1)
    .some((signature) => !isTimestamp(signature));
  const by = hasLaterSignature ? ', with another signature' : '';
  return `The part of the file that ${what} covers is unchanged, but ${added} were added after it${by}. They can change what the pages show.`;
}

const contradictionTexts: Record<Contradiction, string | Record<Place, string>> = {
  never_sealed: 'this installation has the document and never sealed it',
  other_file: 'this is not the file that this installation sealed for the document',
  other_certificate: 'this installation does not seal such documents with this certificate',
  other_chain: 'the audit trail of the document does not contain what the seal states',
  unknown_document: 'this installation has no such document, although the certificate is its own',
  no_facts: {
    service:
      'the file has no Countersign seal, although the certificate is one that this installation seals with',
    command: 'the file has no Countersign seal, although you named the certificate as a seal certificate',
  },
  original_missing:
    'the file does not begin with the original document, although the seal states that it does',
  other_values: 'the values that the recipients signed are not those that were sealed',
  events_broken: 'the audit trail is broken',
  events_of_other_head: 'the audit trail does not contain the event that the seal names',
  events_without_head: 'the file names no audit trail to compare with',
  events_of_other_values: 'the values that the audit trail says were signed are not those that were sealed',
  events_of_other_file: 'the audit trail names another sealed file',
  events_of_other_anchor: 'the audit trail is not what was anchored',
};

function inWords(contradictions: readonly Contradiction[], place: Place): string {
  const texts = contradictions.map((contradiction) => {
    const text = contradictionTexts[contradiction];
    return typeof text === 'string' ? text : text[place];
  });
  return texts.join(', and ');
}

function titleOf(result: VerifyOut, index: number): string {
  const { signatures, countersign } = result;
  const signature = signatures[index]!;
  const kind =
    countersign?.signature === index
      ? 'Seal'
      : isTimestamp(signature)
        ? 'Timestamp'
        : ownSignature(result, index)
          ? "Recipient's own signature"
          : 'Signature';
  return signatures.length === 1 ? kind : `${kind} (${index + 1} of ${signatures.length})`;
}

/** What the seal states about a signature; null if it states nothing, or if the seal proves nothing. */
function ownSignature({ countersign, signatures, verdict }: VerifyOut, index: number) {
  const seal = countersign && signatures[countersign.signature];
  if (!seal?.valid || seal.signer_trust === 'unknown' || verdict === 'contradicted') return null;
  return countersign!.recipient_signatures.find(({ signature }) => signature === index) ?? null;
}

function signatureRows(result: VerifyOut, index: number, place: Place): ExplainedRow[] {
  const { signatures, file } = result;
  const signature = signatures[index]!;
  const own = ownSignature(result, index);
  const isSeal = isKnownSeal(result, index);
  const rows: ExplainedRow[] = [
    signature.valid
      ? {
          label: 'Valid',
          value: `yes: the part of the file that it covers is unchanged since it was ${isSeal ? 'sealed' : 'signed'}`,
          mark: 'good',
        }
      : { label: 'Valid', value: 'no', mark: 'bad' },
    ...signature.problems.map((value) => ({ label: 'Problem', value, mark: 'bad' as const })),
    own
      ? {
          label: 'Covers',
          value: `the first ${bytes(signature.covers_up_to!)}: the document as the recipient signed it; the seal covers what followed`,
          mark: 'good',
        }
      : coverageRow(signature, file.size_bytes, signatures.length - 1 - index),
    ...(own ? [levelRow(result, own)] : []),
    { label: signerLabel(signature, isSeal), value: signature.signer_subject ?? 'not named' },
  ];
  if (signature.valid) rows.push(trustRow(signature, place));
  if (signature.signer_trust_problem)
    rows.push({ label: 'Why not known', value: signature.signer_trust_problem, mark: 'note' });
  if (signature.signer_fingerprint_sha256)
    rows.push({ label: 'Fingerprint (SHA-256)', value: signature.signer_fingerprint_sha256 });
  if (signature.signed_at)
    rows.push(
      isSeal
        ? { label: 'Sealed at', value: `${time(signature.signed_at)}, by ${clocks[place]}` }
        : { label: 'Signed at', value: `${time(signature.signed_at)}, as the signer states` },
    );
  if (!isTimestamp(signature) || signature.timestamped_at) rows.push(timestampRow(signature));
  rows.push({ label: 'Format', value: signature.profile ?? formatOf(signature.sub_filter) });
  return rows;
}

const clocks: Record<Place, string> = {
  service: 'the clock of this service',
  command: 'the clock of the sealing service',
};

/** The formats of ISO 32000-2, 12.8.3. A file can name any other, also one that reads like a level. */
const formats = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'adbe.x509.rsa_sha1',
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
]);

function formatOf(subFilter: string): string {
  if (subFilter === '') return 'not named';
  return formats.has(subFilter) ? subFilter : 'not known here';
}

/** Anyone whose certificate leads to a trusted root can write a seal record, so only a seal certificate makes the level a fact. */
function levelRow(
  { countersign, signatures }: VerifyOut,
  { level, provider }: { level: string; provider: string },
): ExplainedRow {
  const { signer_trust, signer_subject } = signatures[countersign!.signature]!;
  return signer_trust === 'installation'
    ? { label: 'Level', value: `${level}, as ${provider} stated to the sealing service` }
    : {
        label: 'Level',
        value: `not checked here: ${nameOf(signer_subject ?? 'the signer of the seal')} states that it is ${level}, by ${provider}`,
        mark: 'note',
      };
}

function signerLabel(signature: VerifiedSignatureOut, isSeal: boolean): string {
  if (!signature.valid) return 'Claimed signer';
  if (isSeal) return 'Sealed by';
  return isTimestamp(signature) ? 'Stamped by' : 'Signed by';
}

function trustRow({ signer_trust }: VerifiedSignatureOut, place: Place): ExplainedRow {
  const label = 'Certificate';
  switch (signer_trust) {
    case 'installation':
      return {
        label,
        value:
          place === 'service'
            ? 'this installation seals with it'
            : 'one of the seal certificates that you named',
        mark: 'good',
      };
    case 'trusted_root':
      return { label, value: 'trusted: it is, or leads to, a certificate in the trust file', mark: 'good' };
    case 'unknown':
      return {
        label,
        value: 'not known here; compare its fingerprint with one that you got from the signer',
        mark: 'note',
      };
  }
}

function timestampRow({ timestamped_at, timestamp_trust }: VerifiedSignatureOut): ExplainedRow {
  const label = 'Timestamp';
  if (!timestamped_at) return { label, value: 'none, so the time of signing is not proved' };
  return timestamp_trust === 'trusted_root'
    ? { label, value: `${time(timestamped_at)}, by a trusted timestamp authority`, mark: 'good' }
    : {
        label,
        value: `${time(timestamped_at)}, by a timestamp authority that is not known here, so the time is not proved`,
        mark: 'note',
      };
}

function coverageRow(signature: VerifiedSignatureOut, size: number, later: number): ExplainedRow {
  const label = 'Covers';
  if (signature.covers_up_to === null) return { label, value: 'cannot be determined', mark: 'bad' };
  if (signature.covers_whole_file) return { label, value: 'the whole file', mark: 'good' };
  const covered = `the first ${bytes(signature.covers_up_to)}`;
  const added = bytes(size - signature.covers_up_to);
  const by = later > 0 ? `, with ${later} later signature${later === 1 ? '' : 's'}` : '';
  switch (signature.later_changes) {
    case 'none':
      return { label, value: covered };
    case 'validation_data':
      return {
        label,
        value: 'the whole file except for validation data and timestamps, which were added later',
        mark: 'good',
      };
    case 'form_filling':
      return {
        label,
        value: `${covered}; then form fields were filled in or signatures were added, as it permits${by}`,
        mark: 'note',
      };
    case 'other':
      return {
        label,
        value: `${covered}; ${added} were added after it${by}`,
        mark: later > 0 ? 'note' : 'bad',
      };
  }
}

function sealedRows(result: VerifyOut): ExplainedRow[] {
  const { countersign, signatures } = result;
  if (!countersign) return [];
  const modes = {
    live: { value: 'live' },
    test: { value: 'test: not legally binding', mark: 'note' },
  } as const;
  return [
    ...reliabilityRow(signatures[countersign.signature]),
    { label: 'Document', value: countersign.document_id },
    ...(countersign.mode ? [{ label: 'Mode', ...modes[countersign.mode] }] : []),
    { label: 'Original SHA-256', value: countersign.original_sha256 },
    originalRow(result),
    {
      label: 'Audit trail',
      value: `${countersign.chain_seq} events before sealing; the hash of the last one is ${countersign.chain_head}`,
    },
  ];
}

function reliabilityRow(signature: VerifiedSignatureOut | undefined): ExplainedRow[] {
  const label = 'Note';
  if (!signature?.valid)
    return [{ label, value: "The seal is invalid, so these statements can't be trusted.", mark: 'bad' }];
  if (signature.signer_trust === 'unknown')
    return [
      {
        label,
        value: 'The signer is not known here, and anyone can write these statements.',
        mark: 'note',
      },
    ];
  return [];
}

function originalRow({ countersign, signatures }: VerifyOut): ExplainedRow {
  const label = 'Original';
  const { contains_original, original_repaired, signature } = countersign!;
  const seal = signatures[signature];
  const isReliable = seal?.valid === true && seal.signer_trust !== 'unknown';
  if (contains_original)
    return {
      label,
      value: 'is contained in this file, byte for byte',
      ...(isReliable && { mark: 'good' as const }),
    };
  if (!isReliable) return { label, value: 'is not contained in this file byte for byte', mark: 'bad' };
  return original_repaired
    ? {
        label,
        value: 'The original PDF was repaired before sealing, so it is not contained byte for byte.',
        mark: 'note',
      }
    : { label, value: 'is not contained in this file, although the seal states it', mark: 'bad' };
}

/** What the digests of values prove: that the seal was made from what the completions recorded, field by field. */
const signedValues = {
  match: {
    value: 'the digest in the seal matches what was recorded when each recipient completed',
    mark: 'good',
  },
  differ: {
    value: 'the digest in the seal does not match what was recorded when each recipient completed',
    mark: 'bad',
  },
} as const;

function instanceRows(instance: NonNullable<VerifyOut['instance']>): ExplainedRow[] {
  if (!instance.knows_document)
    return [
      { label: 'Document', value: 'not known here: this installation did not seal this file', mark: 'note' },
    ];
  const rows: ExplainedRow[] = [{ label: 'Document', value: 'known here' }];
  const files = {
    identical: { value: 'byte for byte the file that was sealed here', mark: 'good' },
    extended: {
      value: 'the file that was sealed here, with validation data or timestamps added later',
      mark: 'good',
    },
    different: { value: 'not the file that was sealed here', mark: 'bad' },
    never_sealed: { value: 'the document was never sealed here', mark: 'bad' },
  } as const;
  if (instance.file) rows.push({ label: 'File', ...files[instance.file] });
  if (instance.certificate === 'differs')
    rows.push({ label: 'Certificate', value: 'not one that seals such documents here', mark: 'bad' });
  if (instance.chain === 'matches')
    rows.push({
      label: 'Audit trail',
      value: 'complete, and contains the event that the seal names',
      mark: 'good',
    });
  if (instance.chain === 'differs')
    rows.push({ label: 'Audit trail', value: 'does not contain what the seal states', mark: 'bad' });
  if (instance.values !== null) rows.push({ label: 'Signed values', ...signedValues[instance.values] });
  return rows;
}

function eventRows(events: NonNullable<VerifyOut['events']>): ExplainedRow[] {
  const rows: ExplainedRow[] = [
    events.chain === 'sound'
      ? events.detail === null
        ? { label: 'Chain', value: 'every hash is correct', mark: 'good' }
        : {
            label: 'Chain',
            value:
              'every hash that can still be recomputed is correct; the erased events could have been written by anyone, and only the installation can confirm them',
            mark: 'note',
          }
      : { label: 'Chain', value: `broken: ${events.detail ?? 'a hash is wrong'}`, mark: 'bad' },
  ];
  if (events.chain === 'sound' && events.detail !== null)
    rows.push({ label: 'Erased', value: events.detail, mark: 'note' });
  const heads = {
    matches: { value: 'the event that the seal names is in the trail', mark: 'good' },
    differs: { value: 'the event that the seal names is not in the trail', mark: 'bad' },
    absent: { value: 'cannot be compared: the file names no event', mark: 'bad' },
  } as const;
  rows.push({ label: 'Head', ...heads[events.head] });
  if (events.unprotected > 0)
    rows.push({
      label: 'Not protected',
      value: `${events.unprotected === 1 ? 'the last event comes' : `the last ${events.unprotected} events come`} after what a seal of a known signer and the anchors of a saved copy cover: anyone could have written them, and only the installation or such a copy can confirm them`,
      mark: 'note',
    });
  if (events.values !== null) rows.push({ label: 'Signed values', ...signedValues[events.values] });
  if (events.file === 'extended')
    rows.push({
      label: 'Sealed file',
      value: 'the trail names this file without the validation data and timestamps that were added later',
      mark: 'good',
    });
  if (events.file === 'identical')
    rows.push({ label: 'Sealed file', value: 'the trail names exactly this file', mark: 'good' });
  if (events.file === 'different')
    rows.push({ label: 'Sealed file', value: 'the trail names another file', mark: 'bad' });
  return rows;
}

/** Every anchor that does not match, and of the others the first and the last: they prove the earliest time, and the most events. */
function anchorRows(anchors: readonly CheckedAnchorOut[]): ExplainedRow[] {
  const matching = anchors.filter(({ result }) => result === 'matches');
  const shown = new Set([
    ...anchors.filter(({ result }) => result !== 'matches'),
    ...matching.slice(0, 1),
    ...matching.slice(-1),
  ]);
  const rows = [...shown].map(anchorRow);
  const hidden = anchors.length - shown.size;
  if (hidden > 0) rows.push({ label: 'Others', value: `${hidden} more match`, mark: 'good' });
  return anchors.length > 0 ? rows : [{ label: 'Anchors', value: 'none given', mark: 'note' }];
}

const anchorFaults = {
  trail_differs:
    'the trail has another event, or none, in the place that was anchored, or is broken before it',
  path_differs: 'the proof does not lead from the trail to the anchor',
  hash_differs: 'the hash of the anchor is wrong',
  timestamp_not_valid: 'the timestamp of the anchor is not valid',
  forked: 'another anchor in these files, of this day or of another, cannot belong to the same chain',
} as const;

function anchorRow(anchor: CheckedAnchorOut): ExplainedRow {
  const { date: label, seq, result, problem, timestamped_at, timestamp_trust, is_in_copy } = anchor;
  if (result !== 'matches')
    return { label, value: `${anchorFaults[result]}${problem ? `: ${problem}` : ''}`, mark: 'bad' };
  const part = `the trail up to event ${seq}`;
  if (timestamped_at && timestamp_trust === 'trusted_root')
    return {
      label,
      value: `${part} existed at ${time(timestamped_at)}, by a trusted timestamp authority${
        is_in_copy
          ? '; your copy has the same anchor'
          : '. Anyone can have an anchor timestamped: that it is the one of the installation shows only a copy that was saved earlier, or its page /anchors'
      }`,
      mark: is_in_copy ? 'good' : 'note',
    };
  if (is_in_copy) return { label, value: `${part} is in the anchor that you saved`, mark: 'good' };
  const why = timestamped_at
    ? `its timestamp of ${time(timestamped_at)} is by an authority that is not known here`
    : 'it has no timestamp';
  return {
    label,
    value: `matches ${part}, but ${why}, so the time is not proved; compare the anchor with a copy that was saved earlier`,
    mark: 'note',
  };
}

function notesOn(result: VerifyOut, place: Place): string[] {
  const { verdict } = result;
  const notes: string[] = [];
  if (verdict === 'unknown_signer' && place === 'command')
    notes.push(
      'To trust the certificate, pass --seal-certificate or --trust with a file or fingerprint that you got from the signer.',
    );
  const isStranger = (one: VerifiedSignatureOut) => one.valid && one.signer_trust === 'unknown';
  if (verdict === 'intact' && earlierSignatures(result).some(isStranger))
    notes.push(
      `The verdict is about the ${result.countersign ? 'seal' : 'last signature'}. Who made the earlier signatures is not proved.`,
    );
  return notes;
}
