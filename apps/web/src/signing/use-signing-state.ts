/** The state of a signing link: the last answer of the service, and what the recipient has entered. */

import type { SigningOut } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Loaded, loadedAfterError } from './page-events.ts';
import { loadPatternEngine } from './pattern-engine.ts';
import { readableView } from './readable-view.ts';
import { type Ending, type Screen, screenOf } from './screen.ts';
import type { Entered } from './sign-screen.tsx';
import { isCallError, type SigningApi } from './signing-api.ts';
import { useDraft } from './use-draft.ts';
import { drawnValues, initialValues, type Values } from './values.ts';
import { useLanguage } from './words-context.ts';

export interface SigningState {
  loaded: Loaded;
  /** The last answer; null before the first one, and if the link has ended before the recipient acted. */
  view: SigningOut | null;
  entered: Entered;
  /** Changes the value of a field, and saves it with the draft. */
  change: (id: string, value: FieldValue) => void;
  /** Reads the state again. Resolves to null if that fails. */
  refresh: () => Promise<SigningOut | null>;
}

/**
 * Reads the state of the link, and again when the language changes or the page is shown again. Entered values outlive the screens, for
 * example when a code is requested in between. `ending` is what the recipient has done on this page.
 */
export function useSigningState(api: SigningApi | null, ending: Ending | null): SigningState {
  const { tag } = useLanguage();
  const [loaded, setLoaded] = useState<Loaded>(api === null ? { kind: 'unknown' } : { kind: 'loading' });
  const [values, setValues] = useState<Values | null>(null);
  const [restored, setRestored] = useState(false);
  const started = useRef(false);

  const view = loaded.kind === 'ready' ? loaded.view : null;
  const acting = view !== null && ending === null && screenOf(view).kind === 'act';
  const isOver = ending !== null || (view !== null && isFinished(screenOf(view)));
  const refreshed = useRef<() => Promise<unknown>>(async () => {});
  const draft = useDraft({
    api,
    active: acting,
    isOver,
    onValues: useCallback((changed) => setValues((before) => ({ ...before, ...changed })), []),
    onRefused: useCallback(() => void refreshed.current(), []),
  });
  const startDraft = draft.start;

  const latestEnding = useRef(ending);
  latestEnding.current = ending;
  const language = useRef(tag);
  const reads = useRef(0);
  const refresh = useCallback(async () => {
    if (api === null) return null;
    const read = ++reads.current;
    try {
      const view = await api.read(language.current);
      await prepareRules(view);
      // A later request, perhaps in another language, replaces this answer.
      if (read !== reads.current) return view;
      if (view.fields && !started.current) {
        started.current = true;
        const entered = await startDraft(view);
        setRestored(Object.keys(entered).length > 0);
        setValues({ ...initialValues(view, new Date()), ...drawnValues(view.fields, entered) });
      }
      const shown = readableView(view);
      setLoaded({ kind: 'ready', view: shown });
      return shown;
    } catch (error) {
      if (!isCallError(error)) throw error;
      setLoaded((before) => loadedAfterError(error, before, latestEnding.current));
      return null;
    }
  }, [api, startDraft]);
  refreshed.current = refresh;

  // The consent text is read in the language of the page, because the recipient agrees to the text that is shown.
  useEffect(() => {
    language.current = tag;
    void refresh();
  }, [refresh, tag]);

  // A page that returns from the background, or from the browser's history, may be days old. After reassigning, the link is dead.
  const isReassigned = ending?.kind === 'reassigned';
  useEffect(() => {
    if (isReassigned) return;
    const onVisibility = () => void (document.visibilityState === 'visible' && refresh());
    const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && refresh());
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pageshow', onShow);
    };
  }, [refresh, isReassigned]);

  const change = (id: string, value: FieldValue) => {
    setValues((before) => ({ ...before, [id]: value }));
    draft.change(id, value);
  };
  return { loaded, view, entered: { values: values ?? {}, draft: draft.state, restored }, change, refresh };
}

/** True when entered values can no longer be sent. */
function isFinished({ kind }: Screen): boolean {
  return kind === 'closed' || kind === 'completed' || kind === 'waiting-for-others';
}

/** Loads the pattern engine when a field has a pattern. Without it only the server checks patterns. */
async function prepareRules(view: SigningOut): Promise<void> {
  if (view.fields?.some((field) => field.settings.pattern)) await loadPatternEngine().catch(() => {});
}
