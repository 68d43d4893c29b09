/** Which screen a recipient sees: pure (docs/spec/decisions.md, section 3, Recipient status). */
import type { SigningOut } from '@countersign/client/generated/api';
import type { DocumentStatus } from '@countersign/contract/document';

export type Screen =
  | { kind: 'code' }
  /** The document ended without everybody's signature. */
  | { kind: 'closed'; status: 'voided' | 'rejected' | 'expired'; reason: string | null }
  | { kind: 'completed'; sealed: boolean }
  /** This recipient has done their part; others have not. */
  | { kind: 'waiting-for-others' }
  | { kind: 'not-your-turn' }
  | { kind: 'act'; role: 'signer' | 'approver' }
  | { kind: 'view' };

/** What to show for an answer of GET /v1/signing/{token}. What happened to the document comes before what is left to do. */
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
