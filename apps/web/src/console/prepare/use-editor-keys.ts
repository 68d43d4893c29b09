/** The keyboard shortcuts of the whole editor. Those of a single field are in box-keys.ts. */
import { useEffect, useRef } from 'react';
import type { DraftEditor } from './use-draft-editor.ts';

/** Inputs in which the same keys edit text. */
const typesText =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])';

/**
 * Undo, redo, copy, cut, paste, duplicate and select all, by Ctrl or Command. They do nothing in text inputs and dialogs, and copying
 * leaves selected text to the browser. `pageInView` is the page that a paste goes to.
 */
export function useEditorKeys(editor: DraftEditor, pageInView: () => number): void {
  const latest = useRef({ editor, pageInView });
  latest.current = { editor, pageInView };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(typesText) || document.querySelector('dialog[open]')) return;
      const { editor: now, pageInView: page } = latest.current;
      const run = actionOf(event, now, page);
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function actionOf(
  event: KeyboardEvent,
  editor: DraftEditor,
  pageInView: () => number,
): (() => void) | undefined {
  const key = event.key.toLowerCase();
  const hasSelection = editor.selected.size > 0;
  const hasText = getSelection()?.isCollapsed === false;
  const actions: Record<string, (() => void) | false> = {
    z: event.shiftKey ? editor.redo : editor.undo,
    y: editor.redo,
    a: () => selectAll(editor, pageInView()),
    d: hasSelection && editor.duplicateSelected,
    c: hasSelection && !hasText && editor.copySelected,
    x:
      hasSelection &&
      (() => {
        editor.copySelected();
        editor.removeSelected();
      }),
    v: editor.canPaste && (() => editor.paste(pageInView())),
  };
  return actions[key] || undefined;
}

/** Selects the fields of the page in view; if they are selected already, those of all pages. */
function selectAll({ draft, selected, select }: DraftEditor, page: number): void {
  const onPage = draft.boxes.filter((box) => box.page === page);
  const isDone = onPage.every(({ key }) => selected.has(key));
  select((isDone ? draft.boxes : onPage).map(({ key }) => key));
}
