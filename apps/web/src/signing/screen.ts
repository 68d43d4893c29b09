/** Which screen a recipient sees: pure (docs/spec/decisions.md, section 3, Recipient status). */
import type { CompleteOut, SigningOut } from '@countersign/client/generated/api';
import type { DocumentStatus } from '@countersign/contract/document';

export type Screen =
  | { kind: 'code' }
  /** The document ended before everyone had signed. */
  | { kind: 'closed'; status: 'voided' | 'rejected' | 'expired'; reason: string | null }
  | { kind: 'completed'; sealed: boolean }
  /** This recipient has finished; others have not. */
  | { kind: 'waiting-for-others' }
  | { kind: 'not-your-turn' }
  | { kind: 'act'; role: 'signer' | 'approver' }
  | { kind: 'view' };

/** The screen for an answer of GET /v1/signing/{token}. The state of the document takes precedence over the recipient's task. */
export function screenOf(view: SigningOut): Screen {
  if (view.auth.required && !view.auth.satisfied) return { kind: 'code' };
  const { document, recipient } = view;
  const closed = closedScreen(document.status, document.close_reason ?? null);
  if (closed) return closed;
  if (document.status === 'completed') return { kind: 'completed', sealed: document.sealed === true };
  if (recipient.status === 'completed') return { kind: 'waiting-for-others' };
  if (!view.turn) return { kind: 'not-your-turn' };
  if (recipient.role === 'signer' || recipient.role === 'approver')
    return { kind: 'act', role: recipient.role };
  return { kind: 'view' };
}

/** The screen of a document that ended early, or null for any other status. */
export function closedScreen(status: DocumentStatus | undefined, reason: string | null): Screen | null {
  return status === 'voided' || status === 'rejected' || status === 'expired'
    ? { kind: 'closed', status, reason }
    : null;
}

/** What the recipient did to end the visit, until the next answer of the service shows it. */
export type Ending =
  | { kind: 'done'; answer: CompleteOut }
  | { kind: 'declined' }
  | { kind: 'reassigned'; name: string };
