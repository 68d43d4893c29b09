/** Pointer gestures on the pages: move, resize, select with a frame, and drag a field from the palette. */
import type { FieldType } from '@countersign/contract/field';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Sheet } from '../parts/use-pages.ts';
import type { Handle } from './geometry.ts';
import { type Gesture, type GestureContext, noGesture, sheetAt } from './gestures/context.ts';
import { startFrame } from './gestures/frame.ts';
import { startMove } from './gestures/move.ts';
import { startPlacing } from './gestures/place.ts';
import { startResize } from './gestures/resize.ts';
import type { DraftEditor } from './use-draft-editor.ts';

type StartNew = (type: FieldType, event: PointerEvent, onClick: () => void) => void;

/**
 * Handles pointers on the stage. `startNew` starts dragging a new field from the palette. With `selectsSeveral` a press adds fields to
 * the selection, as Shift does with a keyboard.
 */
export function useGestures(
  stage: RefObject<HTMLElement | null>,
  editor: DraftEditor,
  sheets: readonly Sheet[],
  announce: (text: string) => void,
  selectsSeveral: boolean,
): { gesture: Gesture; startNew: StartNew } {
  const [gesture, setGesture] = useState<Gesture>(noGesture);
  const latest = useRef({ editor, sheets, announce, selectsSeveral });
  latest.current = { editor, sheets, announce, selectsSeveral };
  const startNew = useRef<StartNew>(() => {});

  useEffect(() => {
    const element = stage.current!;
    const context: GestureContext = { stage: element, now: () => latest.current, show: setGesture };
    const down = (event: PointerEvent) => startGesture(context, event);
    element.addEventListener('pointerdown', down);
    startNew.current = (type, start, onClick) => startPlacing(context, type, start, onClick);
    return () => element.removeEventListener('pointerdown', down);
  }, [stage]);

  return { gesture, startNew: (type, event, onClick) => startNew.current(type, event, onClick) };
}

/** Starts the gesture for what is below the pointer: a handle, a field, or the empty page. */
function startGesture(context: GestureContext, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const target = event.target as HTMLElement;
  const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle as Handle | undefined;
  const key = target.closest<HTMLElement>('[data-box]')?.dataset.box;
  const adds = event.shiftKey || event.ctrlKey || event.metaKey || context.now().selectsSeveral;
  if (key !== undefined && handle) {
    event.preventDefault();
    startResize(context, event, { key, handle });
  } else if (key !== undefined && adds) {
    event.preventDefault();
    toggleSelected(context, key);
  } else if (key !== undefined) {
    startMove(context, event, key);
  } else {
    const sheet = sheetAt(event);
    if (sheet && event.pointerType === 'mouse') startFrame(context, event, sheet);
    else context.now().editor.select([]);
  }
}

function toggleSelected(context: GestureContext, key: string): void {
  const { editor } = context.now();
  const next = new Set(editor.selected);
  if (!next.delete(key)) next.add(key);
  editor.select(next);
}
