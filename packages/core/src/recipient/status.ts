/**
 * The states of a recipient and the signing order (docs/spec/interface.md, Recipient status; docs/spec/decisions.md, section 3,
 * Routing; docs/STATES.md). Pure; document/transition.ts applies the table.
 */
import type { Delivery, RecipientRole, RecipientStatus } from '@countersign/contract/recipient';
import { statusesAllowing, type TransitionTable } from '../transitions.ts';

/** For each operation: the statuses in which it is allowed, each with the one that follows. */
export const recipientTransitions = {
  'issue link': { pending: 'sent' },
  open: { sent: 'opened' },
  complete: { opened: 'completed' },
  reject: { opened: 'rejected' },
  reassign: { sent: 'reassigned', opened: 'reassigned' },
  /** The sender changes the person or the way to sign; the recipient starts again. */
  correct: { pending: 'pending', sent: 'pending', opened: 'pending' },
  /** After a correction of another recipient, it is no longer this recipient's turn. */
  'wait again': { sent: 'pending', opened: 'pending' },
} as const satisfies TransitionTable<RecipientStatus>;

export type RecipientOperation = keyof typeof recipientTransitions;

/** The statuses of recipients who have a link and have not acted, for SQL. */
export const waitingStatuses = statusesAllowing<RecipientStatus>(recipientTransitions, 'reassign');

/** The roles that must act, for SQL. */
export const actingRoles: readonly RecipientRole[] = ['signer', 'approver'];

/** True if the recipient gets emails. The sender's application reaches the others itself. */
export function isMailed(recipient: { delivery: Delivery }): boolean {
  return recipient.delivery === 'email';
}

interface Routed {
  role: RecipientRole;
  status: RecipientStatus;
  signingOrder: number;
}

/** Signers and approvers must act; viewers and cc never block. */
export function mustAct(recipient: { role: RecipientRole }): boolean {
  return actingRoles.includes(recipient.role);
}

/** True unless the recipient was reassigned: such a row is kept for the record only. */
export function isActive(recipient: { status: RecipientStatus }): boolean {
  return recipient.status !== 'reassigned';
}

/** True if an email to a recipient has bounced who has neither completed nor reassigned: then the document has a delivery problem. */
export function haveBounced(recipients: ReadonlyArray<{ status: RecipientStatus; bouncedAt: Date | null }>) {
  return recipients.some((one) => one.bouncedAt !== null && isActive(one) && one.status !== 'completed');
}

/** True if a correction of the recipient is allowed. */
export function isCorrectable(recipient: { status: RecipientStatus }): boolean {
  return statusesAllowing<RecipientStatus>(recipientTransitions, 'correct').includes(recipient.status);
}

/** True when a link was issued and the recipient has neither finished nor declined. */
export function isWaiting(recipient: { status: RecipientStatus }): boolean {
  return waitingStatuses.includes(recipient.status);
}

/** The signing order that can act now: the lowest one with a signer or approver who has not completed; null if all have. */
export function currentOrder(recipients: readonly Routed[]): number | null {
  const open = recipients.filter((one) => mustAct(one) && isActive(one) && one.status !== 'completed');
  return open.length === 0 ? null : Math.min(...open.map((one) => one.signingOrder));
}

/** True if the recipient can act now: signers and approvers of the current signing order, viewers of that order or a lower one. */
export function isTurn(recipient: Routed, recipients: readonly Routed[]): boolean {
  const order = currentOrder(recipients);
  if (order === null || recipient.role === 'cc' || !isActive(recipient)) return false;
  return mustAct(recipient) ? recipient.signingOrder === order : recipient.signingOrder <= order;
}

/** Recipients who can act now and have no link yet. */
export function dueForLink<T extends Routed>(recipients: readonly T[]): T[] {
  return recipients.filter((one) => one.status === 'pending' && isTurn(one, recipients));
}

/** How many of the signers and approvers have completed. `some` makes the document partially signed. */
export function signingProgress(recipients: readonly Routed[]): 'none' | 'some' | 'all' {
  const acting = recipients.filter((one) => mustAct(one) && isActive(one));
  const done = acting.filter((one) => one.status === 'completed').length;
  if (done === acting.length) return 'all';
  return done === 0 ? 'none' : 'some';
}
