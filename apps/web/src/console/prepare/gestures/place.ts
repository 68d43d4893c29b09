import type { FieldType } from '@countersign/contract/field';
import { keepOnPage, naturalRect } from '../geometry.ts';
import {
  type Gesture,
  type GestureContext,
  noGesture,
  onPage,
  placeOn,
  sheetAt,
  snapUnlessAlt,
} from './context.ts';
import { followPointer } from './follow.ts';

/** Drags a new field from the palette onto a page. `onClick` is called if the pointer did not move. */
export function startPlacing(
  context: GestureContext,
  type: FieldType,
  start: PointerEvent,
  onClick: () => void,
): void {
  followPointer(
    context,
    start,
    (event) => context.show(ghostAt(context, type, event)),
    (event, moved) => {
      if (!event) return;
      if (!moved) return onClick();
      const found = placeAt(context, type, event);
      if (!found) return;
      const { editor, announce } = context.now();
      editor.addBox({ type, page: found.sheet.page, ...found.rect });
      announce(`Placed on page ${found.sheet.page}`);
    },
  );
}

/** Where the field would be placed; null if the pointer is not over a page. */
function placeAt(context: GestureContext, type: FieldType, event: PointerEvent) {
  const sheet = sheetAt(event);
  if (!sheet) return null;
  const { editor, sheets } = context.now();
  const size = naturalRect(type, sheets[sheet.page - 1]!);
  const at = placeOn(sheet, event);
  const wanted = keepOnPage({ ...size, x: at.x - size.w / 2, y: at.y - size.h / 2 });
  const neighbors = editor.draft.boxes.filter((one) => one.page === sheet.page);
  const { dx, dy, guides } = snapUnlessAlt(event, wanted, neighbors, sheet);
  return { sheet, rect: keepOnPage({ ...wanted, x: wanted.x + dx, y: wanted.y + dy }), guides };
}

/** The dragged field: at its place on the page, or at the pointer while it is not over a page. */
function ghostAt(context: GestureContext, type: FieldType, event: PointerEvent): Gesture {
  const found = placeAt(context, type, event);
  if (found) {
    const { rect, guides } = found;
    const { page, box } = found.sheet;
    const [x, y] = [box.left + rect.x * box.width, box.top + rect.y * box.height];
    const ghost = { type, x, y, width: rect.w * box.width, height: rect.h * box.height };
    return { ...noGesture, guides: onPage(guides, page), ghost };
  }
  const { width, height } = sizeOutside(context, type);
  const [x, y] = [event.clientX - width / 2, event.clientY - height / 2];
  return { ...noGesture, ghost: { type, x, y, width, height } };
}

/** The size of the field in pixels, by the scale of the first page. */
function sizeOutside({ stage, now }: GestureContext, type: FieldType): { width: number; height: number } {
  const [sheet] = now().sheets;
  const page = stage.querySelector<HTMLElement>('[data-sheet]')?.getBoundingClientRect();
  if (!sheet || !page) return { width: 120, height: 32 };
  const size = naturalRect(type, sheet);
  return { width: size.w * page.width, height: size.h * page.height };
}
