import type { SigningOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { screenOf } from './screen.ts';

function view(
  document: Partial<SigningOut['document']> = {},
  recipient: Partial<SigningOut['recipient']> = {},
  rest: Partial<SigningOut> = {},
): SigningOut {
  return {
    document: { title: 'Lease', sender: 'Birch', status: 'sent', ...document },
    recipient: { auth_level: 'link', role: 'signer', status: 'sent', ...recipient },
    auth: { required: false, satisfied: true },
    turn: true,
    ...rest,
  };
}

test('only the code is asked for until it is verified', () => {
  expect(screenOf(view({ status: undefined }, {}, { auth: { required: true, satisfied: false } }))).toEqual({
    kind: 'code',
  });
  expect(screenOf(view({}, {}, { auth: { required: true, satisfied: true } })).kind).toBe('act');
});

test.each(['voided', 'rejected', 'expired'] as const)(
  'a %s document says so, with the reason, to those who had signed too',
  (status) => {
    const screen = { kind: 'closed', status, reason: 'why' };
    expect(screenOf(view({ status, close_reason: 'why' }))).toEqual(screen);
    expect(screenOf(view({ status, close_reason: 'why' }, { status: 'completed' }))).toEqual(screen);
  },
);

test('the screen of a completed document says whether the sealed copy is available', () => {
  expect(screenOf(view({ status: 'completed' }, { status: 'completed' }))).toEqual({
    kind: 'completed',
    sealed: false,
  });
  expect(screenOf(view({ status: 'completed', sealed: true }, { role: 'cc' }))).toEqual({
    kind: 'completed',
    sealed: true,
  });
});

test('a recipient who has completed waits for the others, even while their step is active', () => {
  expect(screenOf(view({ status: 'partially_signed' }, { status: 'completed' })).kind).toBe(
    'waiting-for-others',
  );
});

test('signers and approvers act in their turn, viewers read', () => {
  expect(screenOf(view())).toEqual({ kind: 'act', role: 'signer' });
  expect(screenOf(view({}, { role: 'approver' }))).toEqual({ kind: 'act', role: 'approver' });
  expect(screenOf(view({}, { role: 'viewer' })).kind).toBe('view');
  expect(screenOf(view({}, {}, { turn: false })).kind).toBe('not-your-turn');
});
