import { type GestureContext, noGesture } from './context.ts';

/** Pixels: a shorter movement is a click. */
const slack = 4;
/** Pixels from the edge of the stage within which it scrolls. */
const scrollEdge = 44;
/** Pixels scrolled per movement. */
const scrollStep = 14;

/**
 * Follows a pointer until it is released, or until Escape or the system cancels the gesture. `onEnd` receives the last event, or
 * null after a cancellation, and whether the pointer moved. The stage scrolls when the pointer is near its edge.
 */
export function followPointer(
  { stage, show }: GestureContext,
  start: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: (event: PointerEvent | null, moved: boolean) => void,
): void {
  let moved = false;
  const isOther = (event: PointerEvent) => event.pointerId !== start.pointerId;
  const move = (event: PointerEvent) => {
    if (isOther(event)) return;
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > slack) moved = true;
    if (!moved) return;
    const visible = stage.getBoundingClientRect();
    if (event.clientY < visible.top + scrollEdge) stage.scrollBy(0, -scrollStep);
    else if (event.clientY > visible.bottom - scrollEdge) stage.scrollBy(0, scrollStep);
    onMove(event);
  };
  const end = (event: PointerEvent | null) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', cancelByKey, true);
    show(noGesture);
    onEnd(event, moved);
  };
  const up = (event: PointerEvent) => {
    if (!isOther(event)) end(event);
  };
  const cancel = (event: PointerEvent) => {
    if (!isOther(event)) end(null);
  };
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(null);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', cancelByKey, true);
}
