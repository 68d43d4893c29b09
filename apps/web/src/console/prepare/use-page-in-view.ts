/** Which page of the stage is in view. */
import { type RefObject, useCallback, useEffect, useState } from 'react';

export interface PageInView {
  page: number;
  /** The middle of its visible part, as a fraction of its height. */
  middle: number;
}

/** The page that takes most of the visible area. */
function pageInView(stage: HTMLElement): PageInView {
  const frame = stage.getBoundingClientRect();
  let best = { page: 1, middle: 0.3, seen: 0 };
  for (const element of stage.querySelectorAll<HTMLElement>('[data-sheet]')) {
    const box = element.getBoundingClientRect();
    if (box.top > frame.bottom) break;
    const top = Math.max(box.top, frame.top);
    const bottom = Math.min(box.bottom, frame.bottom);
    if (bottom - top > best.seen)
      best = {
        page: Number(element.dataset.sheet),
        middle: ((top + bottom) / 2 - box.top) / box.height,
        seen: bottom - top,
      };
  }
  return best;
}

/** The number of the page in view, which follows scrolling, and functions to measure it now and to scroll to a page. */
export function usePageInView(stage: RefObject<HTMLElement | null>): {
  current: number;
  measure: () => PageInView;
  show: (page: number) => void;
} {
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const element = stage.current!;
    let frame = 0;
    const follow = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setCurrent(pageInView(element).page);
      });
    };
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      element.removeEventListener('scroll', follow);
      cancelAnimationFrame(frame);
    };
  }, [stage]);
  const show = useCallback(
    (page: number) => {
      const sheet = stage.current?.querySelector<HTMLElement>(`[data-sheet="${page}"]`);
      sheet?.scrollIntoView({ block: 'start' });
      setCurrent(page);
    },
    [stage],
  );
  return { current, measure: () => pageInView(stage.current!), show };
}
