/** The state of the preparation page: the draft with undo, the selection, and saving. */
import type { FieldType } from '@countersign/contract/field';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { onReturn } from '../reachability.ts';
import type { Box, Draft, Person } from './draft.ts';
import { changeBoxes, draftFault, newKey, nextHistory } from './draft-state.ts';
import { type Alignment, align, keepOnPage, offsetCopy } from './geometry.ts';

export type Saving =
  | { state: 'saved' }
  | { state: 'waiting' }
  | { state: 'saving' }
  /** The draft cannot be saved as it is. */
  | { state: 'incomplete'; why: string }
  | { state: 'failed'; error: unknown };

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
  addBox(box: Pick<Box, 'type' | 'page' | 'x' | 'y' | 'w' | 'h'>): string | null;
  patchSelected(tag: string, patch: (box: Box) => Partial<Box>): void;
  removeSelected(): void;
  duplicateSelected(): void;
  copyToAllPages(): void;
  alignSelected(how: Alignment): void;
  saving: Saving;
  /** Saves unsaved changes now. Throws errors of the API, and an Error while the draft is incomplete. */
  saveNow(): Promise<void>;
}

/** Milliseconds without a change after which the draft is saved. */
const restMs = 700;

/** Example options of a new choice. */
export const firstOptions: readonly string[] = ['Option 1', 'Option 2'];

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
      const box: Box = {
        ...keepOnPage(place),
        key: newKey(),
        person: person.key,
        name: '',
        required: place.type !== 'checkbox',
        read_only: false,
        prefill_value: '',
        settings: hasOptions(place.type) ? { options: [...firstOptions] } : {},
        visible_if: null,
        required_if: null,
      };
      add([box]);
      return box.key;
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
    copyToAllPages: () => {
      const copies = selectedBoxes.flatMap((box) =>
        Array.from({ length: pageCount }, (_, index) => index + 1)
          .filter((page) => page !== box.page)
          .map((page): Box => ({ ...box, key: newKey(), page, name: '' })),
      );
      change(null, (known) => ({ ...known, boxes: [...known.boxes, ...copies] }));
      announce(`Copied to ${pageCount - 1} other pages`);
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

/** Whether fields of this type have options. */
export const hasOptions = (type: FieldType): boolean => type === 'radio' || type === 'dropdown';

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
