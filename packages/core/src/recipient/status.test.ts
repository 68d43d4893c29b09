import type { RecipientRole, RecipientStatus } from '@countersign/contract/recipient';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canBecome, currentOrder, dueForLink, isTurn, signingProgress } from './status.ts';

const one = (role: RecipientRole, signingOrder: number, status: RecipientStatus = 'pending') => ({
  role,
  signingOrder,
  status,
});

describe('the state table of a recipient', () => {
  test.each([
    ['pending', ['sent']],
    ['sent', ['opened', 'reassigned']],
    ['opened', ['completed', 'rejected', 'reassigned']],
    ['completed', []],
    ['rejected', []],
    ['reassigned', []],
  ] as const)('%s leads to exactly %p', (from, to) => {
    const all = ['pending', 'sent', 'opened', 'completed', 'rejected', 'reassigned'] as const;
    expect(all.filter((status) => canBecome(from, status))).toEqual(to);
  });
});

describe('whose turn it is', () => {
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

  test('who handed over no longer counts, who took over does', () => {
    const list = [one('signer', 1, 'reassigned'), one('signer', 1, 'sent'), one('signer', 2)];
    expect(currentOrder(list)).toBe(1);
    expect(signingProgress([one('signer', 1, 'reassigned'), one('signer', 1, 'completed')])).toBe('all');
  });

  test('whatever the routing, somebody who must act always has the turn until all have completed', () => {
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
    );
  });
});
