import { type RefObject, useEffect, useState } from 'react';

/** The width of an element in CSS pixels, followed. */
export function useWidth(host: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, [host]);
  return width;
}
