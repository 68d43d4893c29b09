/** What all gestures on the pages share. */
import type { FieldType } from '@countersign/contract/field';
import type { Sheet } from '../../parts/use-pages.ts';
import type { Box } from '../draft.ts';
import { changeBoxes } from '../draft-state.ts';
import { type Guide, type Rect, snap } from '../geometry.ts';
import type { DraftEditor } from '../use-draft-editor.ts';

/** The current gesture. It is shown while it lasts and becomes one step of the history when it ends. */
export interface Gesture {
  /** The boxes as they would be if the gesture ended now. */
  moved: ReadonlyMap<string, Box>;
  guides: Array<Guide & { page: number }>;
  frame: (Rect & { page: number }) | null;
  /** The field that is dragged from the palette, in CSS pixels of the window. */
  ghost: { type: FieldType; x: number; y: number; width: number; height: number } | null;
}

export const noGesture: Gesture = { moved: new Map(), guides: [], frame: null, ghost: null };

export interface GestureContext {
  stage: HTMLElement;
  /** The state of the last render. */
  now: () => {
    editor: DraftEditor;
    sheets: readonly Sheet[];
    announce: (text: string) => void;
    selectsSeveral: boolean;
  };
  show: (gesture: Gesture) => void;
}

/** Pixels: fields snap to lines within this distance. */
const reachPixels = 5;

/** A page below the pointer. */
export interface SheetHit {
  page: number;
  box: DOMRect;
}

/** The page at a point of the window. */
export function sheetAt({ clientX, clientY }: { clientX: number; clientY: number }): SheetHit | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const sheet = element.closest<HTMLElement>('[data-sheet]');
    if (sheet) return { page: Number(sheet.dataset.sheet), box: sheet.getBoundingClientRect() };
  }
  return null;
}

/** The pointer's place on a page, as fractions of the page. */
export function placeOn({ box }: SheetHit, event: PointerEvent): { x: number; y: number } {
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

/** Snaps a rectangle to its neighbors, unless Alt is held. */
export function snapUnlessAlt(
  event: PointerEvent,
  rect: Rect,
  neighbors: readonly Rect[],
  { box }: SheetHit,
) {
  if (event.altKey) return { dx: 0, dy: 0, guides: [] };
  return snap(rect, neighbors, { x: reachPixels / box.width, y: reachPixels / box.height });
}

/** Guides with the page on which they are drawn. */
export const onPage = (guides: readonly Guide[], page: number) => guides.map((guide) => ({ ...guide, page }));

/** Changes the boxes in one step of the history and announces the new place. */
export function commit(context: GestureContext, result: ReadonlyMap<string, Box>, verb: string): void {
  const [box] = result.values();
  if (!box) return;
  const { editor, announce } = context.now();
  editor.change(null, (draft) => changeBoxes(draft, new Set(result.keys()), ({ key }) => result.get(key)!));
  const [left, top] = [Math.round(box.x * 100), Math.round(box.y * 100)];
  announce(`${verb}: page ${box.page}, ${left} % from the left, ${top} % from the top`);
}
