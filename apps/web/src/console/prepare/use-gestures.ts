/** Pointer gestures on the pages: move, resize, select with a frame, and drag a field from the palette. */
import type { FieldType } from '@countersign/contract/field';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Box, changeBoxes } from './draft-state.ts';
import {
  around,
  type Guide,
  type Handle,
  keepOnPage,
  naturalRect,
  type Rect,
  resize,
  type Sheet,
  snap,
} from './geometry.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** The current gesture. It is shown while it lasts and becomes one step of the history when it ends. */
export interface Gesture {
  /** The boxes as they would be if the gesture ended now. */
  moved: ReadonlyMap<string, Box>;
  guides: Array<Guide & { page: number }>;
  frame: (Rect & { page: number }) | null;
  /** The field that is dragged from the palette, in CSS pixels of the window. */
  ghost: { type: FieldType; x: number; y: number; width: number; height: number } | null;
}

const nothing: Gesture = { moved: new Map(), guides: [], frame: null, ghost: null };
/** Pixels: a shorter movement is a click. */
const slack = 4;
/** Pixels: fields snap to lines within this distance. */
const reachPixels = 5;
/** Pixels from the edge of the stage within which it scrolls. */
const scrollEdge = 44;

interface SheetHit {
  page: number;
  box: DOMRect;
}

function sheetAt(x: number, y: number): SheetHit | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const sheet = element.closest<HTMLElement>('[data-sheet]');
    if (sheet) return { page: Number(sheet.dataset.sheet), box: sheet.getBoundingClientRect() };
  }
  return null;
}

/** Handles pointers on the stage. `startNew` starts dragging a new field from the palette. */
export function useGestures(
  stage: RefObject<HTMLElement | null>,
  editor: DraftEditor,
  sheets: readonly Sheet[],
  announce: (text: string) => void,
): { gesture: Gesture; startNew: (type: FieldType, event: PointerEvent, onClick: () => void) => void } {
  const [gesture, setGesture] = useState<Gesture>(nothing);
  const latest = useRef({ editor, sheets, announce });
  latest.current = { editor, sheets, announce };
  const startNew = useRef<(type: FieldType, event: PointerEvent, onClick: () => void) => void>(() => {});

  useEffect(() => {
    const element = stage.current!;

    /** Follows a pointer until it is released or canceled. */
    const follow = (
      start: PointerEvent,
      onMove: (event: PointerEvent) => void,
      onEnd: (event: PointerEvent | null, moved: boolean) => void,
    ) => {
      let moved = false;
      const move = (event: PointerEvent) => {
        if (event.pointerId !== start.pointerId) return;
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > slack) moved = true;
        if (!moved) return;
        const window = element.getBoundingClientRect();
        if (event.clientY < window.top + scrollEdge) element.scrollBy(0, -14);
        else if (event.clientY > window.bottom - scrollEdge) element.scrollBy(0, 14);
        onMove(event);
      };
      const stop = () => {
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', cancel);
        removeEventListener('keydown', giveUp, true);
        setGesture(nothing);
      };
      const up = (event: PointerEvent) => {
        if (event.pointerId !== start.pointerId) return;
        stop();
        onEnd(event, moved);
      };
      const cancel = (event: PointerEvent) => {
        if (event.pointerId !== start.pointerId) return;
        stop();
        onEnd(null, moved);
      };
      const giveUp = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        stop();
        onEnd(null, moved);
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', cancel);
      addEventListener('keydown', giveUp, true);
    };

    const boxesNow = () => latest.current.editor.draft.boxes;
    const reachOf = (box: DOMRect) => ({ x: reachPixels / box.width, y: reachPixels / box.height });

    const startMove = (start: PointerEvent, key: string) => {
      const { editor: now } = latest.current;
      const own = now.selected.has(key) ? now.selected : new Set([key]);
      if (!now.selected.has(key)) now.select(own);
      const grabbed = boxesNow().find((one) => one.key === key)!;
      const group = boxesNow().filter((one) => own.has(one.key) && one.page === grabbed.page);
      const sheet = sheetAt(start.clientX, start.clientY);
      if (!sheet) return;
      const from = {
        x: (start.clientX - sheet.box.left) / sheet.box.width,
        y: (start.clientY - sheet.box.top) / sheet.box.height,
      };
      let result = new Map<string, Box>();
      follow(
        start,
        (event) => {
          const over = sheetAt(event.clientX, event.clientY);
          if (!over) return;
          const source = latest.current.sheets[grabbed.page - 1]!;
          const target = latest.current.sheets[over.page - 1]!;
          const at = {
            x: (event.clientX - over.box.left) / over.box.width,
            y: (event.clientY - over.box.top) / over.box.height,
          };
          // Another page may have another size: a field keeps its size in points.
          const ratio = { x: source.width / target.width, y: source.height / target.height };
          const whole = around(group);
          const corner = {
            x: at.x - (from.x - whole.x) * ratio.x,
            y: at.y - (from.y - whole.y) * ratio.y,
          };
          let moving = keepOnPage({ ...corner, w: whole.w * ratio.x, h: whole.h * ratio.y });
          const neighbours = boxesNow().filter((one) => one.page === over.page && !own.has(one.key));
          const snapped = event.altKey
            ? { dx: 0, dy: 0, guides: [] }
            : snap(moving, neighbours, reachOf(over.box));
          moving = keepOnPage({ ...moving, x: moving.x + snapped.dx, y: moving.y + snapped.dy });
          result = new Map(
            group.map((one) => [
              one.key,
              {
                ...one,
                page: over.page,
                x: moving.x + (one.x - whole.x) * ratio.x,
                y: moving.y + (one.y - whole.y) * ratio.y,
                w: one.w * ratio.x,
                h: one.h * ratio.y,
              },
            ]),
          );
          setGesture({
            ...nothing,
            moved: result,
            guides: snapped.guides.map((guide) => ({ ...guide, page: over.page })),
          });
        },
        (event, moved) => {
          if (!event) return;
          if (!moved) return latest.current.editor.select([key]);
          commit(result, 'Moved');
        },
      );
    };

    const commit = (result: Map<string, Box>, word: string) => {
      if (result.size === 0) return;
      const { editor: now, announce: say } = latest.current;
      now.change(null, (draft) => changeBoxes(draft, new Set(result.keys()), (box) => result.get(box.key)!));
      const [box] = result.values();
      say(
        `${word}: page ${box!.page}, ${Math.round(box!.x * 100)} % from the left, ${Math.round(box!.y * 100)} % from the top`,
      );
    };

    const startResize = (start: PointerEvent, key: string, handle: Handle) => {
      const box = boxesNow().find((one) => one.key === key);
      const sheet = element
        .querySelector<HTMLElement>(`[data-sheet="${box?.page}"]`)
        ?.getBoundingClientRect();
      if (!box || !sheet) return;
      let result = new Map<string, Box>();
      follow(
        start,
        (event) => {
          const dx = (event.clientX - start.clientX) / sheet.width;
          const dy = (event.clientY - start.clientY) / sheet.height;
          const next = { ...box, ...resize(box, handle, dx, dy, latest.current.sheets[box.page - 1]!) };
          result = new Map([[key, next]]);
          setGesture({ ...nothing, moved: result });
        },
        (event, moved) => {
          if (event && moved) commit(result, 'Resized');
        },
      );
    };

    const startFrame = (start: PointerEvent, sheet: SheetHit) => {
      const at = (event: PointerEvent) => ({
        x: Math.min(1, Math.max(0, (event.clientX - sheet.box.left) / sheet.box.width)),
        y: Math.min(1, Math.max(0, (event.clientY - sheet.box.top) / sheet.box.height)),
      });
      const from = at(start);
      let frame: Rect | null = null;
      follow(
        start,
        (event) => {
          const to = at(event);
          frame = {
            x: Math.min(from.x, to.x),
            y: Math.min(from.y, to.y),
            w: Math.abs(to.x - from.x),
            h: Math.abs(to.y - from.y),
          };
          setGesture({ ...nothing, frame: { ...frame, page: sheet.page } });
        },
        () => {
          const { editor: now } = latest.current;
          if (!frame) return now.select([]);
          const area = frame;
          now.select(
            boxesNow()
              .filter((one) => one.page === sheet.page)
              .filter(
                (one) =>
                  one.x < area.x + area.w &&
                  area.x < one.x + one.w &&
                  one.y < area.y + area.h &&
                  area.y < one.y + one.h,
              )
              .map(({ key }) => key),
          );
        },
      );
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const target = event.target as HTMLElement;
      const handle = target.closest<HTMLElement>('[data-handle]');
      const box = target.closest<HTMLElement>('[data-box]');
      if (handle && box) {
        event.preventDefault();
        startResize(event, box.dataset.box!, handle.dataset.handle as Handle);
      } else if (box) {
        const key = box.dataset.box!;
        if (event.shiftKey || event.ctrlKey || event.metaKey) {
          const { editor: now } = latest.current;
          const next = new Set(now.selected);
          if (!next.delete(key)) next.add(key);
          now.select(next);
          event.preventDefault();
        } else startMove(event, key);
      } else {
        const sheet = sheetAt(event.clientX, event.clientY);
        if (!sheet) latest.current.editor.select([]);
        else if (event.pointerType === 'mouse') startFrame(event, sheet);
        else latest.current.editor.select([]);
      }
    };
    element.addEventListener('pointerdown', down);

    startNew.current = (type, start, onClick) => {
      const place = (event: PointerEvent) => {
        const sheet = sheetAt(event.clientX, event.clientY);
        if (!sheet) return null;
        const size = naturalRect(type, latest.current.sheets[sheet.page - 1]!);
        const wanted = keepOnPage({
          ...size,
          x: (event.clientX - sheet.box.left) / sheet.box.width - size.w / 2,
          y: (event.clientY - sheet.box.top) / sheet.box.height - size.h / 2,
        });
        const neighbours = boxesNow().filter((one) => one.page === sheet.page);
        const snapped = event.altKey
          ? { dx: 0, dy: 0, guides: [] }
          : snap(wanted, neighbours, reachOf(sheet.box));
        const rect = keepOnPage({ ...wanted, x: wanted.x + snapped.dx, y: wanted.y + snapped.dy });
        return { sheet, rect, guides: snapped.guides };
      };
      follow(
        start,
        (event) => {
          const found = place(event);
          const first = latest.current.sheets[0];
          const shown = element.querySelector<HTMLElement>('[data-sheet]')?.getBoundingClientRect();
          const free = first && shown ? naturalRect(type, first) : { w: 0.2, h: 0.04 };
          const width = found ? found.rect.w * found.sheet.box.width : free.w * (shown?.width ?? 600);
          const height = found ? found.rect.h * found.sheet.box.height : free.h * (shown?.height ?? 800);
          setGesture({
            ...nothing,
            guides: found ? found.guides.map((guide) => ({ ...guide, page: found.sheet.page })) : [],
            ghost: {
              type,
              x: found
                ? found.sheet.box.left + found.rect.x * found.sheet.box.width
                : event.clientX - width / 2,
              y: found
                ? found.sheet.box.top + found.rect.y * found.sheet.box.height
                : event.clientY - height / 2,
              width,
              height,
            },
          });
        },
        (event, moved) => {
          if (!event) return;
          if (!moved) return onClick();
          const found = place(event);
          if (!found) return;
          latest.current.editor.addBox({ type, page: found.sheet.page, ...found.rect });
          latest.current.announce(`Placed on page ${found.sheet.page}`);
        },
      );
    };
    return () => element.removeEventListener('pointerdown', down);
  }, [stage]);

  return { gesture, startNew: (type, event, onClick) => startNew.current(type, event, onClick) };
}
