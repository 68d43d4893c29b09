import type { SigningOut } from '@countersign/client/generated/api';
import { useLayoutEffect, useRef, useState } from 'react';
import { addressFault, type ReassignFault } from './reassign-dialog.tsx';
import type { Ending } from './screen.ts';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import { useCompletion } from './use-completion.ts';
import type { FieldEntry } from './use-field-entry.ts';
import { faultsOf, type Values, valuesToSend } from './values.ts';
import { useLanguage, useWords } from './words-context.ts';

/** What a recipient can do with the document. The dialogs get the error text as the result. */
export interface SigningActions {
  busy: 'consent' | 'finish' | null;
  consent: () => Promise<void>;
  finish: () => Promise<void>;
  decline: (reason: string) => Promise<string | null>;
  reassign: (person: { name: string; email: string }) => Promise<ReassignFault | null>;
}

/** The calls of the signing page. A refusal that may come from a change elsewhere makes the page read the state again. */
export function useSigningActions({
  api,
  view,
  values,
  entry,
  isNarrow,
  onTrouble,
  announce,
  onStale,
  onEnding,
}: {
  api: SigningApi;
  view: SigningOut;
  values: Values;
  entry: FieldEntry;
  isNarrow: boolean;
  /** Shows a message at the finish bar; null removes it. */
  onTrouble: (text: string | null) => void;
  announce: (text: string) => void;
  /** Reads the state again. */
  onStale: () => Promise<SigningOut | null>;
  onEnding: (ending: Ending) => void;
}): SigningActions {
  const words = useWords();
  const { tag } = useLanguage();
  const [busy, setBusy] = useState<SigningActions['busy']>(null);
  const complete = useCompletion(api, onStale, { retries: api.isSession });
  const { editable, faults, goTo } = entry;
  const consented = Boolean(view.consent?.accepted_at);

  /** The message for a failed call. Reads the state again when it may have changed. */
  async function explain(error: unknown): Promise<string> {
    if (!isCallError(error)) throw error;
    if ([401, 404, 409].includes(refusalOf(error)?.status ?? 0)) await onStale();
    return wordTrouble(error, words);
  }

  const focusAfterConsent = useFocusAfterConsent(entry, { consented, isNarrow });

  async function consent() {
    setBusy('consent');
    onTrouble(null);
    try {
      await api.consent(view.consent!);
      focusAfterConsent();
      await onStale();
      announce(words.consent.accepted);
    } catch (error) {
      onTrouble(await explain(error));
    } finally {
      setBusy(null);
    }
  }

  async function finish() {
    onTrouble(null);
    entry.showFaults();
    const wrong = editable.filter((field) => faults[field.id]);
    if (wrong[0]) {
      onTrouble(words.bar.faults(wrong.length));
      goTo(wrong[0]);
      return;
    }
    setBusy('finish');
    try {
      const { date_format, display_timezone } = view.document;
      const sent = valuesToSend(editable, values);
      const body = { values: sent, shown: { date_format, display_timezone } };
      if (view.recipient.own_key) location.assign((await api.startOwnSignature(body, tag)).url);
      else onEnding({ kind: 'done', answer: await complete(body) });
    } catch (error) {
      await showRefusal(error);
    } finally {
      setBusy(null);
    }
  }

  /** Shows the server's errors at their fields, or a message if they belong to no field. */
  async function showRefusal(error: unknown) {
    const refusal = refusalOf(error);
    const refused = refusal && faultsOf(refusal.errors, editable);
    const first = editable.find((field) => refused?.faults[field.id]);
    if (!refused || !first) return onTrouble(await explain(error));
    entry.showFaults(refused.faults);
    onTrouble(words.bar.faults(Object.keys(refused.faults).length));
    goTo(first);
  }

  async function decline(reason: string): Promise<string | null> {
    try {
      await api.reject({ reason });
      onEnding({ kind: 'declined' });
      return null;
    } catch (error) {
      // Without an answer the call may have taken effect.
      const isUnclear = isCallError(error) && (refusalOf(error)?.status ?? 500) >= 500;
      if (isUnclear && (await onStale())?.recipient.status === 'rejected') {
        onEnding({ kind: 'declined' });
        return null;
      }
      return explain(error);
    }
  }

  async function reassign(person: { name: string; email: string }): Promise<ReassignFault | null> {
    try {
      await api.reassign(person);
      onEnding({ kind: 'reassigned', name: person.name });
      return null;
    } catch (error) {
      const email = addressFault(error, words);
      return email ? { email, other: null } : { email: null, other: await explain(error) };
    }
  }

  return { busy, consent, finish, decline, reassign };
}

/**
 * Returns a function that moves the focus to the first unfinished field once the page has read the consent back. Until then the fields are
 * disabled and cannot have the focus. On narrow screens the focus stays where it is.
 */
function useFocusAfterConsent(
  { editable, faults, goTo }: FieldEntry,
  { consented, isNarrow }: { consented: boolean; isNarrow: boolean },
): () => void {
  const isDue = useRef(false);
  // A layout effect moves the focus before the person can move it.
  useLayoutEffect(() => {
    if (!isDue.current || !consented) return;
    isDue.current = false;
    const first = editable.find((field) => faults[field.id]) ?? editable[0];
    if (first && !isNarrow) goTo(first);
  });
  return () => {
    isDue.current = true;
  };
}
