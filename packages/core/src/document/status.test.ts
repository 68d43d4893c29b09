import { documentStatuses } from '@countersign/contract/document';
import { ProblemError } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import { canDo, type DocumentOperation, guardStatus, reportedStatus } from './status.ts';

const finalizedAt = new Date(0);

describe('the state table of a document', () => {
  test('a draft without a finalized PDF is reported as awaiting_upload', () => {
    expect(reportedStatus({ status: 'draft', finalizedAt: null })).toBe('awaiting_upload');
    expect(reportedStatus({ status: 'draft', finalizedAt })).toBe('draft');
    expect(reportedStatus({ status: 'voided', finalizedAt: null })).toBe('voided');
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
