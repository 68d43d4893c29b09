import type { SigningOut } from '@countersign/client/generated/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftStorage, dropOldDrafts } from './draft.ts';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';
import { screenOf } from './screen.ts';
import type { SigningApi } from './signing-api.ts';
import type { Values } from './values.ts';

/** The draft of the recipient, as React uses it. */
export interface DraftHandle {
  state: DraftState;
  /** The values of earlier visits; empty without any. Call it once, with the first view that has fields. */
  start: (view: SigningOut) => Promise<Values>;
  change: DraftKeeper['change'];
}

/** Stores and saves entered values while `active`, and removes them from this browser once `isOver`. */
export function useDraft({
  api,
  active,
  isOver,
  onValues,
  onRefused,
}: {
  api: SigningApi | null;
  active: boolean;
  isOver: boolean;
  onValues: (values: Values) => void;
  onRefused: () => void;
}): DraftHandle {
  const [state, setState] = useState<DraftState>('idle');
  const keeper = useRef<DraftKeeper | null>(null);

  useEffect(() => {
    const storage = draftStorage();
    if (storage) dropOldDrafts(storage, new Date());
  }, []);

  const start = useCallback(
    async (view: SigningOut) => {
      const { id, name = null, email = null } = view.recipient;
      if (!api || !id) return {};
      keeper.current = new DraftKeeper({
        ...{ api, onValues, onRefused, onState: setState },
        storage: draftStorage(),
        owner: { recipientId: id, name, email },
        fields: view.fields ?? [],
      });
      if (screenOf(view).kind !== 'act') return {};
      // Nothing is saved before the consent.
      return keeper.current.start({ hasDraft: Boolean(view.consent?.accepted_at) });
    },
    [api, onValues, onRefused],
  );

  useEffect(() => {
    if (isOver) keeper.current?.finish();
    else if (active) keeper.current?.resume();
  }, [active, isOver]);

  useEffect(() => {
    if (!active || isOver) return;
    const leave = () => keeper.current?.leave();
    const sync = () => void keeper.current?.sync();
    const onVisibility = () => (document.visibilityState === 'hidden' ? leave() : sync());
    addEventListener('pagehide', leave);
    addEventListener('online', sync);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('online', sync);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [active, isOver]);

  const change = useCallback<DraftKeeper['change']>((id, value) => keeper.current?.change(id, value), []);
  return { state, start, change };
}
