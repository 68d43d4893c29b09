/** What happens on the signing page, for an application that shows it in a frame. */
import type { SigningOut } from '@countersign/client/generated/api';
import type { DocumentStatus } from '@countersign/contract/document';
import { useEffect, useRef } from 'react';
import { closedScreen, type Ending } from './screen.ts';
import { type CallError, refusalOf } from './signing-api.ts';

/** The state of the document, as far as the page has read it. */
export type Loaded =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'unreachable'; error: CallError }
  | { kind: 'ready'; view: SigningOut };

/**
 * The state after a failed read. The last answer stays, unless the link or session has ended before the recipient acted: afterwards, the
 * page still shows what they have done. Pure.
 */
export function loadedAfterError(error: CallError, before: Loaded, ending: Ending | null): Loaded {
  const hasEnded = refusalOf(error)?.status === 404;
  if (before.kind === 'ready' && (ending !== null || !hasEnded)) return before;
  return hasEnded ? { kind: 'unknown' } : { kind: 'unreachable', error };
}

/** An event for the application. `signed`, `declined` and `reassigned` come after the service has committed them. */
export type PageEvent =
  | { type: 'ready' }
  | { type: 'signed'; document_status: DocumentStatus }
  | { type: 'declined' }
  | { type: 'reassigned' }
  /** The session or its URL has ended: the application opens the page with a new URL. */
  | { type: 'expired'; reason: 'used' | 'expired' | 'ended' }
  /** The page cannot go on. It never means that signing failed: without an answer the page asks what happened. */
  | {
      type: 'error';
      code: 'document-voided' | 'document-rejected' | 'document-expired' | 'not-found' | 'unreachable';
    };

/** An event of the page that prepares a draft. Both come after the service has committed what the person did. */
export type PreparationEvent = { type: 'prepared' } | { type: 'sent' };

/** The events to report in this state of the page. Pure. */
export function eventsOf(loaded: Loaded, ending: Ending | null): PageEvent[] {
  if (ending?.kind === 'reassigned') return [{ type: 'reassigned' }];
  if (ending?.kind === 'declined') return [{ type: 'declined' }];
  if (ending?.kind === 'done') return [{ type: 'signed', document_status: ending.answer.document_status }];
  switch (loaded.kind) {
    case 'loading':
      return [];
    case 'unreachable':
      return [{ type: 'error', code: 'unreachable' }];
    case 'unknown':
      return [{ type: 'expired', reason: 'ended' }];
    case 'ready':
      return [{ type: 'ready' }, ...outcomesOf(loaded.view)];
  }
}

function outcomesOf({ recipient, document }: SigningOut): PageEvent[] {
  if (recipient.status === 'completed')
    return [{ type: 'signed', document_status: document.status ?? 'partially_signed' }];
  if (recipient.status === 'rejected') return [{ type: 'declined' }];
  const closed = closedScreen(document.status, null);
  return closed?.kind === 'closed' ? [{ type: 'error', code: `document-${closed.status}` }] : [];
}

/** Reports each event once, in the order in which they happen. `signed` is not reported again when the status of the document changes. */
export function usePageEvents(
  loaded: Loaded,
  ending: Ending | null,
  onEvent: ((event: PageEvent) => void) | undefined,
): void {
  const reported = useRef(new Set<string>());
  useEffect(() => {
    for (const event of eventsOf(loaded, ending)) {
      const key = event.type === 'error' ? event.code : event.type;
      if (reported.current.has(key)) continue;
      reported.current.add(key);
      onEvent?.(event);
    }
  }, [loaded, ending, onEvent]);
}
