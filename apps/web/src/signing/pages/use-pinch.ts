import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const limits = { least: 0.5, most: 3 };

/** The point between the fingers: a sheet, and a position on it in fractions of its size. */
interface Grip {
  sheet: Element;
  fx: number;
  fy: number;
  /** The middle between the fingers, in CSS pixels of the window. */
  x: number;
  y: number;
}

/** Zooms the pages with two fingers. The point between the fingers stays in place. */
export function usePinch(
  host: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (zoom: number) => void,
): void {
  const grip = useRef<Grip | null>(null);
  const latest = useRef({ zoom, onZoom });
  latest.current = { zoom, onZoom };

  useEffect(() => {
    const element = host.current!;
    let start: { gap: number; zoom: number } | null = null;

    const begin = (event: TouchEvent) => {
      const fingers = pairOf(event);
      if (!fingers) return;
      start = { gap: fingers.gap, zoom: latest.current.zoom };
      const sheet = document.elementFromPoint(fingers.x, fingers.y)?.closest('.page');
      if (!sheet) return;
      const box = sheet.getBoundingClientRect();
      const fx = (fingers.x - box.left) / box.width;
      const fy = (fingers.y - box.top) / box.height;
      grip.current = { sheet, fx, fy, x: fingers.x, y: fingers.y };
    };
    const move = (event: TouchEvent) => {
      const fingers = pairOf(event);
      if (!start || !fingers) return;
      event.preventDefault();
      if (grip.current) Object.assign(grip.current, { x: fingers.x, y: fingers.y });
      const wanted = (start.zoom * fingers.gap) / start.gap;
      const zoomed = Math.min(limits.most, Math.max(limits.least, Math.round(wanted * 100) / 100));
      latest.current.onZoom(zoomed);
    };
    const end = () => {
      start = null;
      grip.current = null;
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [host]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of size moves the point between the fingers
  useLayoutEffect(() => {
    const held = grip.current;
    if (!held || !host.current) return;
    const box = held.sheet.getBoundingClientRect();
    host.current.scrollLeft += box.left + held.fx * box.width - held.x;
    scrollBy({ top: box.top + held.fy * box.height - held.y, behavior: 'instant' });
  }, [zoom, host]);
}

function pairOf({ touches }: TouchEvent): { gap: number; x: number; y: number } | null {
  const [one, other] = touches;
  if (!one || !other || touches.length !== 2) return null;
  return {
    gap: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  };
}
