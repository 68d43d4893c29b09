import { describe, expect, test } from '@jest/globals';
import { explainVerification } from './explain-verification.ts';
import { concludeVerification, type Findings, type VerifiedSignatureOut, type VerifyOut } from './verify.ts';

const size = 1000;
const signature = (changes: Partial<VerifiedSignatureOut> = {}): VerifiedSignatureOut => ({
  valid: true,
  covers_whole_file: true,
  covers_up_to: size,
  only_validation_data_after: false,
  later_changes: 'none',
  sub_filter: 'ETSI.CAdES.detached',
  signer_subject: 'CN=Office',
  signer_fingerprint_sha256: 'ab'.repeat(32),
  signer_trust: 'installation',
  signer_trust_problem: null,
  signed_at: '2026-11-20T10:00:00.000Z',
  timestamped_at: null,
  timestamp_trust: null,
  profile: 'PAdES-B-B',
  problems: [],
  ...changes,
});
const followedBy = (later_changes: VerifiedSignatureOut['later_changes'], changes = {}) =>
  signature({
    covers_whole_file: false,
    covers_up_to: 700,
    later_changes,
    only_validation_data_after: later_changes === 'validation_data',
    signer_subject: 'CN=First',
    ...changes,
  });
const early = followedBy('form_filling');
const docTimestamp = signature({
  sub_filter: 'ETSI.RFC3161',
  signer_trust: 'unknown',
  timestamped_at: '2026-11-20T10:00:00.000Z',
});
const broken = signature({ valid: false, problems: ['the digest does not match'] });
const countersign = {
  signature: 0,
  document_id: 'doc_1',
  mode: 'live' as const,
  original_sha256: 'cd'.repeat(32),
  files_sha256: [],
  recipient_signatures: [],
  contains_original: true,
  original_repaired: false,
  chain_seq: 9,
  chain_head: 'ef'.repeat(32),
  values_sha256: 'c'.repeat(64),
};
const findings = (changes: Partial<Findings>): Findings => {
  const signatures = changes.signatures ?? [signature()];
  const seal = changes.countersign === undefined ? countersign : changes.countersign;
  const last = signatures.findLastIndex(({ sub_filter }) => sub_filter !== 'ETSI.RFC3161');
  return {
    file: { size_bytes: size, sha256: '12'.repeat(32) },
    signatures,
    deciding_signature: signatures.length === 0 ? null : (seal?.signature ?? last),
    countersign: seal,
    instance: null,
    events: null,
    anchors: null,
    ...changes,
  };
};
const instance = (changes: Partial<NonNullable<VerifyOut['instance']>>) => ({
  knows_document: true,
  chain: 'matches' as const,
  values: 'match' as const,
  file: 'identical' as const,
  certificate: 'matches' as const,
  ...changes,
});
const unknownDocument = {
  knows_document: false,
  chain: null,
  values: null,
  file: null,
  certificate: null,
};
const stranger = signature({ signer_trust: 'unknown' });
const vouchedFor = signature({ signer_trust: 'trusted_root' });
const earlyStranger = { ...early, signer_trust: 'unknown' as const };
const events = (changes: Partial<NonNullable<VerifyOut['events']>>) => ({
  chain: 'sound' as const,
  detail: null,
  head: 'matches' as const,
  values: 'match' as const,
  file: 'identical' as const,
  unprotected: 1,
  ...changes,
});

describe('the verdict', () => {
  const second = { ...countersign, signature: 1 };
  const cases: Array<[string, Partial<Findings>, string]> = [
    ['nothing is signed', { signatures: [], countersign: null }, 'unsigned'],
    [
      'there are only timestamps, by a trusted authority',
      {
        signatures: [{ ...docTimestamp, signer_trust: 'trusted_root' }],
        deciding_signature: 0,
        countersign: null,
      },
      'unsigned',
    ],
    ['a seal certificate covers all', {}, 'intact'],
    ['a trusted root vouches for the signer', { signatures: [vouchedFor], countersign: null }, 'intact'],
    ['a trusted root vouches for the signer of a seal', { signatures: [vouchedFor] }, 'intact'],
    ['the signer is not known', { signatures: [stranger], countersign: null }, 'unknown_signer'],
    ['the signer of a seal is not known', { signatures: [stranger] }, 'unknown_signer'],
    [
      'the last signer is not known, an earlier one is',
      { signatures: [early, stranger], countersign: null },
      'unknown_signer',
    ],
    [
      'an earlier signature is broken, the last covers all',
      { signatures: [broken, signature()], countersign: second },
      'intact',
    ],
    ['the last signature is broken', { signatures: [early, broken], countersign: second }, 'not_valid'],
    [
      'without a seal, an earlier signature is broken',
      { signatures: [broken, vouchedFor], countersign: null },
      'not_valid',
    ],
    ['something was added after the seal', { signatures: [followedBy('other')] }, 'changed'],
    ['form fields were filled in after the seal', { signatures: [early] }, 'changed'],
    [
      'something was added after a signature of an unknown signer',
      { signatures: [followedBy('other', { signer_trust: 'unknown' })], countersign: null },
      'changed',
    ],
    [
      'validation data alone was added after the seal',
      { signatures: [followedBy('validation_data')] },
      'intact',
    ],
    [
      'a document timestamp was added after the seal',
      { signatures: [followedBy('validation_data'), docTimestamp] },
      'intact',
    ],
    ['somebody else signed over our seal', { signatures: [followedBy('other'), vouchedFor] }, 'changed'],
    [
      'a second signer signed as the first one permits',
      { signatures: [{ ...early, signer_trust: 'trusted_root' }, vouchedFor], countersign: null },
      'intact',
    ],
    [
      'a second signer changed what the first one signed',
      { signatures: [followedBy('other', { signer_trust: 'trusted_root' }), vouchedFor], countersign: null },
      'changed',
    ],
    ['we sealed over somebody else', { signatures: [early, signature()], countersign: second }, 'intact'],
    [
      'we sealed over an unknown signer',
      { signatures: [earlyStranger, signature()], countersign: second },
      'intact',
    ],
    [
      'another installation sealed, whose certificate is not known',
      { signatures: [stranger], instance: unknownDocument },
      'unknown_signer',
    ],
    [
      'another installation sealed, whose certificate a root vouches for',
      { signatures: [vouchedFor], instance: unknownDocument },
      'intact',
    ],
    [
      'our certificate sealed a document that is not known here',
      { instance: unknownDocument },
      'contradicted',
    ],
    ['our certificate signed something that is no seal', { countersign: null }, 'contradicted'],
    ['the installation knows all of it', { instance: instance({}) }, 'intact'],
    ['the document was never sealed here', { instance: instance({ file: 'never_sealed' }) }, 'contradicted'],
    [
      'the document was never sealed here, and the signer is not known',
      { signatures: [stranger], instance: instance({ file: 'never_sealed', certificate: 'differs' }) },
      'contradicted',
    ],
    ['the chain here differs', { instance: instance({ chain: 'differs' }) }, 'contradicted'],
    ['the signed values here differ', { instance: instance({ values: 'differ' }) }, 'contradicted'],
    ['the exported signed values differ', { events: events({ values: 'differ' }) }, 'contradicted'],
    ['the file here differs', { instance: instance({ file: 'different' }) }, 'contradicted'],
    [
      'documents of this mode are sealed with another certificate',
      { instance: instance({ certificate: 'differs' }) },
      'contradicted',
    ],
    [
      'the original is missing although the seal names it',
      { countersign: { ...countersign, contains_original: false } },
      'contradicted',
    ],
    [
      'the original is missing because it was repaired',
      { countersign: { ...countersign, contains_original: false, original_repaired: true } },
      'intact',
    ],
    ['the seal is of test mode', { countersign: { ...countersign, mode: 'test' } }, 'intact'],
    ['the exported trail fits', { events: events({}) }, 'intact'],
    ['the exported trail is of before sealing', { events: events({ file: null }) }, 'intact'],
    [
      'the exported trail fits, and the signer is not known',
      { signatures: [stranger], events: events({}) },
      'unknown_signer',
    ],
    ['the exported trail is broken', { events: events({ chain: 'broken' }) }, 'contradicted'],
    ['the exported head differs', { events: events({ head: 'differs' }) }, 'contradicted'],
    [
      'there is no head to compare',
      { signatures: [vouchedFor], countersign: null, events: events({ head: 'absent' }) },
      'contradicted',
    ],
    ['the exported trail names another file', { events: events({ file: 'different' }) }, 'contradicted'],
    [
      'a broken seal is not called contradicted',
      { signatures: [broken], instance: instance({ file: 'different' }) },
      'not_valid',
    ],
  ];
  test.each(cases)('%s', (_when, changes, verdict) => {
    const result = concludeVerification(findings(changes));
    expect([result.verdict, result.intact]).toEqual([verdict, verdict === 'intact']);
    for (const place of ['service', 'command'] as const) {
      const { mark, headline, summary, signer } = explainVerification(result, place);
      expect(mark === 'good').toBe(verdict === 'intact' && !result.test_document);
      expect(headline.startsWith('Intact')).toBe(verdict === 'intact');
      expect(signer !== null).toBe(verdict === 'intact');
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(summary).not.toMatch(/undefined|null|NaN/);
    }
  });
});

describe('the explanation', () => {
  const explain = (changes: Partial<Findings>, place?: 'service' | 'command') =>
    explainVerification(concludeVerification(findings(changes)), place);
  const rowsOf = ({ sections }: ReturnType<typeof explain>, title: string) =>
    sections.find((section) => section.title === title)?.rows.map(({ label, value }) => `${label}: ${value}`);

  test('says how much was added after a signature, and how many signatures came later', () => {
    const explained = explain({ signatures: [followedBy('other'), vouchedFor], countersign: null });
    expect(rowsOf(explained, 'Signature (1 of 2)')).toContain(
      'Covers: the first 700 bytes; 300 bytes were added after it, with 1 later signature',
    );
    expect(explained.summary).toContain('The part of the file that an earlier signature covers is unchanged');
    expect(explain({ signatures: [followedBy('other')] }).summary).toBe(
      'The part of the file that the seal covers is unchanged, but 300 bytes were added after it. They can change what the pages show.',
    );
    expect(explain({ signatures: [followedBy('other'), vouchedFor] }).summary).toContain(
      'with another signature',
    );
    expect(
      rowsOf(explain({ signatures: [early, vouchedFor], countersign: null }), 'Signature (1 of 2)'),
    ).toContain(
      'Covers: the first 700 bytes; then form fields were filled in or signatures were added, as it permits, with 1 later signature',
    );
  });

  test('mentions an earlier signature that is not valid, or whose signer is not known', () => {
    const second = { ...countersign, signature: 1 };
    expect(explain({ signatures: [broken, signature()], countersign: second }).summary).toMatch(
      /earlier signature .* is not valid/,
    );
    expect(explain({ signatures: [early, signature()], countersign: second }).summary).not.toMatch(/earlier/);
    expect(explain({ signatures: [earlyStranger, signature()], countersign: second }).notes.join()).toMatch(
      /earlier signatures is not proved/,
    );
  });

  test('names the signer only if the certificate is known', () => {
    const signerOf = (signer_subject: string, signer_trust: 'trusted_root' | 'unknown' = 'trusted_root') =>
      explain({ signatures: [signature({ signer_subject, signer_trust })], countersign: null }).signer;
    expect(signerOf('O=Example Ltd, CN=Ann Lee, C=CH')).toBe('Ann Lee');
    expect(signerOf('CN=Lee\\, Ann, O=Example Ltd')).toBe('Lee\\, Ann');
    expect(signerOf('O=Example Ltd')).toBe('O=Example Ltd');
    expect(signerOf('CN=Ann Lee', 'unknown')).toBeNull();
    expect(explain({ signatures: [stranger], countersign: null }).summary).toContain(
      'does not show who signed',
    );
  });

  test('speaks of sealing only for a valid seal of a known installation that nothing contradicts', () => {
    const wordsOf = (changes: Partial<Findings>, place?: 'service' | 'command') => {
      const explained = explain(changes, place);
      const rows = rowsOf(explained, 'Seal') ?? [];
      return [explained.signedBy, rows.filter((row) => /^(?:Valid: yes|Sealed|Signed)/.test(row)).join('; ')];
    };
    const sealed = (clock: string) => [
      'Sealed by',
      `Valid: yes: the part of the file that it covers is unchanged since it was sealed; Sealed by: CN=Seal; Sealed at: 2026-11-20 10:00:00 UTC, by the clock of ${clock}`,
    ];
    const signed = [
      'Signed by',
      'Valid: yes: the part of the file that it covers is unchanged since it was signed; Signed by: CN=Seal; Signed at: 2026-11-20 10:00:00 UTC, as the signer states',
    ];
    const seal = { signer_subject: 'CN=Seal' };
    expect(wordsOf({ signatures: [signature(seal)] })).toEqual(sealed('this service'));
    expect(wordsOf({ signatures: [signature(seal)] }, 'command')).toEqual(sealed('the sealing service'));
    for (const signer_trust of ['trusted_root', 'unknown'] as const)
      expect(wordsOf({ signatures: [signature({ ...seal, signer_trust })] })).toEqual(signed);
    const contradicted = { signatures: [signature(seal)], instance: instance({ file: 'different' }) };
    expect(wordsOf(contradicted)).toEqual(signed);
    expect(wordsOf({ signatures: [{ ...broken, ...seal }] })).toEqual([
      'Signed by',
      expect.not.stringContaining('Sealed'),
    ]);
  });

  test('names every contradiction', () => {
    const { summary } = explain({
      countersign: { ...countersign, contains_original: false },
      instance: instance({ chain: 'differs', file: 'different', certificate: 'differs' }),
      events: events({ chain: 'broken', head: 'differs', file: 'different' }),
    });
    expect(summary.match(/audit trail/g)).toHaveLength(4);
    for (const words of [
      'not the file that this installation sealed',
      'does not seal such documents with this certificate',
      'does not begin with the original document',
    ])
      expect(summary).toContain(words);
  });

  test('distinguishes the time that a signer states, that an unknown authority states, and that is proved', () => {
    const rowsWith = (timestamp_trust: 'trusted_root' | 'unknown') =>
      rowsOf(
        explain({ signatures: [signature({ timestamped_at: '2026-11-20T10:00:05.000Z', timestamp_trust })] }),
        'Seal',
      );
    const other = signature({ signer_trust: 'trusted_root' });
    expect(rowsOf(explain({ signatures: [other] }), 'Seal')).toContain(
      'Signed at: 2026-11-20 10:00:00 UTC, as the signer states',
    );
    expect(rowsWith('unknown')).toContain('Sealed at: 2026-11-20 10:00:00 UTC, by the clock of this service');
    expect(rowsWith('unknown')?.join()).toContain('not known here, so the time is not proved');
    expect(rowsWith('trusted_root')).toContain(
      'Timestamp: 2026-11-20 10:00:05 UTC, by a trusted timestamp authority',
    );
    expect(rowsOf(explain({}), 'Seal')).toContain('Timestamp: none, so the time of signing is not proved');
  });

  test('says that the statements of a broken seal, or of an unknown signer, prove nothing', () => {
    const noteOf = (changes: Partial<Findings>) => rowsOf(explain(changes), 'What the seal states')?.[0];
    expect(noteOf({ signatures: [broken] })).toBe(
      "Note: The seal is invalid, so these statements can't be trusted.",
    );
    expect(noteOf({ signatures: [stranger] })).toMatch(/anyone can write these statements/);
    expect(noteOf({})).toBe('Document: doc_1');
  });

  test('says that the original was repaired only if a known signer states it', () => {
    const repaired = { ...countersign, contains_original: false, original_repaired: true };
    const originalOf = (changes: Partial<Findings>) =>
      rowsOf(explain(changes), 'What the seal states')?.find((row) => row.startsWith('Original: '));
    expect(originalOf({ countersign: repaired })).toContain('The original PDF was repaired before sealing');
    for (const signatures of [[broken], [stranger]])
      expect(originalOf({ signatures, countersign: repaired })).not.toContain('repaired');
    const missing = { ...repaired, original_repaired: false };
    for (const signatures of [[broken], [stranger], [signature()]])
      expect(originalOf({ signatures, countersign: missing })).not.toContain('repaired');
  });

  test("states the level of a recipient's own signature only if a known signer sealed it", () => {
    const own = followedBy('other', { signer_trust: 'unknown' });
    const explained = (seal: VerifiedSignatureOut, changes: Partial<Findings> = {}) =>
      explain({
        ...changes,
        signatures: [own, seal],
        countersign: {
          ...countersign,
          signature: 1,
          recipient_signatures: [{ signature: 0, level: 'qualified' as const, provider: 'Example Trust' }],
        },
      }).sections[0]!;
    const { title, rows } = explained(signature());
    expect(title).toBe("Recipient's own signature (1 of 2)");
    expect(rows).toContainEqual({
      label: 'Level',
      value: 'qualified, as Example Trust stated to the sealing service',
    });
    expect(rows.find(({ label }) => label === 'Covers')).toMatchObject({ mark: 'good' });
    for (const seal of [broken, signature({ signer_trust: 'unknown' })]) {
      const doubtful = explained(seal);
      expect(doubtful.title).toBe('Signature (1 of 2)');
      expect(doubtful.rows.map(({ label }) => label)).not.toContain('Level');
    }
    const contradicted = explained(signature(), { instance: instance({ file: 'different' }) });
    expect(contradicted.title).toBe('Signature (1 of 2)');
    expect(contradicted.rows.map(({ label }) => label)).not.toContain('Level');
  });

  test('does not confirm the level if the seal was not made with a seal certificate', () => {
    const { rows } = explain({
      signatures: [followedBy('other', { signer_trust: 'unknown' }), vouchedFor],
      countersign: {
        ...countersign,
        signature: 1,
        recipient_signatures: [{ signature: 0, level: 'qualified' as const, provider: 'Example Trust' }],
      },
    }).sections[0]!;
    expect(rows.find(({ label }) => label === 'Level')).toEqual({
      label: 'Level',
      value: 'not checked here: Office states that it is qualified, by Example Trust',
      mark: 'note',
    });
  });

  test.each([
    ['O=Example\\, CN=Bank, CN=Mallory', 'Mallory'],
    ['O=Example\\, CN=Bank', 'O=Example\\, CN=Bank'],
    ['CN=Ada\\, Countess, C=GB', 'Ada\\, Countess'],
    ['C=GB, CN=Ada', 'Ada'],
    ['O=Example\\\\, CN=Ada', 'Ada'],
  ])('names the signer by the common name alone: %s', (signer_subject, name) => {
    expect(explain({ signatures: [signature({ signer_subject })] }).signer).toBe(name);
  });

  test('states no format that only the file names, such as a level', () => {
    const formatOf = (profile: 'PAdES-B-T' | null, sub_filter: string) =>
      rowsOf(explain({ signatures: [signature({ profile, sub_filter })] }), 'Seal')?.at(-1);
    expect(formatOf('PAdES-B-T', 'ETSI.CAdES.detached')).toBe('Format: PAdES-B-T');
    expect(formatOf(null, 'adbe.pkcs7.detached')).toBe('Format: adbe.pkcs7.detached');
    expect(formatOf(null, '')).toBe('Format: not named');
    for (const made of ['PAdES-B-LTA', 'PAdES-B-LTA, a qualified signature'])
      expect(formatOf(null, made)).toBe('Format: not known here');
  });

  test('a test document is never mistaken for a live one', () => {
    const explained = explain({ countersign: { ...countersign, mode: 'test' } });
    expect(explained.headline).toBe('Intact, but only a test document');
    expect(explained.summary).toContain('not legally binding');
    expect(rowsOf(explained, 'What the seal states')).toContain('Mode: test: not legally binding');
    expect(
      concludeVerification(findings({ countersign: { ...countersign, mode: 'test' } })).test_document,
    ).toBe(true);
  });
});
