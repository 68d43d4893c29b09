import { useEffect, useRef, useState } from 'react';
import { draftStorage, saveDraft } from './draft.ts';
import type { Values } from './values.ts';

/** Milliseconds after the last change until it is stored. Leaving the page stores it immediately. */
const calm = 250;

/** Stores changed values in this browser while `active`. Returns false when they could not be stored. */
export function useDraft(recipientId: string | null, values: Values | null, active: boolean): boolean {
  const [kept, setKept] = useState(true);
  const first = useRef<Values | null>(null);
  useEffect(() => {
    const storage = draftStorage();
    if (!active || !recipientId || !values) return;
    first.current ??= values;
    // Values from the server need not be stored.
    if (values === first.current) return;
    let waiting = true;
    const keep = () => {
      if (!waiting) return;
      waiting = false;
      setKept(storage !== null && saveDraft(storage, recipientId, values, new Date()));
    };
    const timer = setTimeout(keep, calm);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [recipientId, values, active]);
  return kept;
}
