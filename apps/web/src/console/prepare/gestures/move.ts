import type { Box } from '../draft.ts';
import { around, keepOnPage } from '../geometry.ts';
import {
  commit,
  type GestureContext,
  noGesture,
  onPage,
  placeOn,
  sheetAt,
  snapUnlessAlt,
} from './context.ts';
import { followPointer } from './follow.ts';

/** Moves the field and the other selected fields of its page, also to another page. A click selects only the field. */
export function startMove(context: GestureContext, start: PointerEvent, key: string): void {
  const { editor } = context.now();
  const own = editor.selected.has(key) ? editor.selected : new Set([key]);
  if (!editor.selected.has(key)) editor.select(own);
  const grabbed = editor.draft.boxes.find((one) => one.key === key)!;
  const group = editor.draft.boxes.filter((one) => own.has(one.key) && one.page === grabbed.page);
  const sheet = sheetAt(start);
  if (!sheet) return;
  const from = placeOn(sheet, start);
  const whole = around(group);
  let result: ReadonlyMap<string, Box> = new Map();
  followPointer(
    context,
    start,
    (event) => {
      const over = sheetAt(event);
      if (!over) return;
      const { sheets, editor: now } = context.now();
      const source = sheets[grabbed.page - 1]!;
      const target = sheets[over.page - 1]!;
      const at = placeOn(over, event);
      // Another page may have another size: a field keeps its size in points.
      const ratio = { x: source.width / target.width, y: source.height / target.height };
      const wanted = keepOnPage({
        x: at.x - (from.x - whole.x) * ratio.x,
        y: at.y - (from.y - whole.y) * ratio.y,
        w: whole.w * ratio.x,
        h: whole.h * ratio.y,
      });
      const neighbors = now.draft.boxes.filter((one) => one.page === over.page && !own.has(one.key));
      const { dx, dy, guides } = snapUnlessAlt(event, wanted, neighbors, over);
      const moving = keepOnPage({ ...wanted, x: wanted.x + dx, y: wanted.y + dy });
      const moved = group.map((one) => ({
        ...one,
        page: over.page,
        x: moving.x + (one.x - whole.x) * ratio.x,
        y: moving.y + (one.y - whole.y) * ratio.y,
        w: one.w * ratio.x,
        h: one.h * ratio.y,
      }));
      result = new Map(moved.map((one) => [one.key, one]));
      context.show({ ...noGesture, moved: result, guides: onPage(guides, over.page) });
    },
    (event, moved) => {
      if (!event) return;
      if (!moved) return context.now().editor.select([key]);
      commit(context, result, 'Moved');
    },
  );
}
