/** The keys of a single field. The shortcuts of the whole editor are in use-editor-keys.ts. */
import type { KeyboardEvent } from 'react';
import type { Sheet } from '../parts/use-pages.ts';
import type { Box } from './draft.ts';
import { changeBoxes } from './draft-state.ts';
import { keepOnPage, resize } from './geometry.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** Fraction of the page width by which an arrow key moves a field. */
const nudge = { usual: 0.005, fine: 0.001 };

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handles a key pressed on a field. Arrows move the selected fields, with Shift they resize them, and with Alt the steps are small.
 * Delete removes them and calls `onRemoved`, Enter calls `onSettings`, Escape ends the selection.
 */
export function boxKeys(
  editor: DraftEditor,
  sheets: readonly Sheet[],
  {
    announce,
    onRemoved,
    onSettings,
  }: { announce: (text: string) => void; onRemoved: () => void; onSettings: () => void },
): (event: KeyboardEvent, box: Box) => void {
  return (event, box) => {
    const direction = directions[event.key];
    if (direction) announce(moveOrResize(editor, sheets, event, box, direction));
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      editor.removeSelected();
      onRemoved();
    } else if (event.key === 'Enter') onSettings();
    else if (event.key === 'Escape') editor.select([]);
    else return;
    event.preventDefault();
  };
}

/** Changes the selected fields, or the field itself if it is not selected. Returns its new place or size for screen readers. */
function moveOrResize(
  editor: DraftEditor,
  sheets: readonly Sheet[],
  { altKey, shiftKey }: KeyboardEvent,
  box: Box,
  [right, down]: readonly [number, number],
): string {
  const step = altKey ? nudge.fine : nudge.usual;
  const sheet = sheets[box.page - 1]!;
  const [dx, dy] = [right * step, down * step * (sheet.width / sheet.height)];
  const next = (one: Box): Box =>
    shiftKey
      ? { ...one, ...resize(one, 'se', dx, dy, sheets[one.page - 1]!) }
      : keepOnPage({ ...one, x: one.x + dx, y: one.y + dy });
  const keys = editor.selected.has(box.key) ? editor.selected : new Set([box.key]);
  editor.change(`${shiftKey ? 'size' : 'place'} ${[...keys].join()}`, (draft) =>
    changeBoxes(draft, keys, next),
  );
  const now = next(box);
  return shiftKey
    ? `Width ${percent(now.w)}, height ${percent(now.h)}`
    : `${percent(now.x)} from the left, ${percent(now.y)} from the top`;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
