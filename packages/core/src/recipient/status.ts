/** The states of a recipient and whose turn it is: pure (docs/spec/interface.md, Recipient status; docs/spec/decisions.md, section 3, Routing). */
import type { RecipientRole, RecipientStatus } from '@countersign/contract/recipient';

const transitions = {
  pending: ['sent'],
  sent: ['opened', 'reassigned'],
  opened: ['completed', 'rejected', 'reassigned'],
  completed: [],
  rejected: [],
  reassigned: [],
} as const satisfies Record<RecipientStatus, readonly RecipientStatus[]>;

interface Routed {
  role: RecipientRole;
  status: RecipientStatus;
  signingOrder: number;
}

/** True when the table allows this step. */
export function canBecome(from: RecipientStatus, to: RecipientStatus): boolean {
  return (transitions[from] as readonly RecipientStatus[]).includes(to);
}

/** Signers and approvers must act; viewers and cc never block. */
export function mustAct(recipient: { role: RecipientRole }): boolean {
  return recipient.role === 'signer' || recipient.role === 'approver';
}

/** Those who take part: a reassigned row stays for the record only. */
export function isActive(recipient: { status: RecipientStatus }): boolean {
  return recipient.status !== 'reassigned';
}

/** True when a link was issued and the recipient has neither finished nor declined. */
export function isWaiting(recipient: { status: RecipientStatus }): boolean {
  return recipient.status === 'sent' || recipient.status === 'opened';
}

/** The signing order whose turn it is: the lowest with somebody who must act and has not completed; null when all have. */
export function currentOrder(recipients: readonly Routed[]): number | null {
  const open = recipients.filter((one) => mustAct(one) && isActive(one) && one.status !== 'completed');
  return open.length === 0 ? null : Math.min(...open.map((one) => one.signingOrder));
}

/** True when the recipient's turn has come: signers and approvers in the current order, viewers up to it. */
export function isTurn(recipient: Routed, recipients: readonly Routed[]): boolean {
  const order = currentOrder(recipients);
  if (order === null || recipient.role === 'cc' || !isActive(recipient)) return false;
  return mustAct(recipient) ? recipient.signingOrder === order : recipient.signingOrder <= order;
}

/** Recipients whose turn has come and who have no link yet. */
export function dueForLink<T extends Routed>(recipients: readonly T[]): T[] {
  return recipients.filter((one) => one.status === 'pending' && isTurn(one, recipients));
}

/** How far signing has come: partially signed = at least one, not all, of those who must act have completed. */
export function signingProgress(recipients: readonly Routed[]): 'none' | 'some' | 'all' {
  const acting = recipients.filter((one) => mustAct(one) && isActive(one));
  const done = acting.filter((one) => one.status === 'completed').length;
  if (done === acting.length) return 'all';
  return done === 0 ? 'none' : 'some';
}
