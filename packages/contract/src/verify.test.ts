import { describe, expect, test } from '@jest/globals';
import { explainVerification } from './explain-verification.ts';
import { concludeVerification, type VerifiedSignatureOut, type VerifyOut } from './verify.ts';

type Findings = Parameters<typeof concludeVerification>[0];

const size = 1000;
const signature = (changes: Partial<VerifiedSignatureOut> = {}): VerifiedSignatureOut => ({
  valid: true,
  covers_whole_file: true,
  covers_up_to: size,
  only_validation_data_after: false,
  sub_filter: 'ETSI.CAdES.detached',
  signer_subject: 'CN=Office',
  signer_fingerprint_sha256: 'ab'.repeat(32),
  signer_trust: 'installation',
  signed_at: '2026-11-20T10:00:00.000Z',
  timestamped_at: null,
  timestamp_trust: null,
  profile: 'PAdES-B-B',
  problems: [],
  ...changes,
});
const early = signature({ covers_whole_file: false, covers_up_to: 700, signer_subject: 'CN=First' });
const broken = signature({ valid: false, problems: ['the digest does not match'] });
const countersign = {
  signature: 0,
  document_id: 'doc_1',
  original_sha256: 'cd'.repeat(32),
  contains_original: true,
  chain_seq: 9,
  chain_head: 'ef'.repeat(32),
};
const findings = (changes: Partial<Findings>): Findings => ({
  file: { size_bytes: size, sha256: '12'.repeat(32) },
  signatures: [signature()],
  countersign: null,
  instance: null,
  events: null,
  ...changes,
});
const instance = (changes: Partial<NonNullable<VerifyOut['instance']>>) => ({
  knows_document: true,
  chain: 'matches' as const,
  file: 'identical' as const,
  ...changes,
});
const events = (changes: Partial<NonNullable<VerifyOut['events']>>) => ({
  chain: 'sound' as const,
  detail: null,
  head: 'matches' as const,
  file: 'identical' as const,
  ...changes,
});

describe('the verdict', () => {
  const cases: Array<[string, Partial<Findings>, string]> = [
    ['nothing is signed', { signatures: [] }, 'unsigned'],
    ['the last signature covers all', { signatures: [early, signature()] }, 'intact'],
    ['an earlier signature is broken, the last covers all', { signatures: [broken, signature()] }, 'intact'],
    ['the last signature is broken', { signatures: [early, broken] }, 'not_valid'],
    ['something came after the last signature', { signatures: [early] }, 'changed'],
    [
      'validation data alone came after the last signature',
      { signatures: [{ ...early, only_validation_data_after: true }], countersign },
      'intact',
    ],
    ['somebody else signed over our seal', { signatures: [early, signature()], countersign }, 'changed'],
    [
      'we sealed over somebody else',
      { signatures: [early, signature()], countersign: { ...countersign, signature: 1 } },
      'intact',
    ],
    [
      'the instance does not know the document',
      { countersign, instance: { knows_document: false, chain: null, file: null } },
      'intact',
    ],
    ['the instance knows all of it', { countersign, instance: instance({}) }, 'intact'],
    ['the instance kept no sealed file yet', { countersign, instance: instance({ file: null }) }, 'intact'],
    ['the chain here differs', { countersign, instance: instance({ chain: 'differs' }) }, 'contradicted'],
    ['the file here differs', { countersign, instance: instance({ file: 'different' }) }, 'contradicted'],
    ['the exported trail fits', { countersign, events: events({}) }, 'intact'],
    ['the exported trail is of before sealing', { countersign, events: events({ file: null }) }, 'intact'],
    ['the exported trail is broken', { countersign, events: events({ chain: 'broken' }) }, 'contradicted'],
    ['the exported head differs', { countersign, events: events({ head: 'differs' }) }, 'contradicted'],
    ['there is no head to compare', { events: events({ head: 'absent' }) }, 'contradicted'],
    [
      'the exported trail names another file',
      { countersign, events: events({ file: 'different' }) },
      'contradicted',
    ],
    [
      'a broken seal is not called contradicted',
      { signatures: [broken], countersign, instance: instance({ file: 'different' }) },
      'not_valid',
    ],
  ];
  test.each(cases)('%s', (_when, changes, verdict) => {
    const result = concludeVerification(findings(changes));
    expect([result.verdict, result.intact]).toEqual([verdict, verdict === 'intact']);
    const { good, headline, summary } = explainVerification(result);
    expect(good).toBe(verdict === 'intact');
    expect(headline.startsWith('Intact')).toBe(good);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(summary).not.toMatch(/undefined|null|NaN/);
  });
});

describe('the explanation', () => {
  const explain = (changes: Partial<Findings>) =>
    explainVerification(concludeVerification(findings(changes)));
  const rowsOf = ({ sections }: ReturnType<typeof explain>, title: string) =>
    sections.find((section) => section.title === title)?.rows.map(({ label, value }) => `${label}: ${value}`);

  test('tells how much came after a signature, and from how many hands', () => {
    const explained = explain({ signatures: [early, signature()] });
    expect(rowsOf(explained, 'Signature (1 of 2)')).toContain(
      'Covers: the first 700 bytes; 300 bytes were added after it; 1 signature came later',
    );
    expect(explain({ signatures: [early], countersign }).summary).toBe(
      'What the seal covers is unchanged, but 300 bytes were added to the file afterwards.',
    );
    expect(explain({ signatures: [early, signature()], countersign }).summary).toContain('by another hand');
  });

  test('does not call a file intact without a word on an earlier signature that is broken', () => {
    expect(explain({ signatures: [broken, signature()] }).summary).toMatch(
      /earlier signature .* does not hold/,
    );
    expect(explain({ signatures: [early, signature()] }).summary).not.toMatch(/earlier/);
  });

  test('calls the signer by the common name of the certificate', () => {
    const summaryBy = (signer_subject: string) =>
      explain({ signatures: [signature({ signer_subject })] }).summary.split('signed by ')[1];
    expect(summaryBy('O=Example Ltd, CN=Ann Lee, C=CH')).toBe('Ann Lee.');
    expect(summaryBy('CN=Lee\\, Ann, O=Example Ltd')).toBe('Lee\\, Ann.');
    expect(summaryBy('O=Example Ltd')).toBe('O=Example Ltd.');
  });

  test('names every contradiction', () => {
    const { summary } = explain({
      countersign,
      instance: instance({ chain: 'differs', file: 'different' }),
      events: events({ chain: 'broken', head: 'differs', file: 'different' }),
    });
    expect(summary.match(/audit trail/g)).toHaveLength(4);
    expect(summary).toContain('not the file that was sealed here');
  });

  test('tells a time that a signer states from one that an authority attests', () => {
    const rows = rowsOf(
      explain({ signatures: [signature({ timestamped_at: '2026-11-20T10:00:05.000Z' })] }),
      'Signature',
    );
    expect(rows).toContain('When: 2026-11-20 10:00:00 UTC, as the signer states');
    expect(rows).toContain('Time stamp: 2026-11-20 10:00:05 UTC, by a time-stamping authority');
  });

  test('says that what a broken seal says is worth nothing', () => {
    expect(rowsOf(explain({ signatures: [broken], countersign }), 'What the seal says')?.[0]).toMatch(
      /does not hold/,
    );
  });
});
