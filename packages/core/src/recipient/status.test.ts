import type { RecipientRole, RecipientStatus } from '@countersign/contract/recipient';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { statusesAllowing, targetStatus } from '../transitions.ts';
import {
  currentOrder,
  dueForLink,
  isTurn,
  recipientTransitions,
  signingProgress,
  waitingStatuses,
} from './status.ts';

const one = (role: RecipientRole, signingOrder: number, status: RecipientStatus = 'pending') => ({
  role,
  signingOrder,
  status,
});

describe('the state table of a recipient', () => {
  test('the statuses in SQL are the ones that wait to act', () => {
    expect(waitingStatuses).toEqual(['sent', 'opened']);
  });

  test('every operation leads to one status, and none leaves a final status', () => {
    for (const operation of Object.keys(recipientTransitions)) {
      const target = targetStatus<RecipientStatus>(recipientTransitions, operation);
      expect(target === 'pending').toBe(operation === 'correct' || operation === 'wait again');
      const allowed = statusesAllowing<RecipientStatus>(recipientTransitions, operation);
      for (const final of ['completed', 'rejected', 'reassigned'] as const)
        expect(allowed).not.toContain(final);
    }
  });
});

describe('the signing order', () => {
  test('equal numbers act in parallel, the next number waits', () => {
    const list = [one('signer', 1), one('approver', 1), one('signer', 2)];
    expect(dueForLink(list)).toEqual([list[0], list[1]]);
    expect(isTurn(list[2]!, list)).toBe(false);
  });

  test('the next number comes when every signer and approver of the current one has completed', () => {
    const list = [
      one('signer', 1, 'completed'),
      one('approver', 1, 'completed'),
      one('signer', 2),
      one('signer', 3),
    ];
    expect(currentOrder(list)).toBe(2);
    expect(dueForLink(list)).toEqual([list[2]]);
  });

  test('a viewer gets a link in its turn and never blocks; cc never gets one', () => {
    const list = [one('viewer', 1), one('signer', 2), one('viewer', 3), one('cc', 1)];
    expect(dueForLink(list)).toEqual([list[0], list[1]]);
    expect(signingProgress(list)).toBe('none');
  });

  test('a reassigned recipient no longer counts, the new recipient does', () => {
    const list = [one('signer', 1, 'reassigned'), one('signer', 1, 'sent'), one('signer', 2)];
    expect(currentOrder(list)).toBe(1);
    expect(signingProgress([one('signer', 1, 'reassigned'), one('signer', 1, 'completed')])).toBe('all');
  });

  test('with any routing, at least one signer or approver can act until all have completed', () => {
    const recipients = fc.array(
      fc.record({
        role: fc.constantFrom<RecipientRole>('signer', 'approver', 'viewer', 'cc'),
        signingOrder: fc.integer({ min: 1, max: 4 }),
        status: fc.constantFrom<RecipientStatus>('pending', 'sent', 'opened', 'completed', 'reassigned'),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(recipients, (list) => {
        const acting = list.filter((each) => each.role === 'signer' || each.role === 'approver');
        const open = acting.filter((each) => each.status !== 'completed' && each.status !== 'reassigned');
        const turn = open.filter((each) => isTurn(each, list));
        expect(turn.length > 0).toBe(open.length > 0);
        expect(signingProgress(list) === 'all').toBe(open.length === 0);
      }),
      runs(100),
    );
  });
});
