import { documentStatuses } from '@countersign/contract/document';
import { underwayStatuses as listedStatuses } from '@countersign/contract/enumerations';
import { ProblemError } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import { chooseBlob } from './download.ts';
import type { FullDocument } from './lock.ts';
import {
  atItsClock,
  canDo,
  type DocumentOperation,
  guardNotErased,
  guardStatus,
  isOverdue,
  notSealedProblem,
  reportedStatus,
  underwayStatuses,
} from './status.ts';

const finalizedAt = new Date(0);

describe('the state table of a document', () => {
  test('a draft without a finalized PDF is reported as awaiting_upload', () => {
    expect(reportedStatus({ status: 'draft', finalizedAt: null })).toBe('awaiting_upload');
    expect(reportedStatus({ status: 'draft', finalizedAt })).toBe('draft');
    expect(reportedStatus({ status: 'voided', finalizedAt: null })).toBe('voided');
  });

  test('recipients can act in the statuses that the contract lists for programs', () => {
    expect(underwayStatuses).toEqual(listedStatuses);
  });

  const table: Array<[DocumentOperation, string[]]> = [
    ['send', ['draft', 'sent', 'partially_signed']],
    ['void', ['draft', 'sent', 'partially_signed']],
    ['expire', ['sent', 'partially_signed']],
    ['sign', ['sent', 'partially_signed']],
    ['edit', ['draft']],
    ['seal', ['completed']],
  ];
  test.each(table)('%s is allowed in exactly %p', (operation, allowed) => {
    const found = documentStatuses.filter((status) => canDo(operation, { status, finalizedAt }));
    expect(found).toEqual(allowed);
  });

  test('only a draft that awaits its PDF takes an upload; it cannot be sent', () => {
    expect(canDo('upload', { status: 'draft', finalizedAt: null })).toBe(true);
    expect(canDo('upload', { status: 'draft', finalizedAt })).toBe(false);
    expect(canDo('send', { status: 'draft', finalizedAt: null })).toBe(false);
  });

  test('an open document is expired from the moment of its expiry, by its own clock', () => {
    const expiresAt = new Date(1_000_000);
    const open = { status: 'sent' as const, expiresAt, clockOffsetSeconds: 0 };
    const at = (time: number) => () => new Date(time);
    expect(isOverdue(open, at(999_999))).toBe(false);
    expect(isOverdue(open, at(1_000_000))).toBe(true);
    expect(isOverdue({ ...open, status: 'partially_signed' }, at(1_000_000))).toBe(true);
    expect(isOverdue({ ...open, status: 'completed' }, at(2_000_000))).toBe(false);
    expect(isOverdue({ ...open, expiresAt: null }, at(2_000_000))).toBe(false);
    expect(isOverdue({ ...open, clockOffsetSeconds: 500 }, at(500_000))).toBe(true);
    expect(atItsClock(open, at(1_000_000)).status).toBe('expired');
    expect(atItsClock(open, at(1))).toBe(open);
  });

  test('a file that is not sealed can be requested again only while it is being sealed', () => {
    const refusal = (status: 'completed' | 'voided') => notSealedProblem({ status, finalizedAt });
    expect(refusal('completed')).toMatchObject({
      slug: 'not-sealed',
      detail: 'The document is being sealed.',
      headers: { 'Retry-After': '2' },
    });
    expect(refusal('voided').detail).toBe('The document is voided.');
    expect(refusal('voided').headers).toEqual({});
  });

  test('a document whose data was erased is refused', () => {
    expect(() => guardNotErased({ erasedAt: null })).not.toThrow();
    expect(() => guardNotErased({ erasedAt: finalizedAt })).toThrow('were erased');
  });

  test('the served file is the sealed one of a completed document, otherwise the original', () => {
    const document = (given: object) =>
      ({
        title: 'Lease',
        status: 'completed',
        finalizedAt,
        originalSha256: 'o',
        sealedSha256: 's',
        certificateSha256: 'c',
        sealedKept: false,
        erasedAt: null,
        ...given,
      }) as unknown as FullDocument;
    expect(chooseBlob(document({}))).toEqual({
      sha256: 's',
      filename: 'Lease (sealed).pdf',
      version: 'sealed',
    });
    expect(chooseBlob(document({ status: 'sent' }))).toMatchObject({ sha256: 'o', filename: 'Lease.pdf' });
    expect(chooseBlob(document({}), 'original')).toMatchObject({ sha256: 'o', version: 'original' });
    expect(chooseBlob(document({}), 'certificate')).toEqual({
      sha256: 'c',
      filename: 'Lease (certificate).pdf',
      version: 'certificate',
    });
    expect(() => chooseBlob(document({ sealedSha256: null }))).toThrow('being sealed');
    expect(() => chooseBlob(document({ certificateSha256: null }), 'certificate')).toThrow('being sealed');
    expect(() => chooseBlob(document({ originalSha256: null }), 'original')).toThrow('no finalized PDF');
    const erased = { erasedAt: finalizedAt };
    expect(() => chooseBlob(document(erased))).toThrow('were erased');
    expect(() => chooseBlob(document({ ...erased, sealedKept: true }), 'original')).toThrow('were erased');
    expect(chooseBlob(document({ ...erased, sealedKept: true })).sha256).toBe('s');
  });

  test('a refusal names the current status and the allowed ones', () => {
    const refused = () => guardStatus('send', { status: 'voided', finalizedAt });
    expect(refused).toThrow(ProblemError);
    try {
      refused();
    } catch (error) {
      expect((error as ProblemError).slug).toBe('document-state');
      expect((error as ProblemError).members).toEqual({
        current: 'voided',
        allowed: ['draft', 'sent', 'partially_signed'],
      });
    }
  });
});
