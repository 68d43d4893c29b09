import type { Box } from '../draft.ts';
import { type Handle, resize } from '../geometry.ts';
import { commit, type GestureContext, noGesture } from './context.ts';
import { followPointer } from './follow.ts';

/** Resizes a field by one of its handles. */
export function startResize(
  context: GestureContext,
  start: PointerEvent,
  { key, handle }: { key: string; handle: Handle },
): void {
  const box = context.now().editor.draft.boxes.find((one) => one.key === key);
  const sheet = context.stage
    .querySelector<HTMLElement>(`[data-sheet="${box?.page}"]`)
    ?.getBoundingClientRect();
  if (!box || !sheet) return;
  let result: ReadonlyMap<string, Box> = new Map();
  followPointer(
    context,
    start,
    (event) => {
      const dx = (event.clientX - start.clientX) / sheet.width;
      const dy = (event.clientY - start.clientY) / sheet.height;
      const next = { ...box, ...resize(box, handle, dx, dy, context.now().sheets[box.page - 1]!) };
      result = new Map([[key, next]]);
      context.show({ ...noGesture, moved: result });
    },
    (event, moved) => {
      if (event && moved) commit(context, result, 'Resized');
    },
  );
}
