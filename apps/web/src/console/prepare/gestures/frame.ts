import { overlap, type Rect } from '../geometry.ts';
import { type GestureContext, noGesture, placeOn, type SheetHit } from './context.ts';
import { followPointer } from './follow.ts';

const toPage = (value: number): number => Math.min(1, Math.max(0, value));

/** Selects the fields that a frame touches. A click selects nothing. */
export function startFrame(context: GestureContext, start: PointerEvent, sheet: SheetHit): void {
  const at = (event: PointerEvent) => {
    const { x, y } = placeOn(sheet, event);
    return { x: toPage(x), y: toPage(y) };
  };
  const from = at(start);
  let frame: Rect | null = null;
  followPointer(
    context,
    start,
    (event) => {
      const to = at(event);
      frame = {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        w: Math.abs(to.x - from.x),
        h: Math.abs(to.y - from.y),
      };
      context.show({ ...noGesture, frame: { ...frame, page: sheet.page } });
    },
    () => {
      const { editor } = context.now();
      const area = frame;
      const touched = editor.draft.boxes.filter(
        (one) => area !== null && one.page === sheet.page && overlap(one, area),
      );
      editor.select(touched.map(({ key }) => key));
    },
  );
}
