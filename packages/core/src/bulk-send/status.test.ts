import { describe, expect, test } from '@jest/globals';
import { guardBulkSend, pendingStatuses, reportedRowStatus, statusesFor, storedRowStatus } from './status.ts';

describe('the state tables of a bulk send', () => {
  test('an operation is refused in every other status, with the current and the allowed ones', () => {
    expect(statusesFor('cancel')).toEqual(['draft', 'invalid', 'ready', 'dispatching']);
    expect(() => guardBulkSend('dispatch', 'ready')).not.toThrow();
    expect(() => guardBulkSend('dispatch', 'invalid')).toThrow(
      'The bulk send is invalid; to dispatch it must be ready.',
    );
    try {
      guardBulkSend('cancel', 'done');
      throw new Error('was not refused');
    } catch (error) {
      expect(error).toMatchObject({
        slug: 'bulk-send-state',
        members: { current: 'done', allowed: statusesFor('cancel') },
      });
    }
    expect(pendingStatuses).toEqual(['ready', 'dispatching']);
  });

  test('queued rows of a canceled bulk send are canceled, and found as such', () => {
    const canceled = { status: 'canceled' } as const;
    const running = { status: 'dispatching' } as const;
    expect(reportedRowStatus(canceled, { status: 'queued' })).toBe('canceled');
    expect(reportedRowStatus(canceled, { status: 'sent' })).toBe('sent');
    expect(reportedRowStatus(running, { status: 'queued' })).toBe('queued');
    expect(storedRowStatus(canceled, 'canceled')).toBe('queued');
    expect(storedRowStatus(canceled, 'queued')).toBeNull();
    expect(storedRowStatus(canceled, 'sent')).toBe('sent');
    expect(storedRowStatus(running, 'queued')).toBe('queued');
    expect(storedRowStatus(running, 'canceled')).toBe('canceled');
  });
});
