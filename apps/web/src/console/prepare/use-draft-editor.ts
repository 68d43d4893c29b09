/** The state of the preparation page: the draft with undo, the selection, and saving. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { onReturn } from '../reachability.ts';
import { copiesForEveryPage, newBox, pastedBoxes } from './copies.ts';
import type { Box, Draft, Person } from './draft.ts';
import { changeBoxes, draftFault, newKey, nextHistory } from './draft-state.ts';
import { type Alignment, align, offsetCopy } from './geometry.ts';

export type Saving =
  | { state: 'saved' }
  | { state: 'waiting' }
  | { state: 'saving' }
  /** The draft cannot be saved as it is. */
  | { state: 'incomplete'; why: string }
  | { state: 'failed'; error: unknown };

type NewBox = Pick<Box, 'type' | 'page' | 'x' | 'y' | 'w' | 'h'>;

export interface DraftEditor {
  draft: Draft;
  pageCount: number;
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
  /** Consecutive changes with the same tag are undone together. */
  change(tag: string | null, change: (draft: Draft) => Draft): void;
  selected: ReadonlySet<string>;
  select(keys: Iterable<string>): void;
  selectedBoxes: Box[];
  /** The person new fields belong to. */
  person: Person | null;
  choosePerson(key: string): void;
  addBox(box: NewBox): string | null;
  patchSelected(tag: string, patch: (box: Box) => Partial<Box>): void;
  removeSelected(): void;
  duplicateSelected(): void;
  /** Keeps a copy of the selected fields for `paste`. */
  copySelected(): void;
  canPaste: boolean;
  /** Adds the copied fields to this page, and those of later pages to the pages after it. */
  paste(page: number): void;
  /** Repeats the selected fields on every page that does not have them in this place. */
  placeOnEveryPage(): void;
  /** Adds new fields for these people and selects them. */
  addBoxes(places: ReadonlyArray<NewBox & { person: string }>): void;
  alignSelected(how: Alignment): void;
  saving: Saving;
  /** Saves unsaved changes now. Throws errors of the API, and an Error while the draft is incomplete. */
  saveNow(): Promise<void>;
}

/** Milliseconds without a change after which the draft is saved. */
const restMs = 700;

/** Edits `initial`. With `autosave`, `save` is called automatically after a pause. */
export function useDraftEditor({
  initial,
  pageCount,
  autosave,
  save,
  announce,
}: {
  initial: Draft;
  pageCount: number;
  autosave: boolean;
  save: (draft: Draft) => Promise<void>;
  announce: (text: string) => void;
}): DraftEditor {
  const [history, dispatch] = useReducer(nextHistory, { past: [], present: initial, future: [], tag: null });
  const draft = history.present;
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [copied, setCopied] = useState<readonly Box[]>([]);
  const [personKey, setPersonKey] = useState<string | null>(initial.people[0]?.key ?? null);
  const selected = useMemo(
    () => new Set(draft.boxes.filter(({ key }) => selection.has(key)).map(({ key }) => key)),
    [draft, selection],
  );
  const selectedBoxes = draft.boxes.filter(({ key }) => selected.has(key));
  const person = draft.people.find(({ key }) => key === personKey) ?? draft.people[0] ?? null;

  const change = useCallback<DraftEditor['change']>(
    (tag, how) => dispatch({ what: 'change', tag, change: how }),
    [],
  );
  const { saving, saveNow } = useSaving(draft, autosave, save);

  const add = (boxes: Box[]) => {
    change(null, (known) => ({ ...known, boxes: [...known.boxes, ...boxes] }));
    setSelection(new Set(boxes.map(({ key }) => key)));
  };

  return {
    draft,
    pageCount,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => {
      dispatch({ what: 'undo' });
      announce('Undone');
    },
    redo: () => {
      dispatch({ what: 'redo' });
      announce('Redone');
    },
    change,
    selected,
    select: (keys) => setSelection(new Set(keys)),
    selectedBoxes,
    person,
    choosePerson: setPersonKey,
    addBox: (place) => {
      if (!person) return null;
      const box = newBox({ ...place, person: person.key });
      add([box]);
      return box.key;
    },
    addBoxes: (places) => {
      add(places.map(newBox));
      announce(places.length === 1 ? 'Field placed' : `${places.length} fields placed`);
    },
    patchSelected: (tag, patch) =>
      change(`${tag}:${[...selected].join()}`, (known) =>
        changeBoxes(known, selected, (box) => ({ ...box, ...patch(box) })),
      ),
    removeSelected: () => {
      const count = selected.size;
      if (count === 0) return;
      change(null, (known) => ({ ...known, boxes: known.boxes.filter(({ key }) => !selected.has(key)) }));
      setSelection(new Set());
      announce(count === 1 ? 'Field removed' : `${count} fields removed`);
    },
    duplicateSelected: () => {
      add(selectedBoxes.map((box) => ({ ...offsetCopy(box), key: newKey(), name: '' })));
      announce('Duplicated');
    },
    copySelected: () => {
      if (selectedBoxes.length === 0) return;
      setCopied(selectedBoxes);
      announce(selectedBoxes.length === 1 ? 'Field copied' : `${selectedBoxes.length} fields copied`);
    },
    canPaste: copied.length > 0 && person !== null,
    paste: (page) => {
      if (!person) return;
      const pasted = pastedBoxes(draft, copied, { page, pageCount, person: person.key });
      if (pasted.length === 0) return;
      add(pasted);
      announce(`Pasted on page ${page}`);
    },
    placeOnEveryPage: () => {
      const copies = copiesForEveryPage(draft, selectedBoxes, pageCount);
      change(null, (known) => ({ ...known, boxes: [...known.boxes, ...copies] }));
      announce(copies.length === 1 ? 'Placed on 1 more page' : `${copies.length} fields placed`);
    },
    alignSelected: (how) =>
      change(null, (known) => {
        const aligned = new Map(
          align(
            known.boxes.filter(({ key }) => selected.has(key)),
            how,
          ).map((box) => [box.key, box]),
        );
        return { ...known, boxes: known.boxes.map((box) => aligned.get(box.key) ?? box) };
      }),
    saving,
    saveNow,
  };
}

/** Saves the draft, one request at a time; the latest draft is saved last. */
function useSaving(draft: Draft, autosave: boolean, save: (draft: Draft) => Promise<void>) {
  const [stored, setStored] = useState(draft);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ draft: Draft; error: unknown } | null>(null);
  const latest = useRef({ draft, stored, save });
  latest.current = { draft, stored, save };
  const running = useRef<Promise<void> | null>(null);

  const store = useCallback(async (): Promise<void> => {
    while (running.current) await running.current.catch(() => {});
    const { draft: wanted, stored: known, save: call } = latest.current;
    if (wanted === known) return;
    const why = draftFault(wanted);
    if (why) throw new Error(why);
    setSaving(true);
    running.current = call(wanted);
    try {
      await running.current;
      latest.current.stored = wanted;
      setStored(wanted);
      setFailure(null);
    } catch (error) {
      setFailure({ draft: wanted, error });
      throw error;
    } finally {
      running.current = null;
      setSaving(false);
    }
  }, []);

  // A draft that could not be saved during an outage is saved when the service answers again.
  useEffect(() => onReturn(() => setFailure(null)), []);

  const fault = draft === stored ? null : draftFault(draft);
  const failedHere = failure?.draft === draft;
  useEffect(() => {
    if (!autosave || draft === stored || fault || failedHere) return;
    const timer = setTimeout(() => void store().catch(() => {}), restMs);
    return () => clearTimeout(timer);
  }, [autosave, draft, stored, fault, failedHere, store]);

  const saving: Saving = isSaving
    ? { state: 'saving' }
    : draft === stored
      ? { state: 'saved' }
      : fault
        ? { state: 'incomplete', why: fault }
        : failedHere
          ? { state: 'failed', error: failure?.error }
          : { state: 'waiting' };
  return { saving, saveNow: store };
}
