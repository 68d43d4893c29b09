import type { DocumentOut, RecipientOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { progressOf } from './recipient-progress.ts';

const words = (status: string, role: string, recipient: string) =>
  progressOf({ status } as DocumentOut, { id: 'r1', role, status: recipient } as RecipientOut, []);

test('an approver approves, and a signer signs', () => {
  expect(words('sent', 'approver', 'opened')).toBe('Opened it, not approved yet');
  expect(words('voided', 'approver', 'opened')).toBe('Opened it, did not approve');
  expect(words('expired', 'approver', 'sent')).toBe('Did not approve');
  expect(words('sent', 'signer', 'opened')).toBe('Opened it, not signed yet');
  expect(words('expired', 'signer', 'sent')).toBe('Did not sign');
});
