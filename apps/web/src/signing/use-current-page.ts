import { type RefObject, useEffect, useState } from 'react';

/** The number of the page that crosses the middle of the window, from 1. `hostRef` contains one `.page` element per page. */
export function useCurrentPage(hostRef: RefObject<HTMLElement | null>, total: number, width: number): number {
  const [current, setCurrent] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages exist once they have a width
  useEffect(() => {
    const pages = [...(hostRef.current?.querySelectorAll('.page') ?? [])];
    const observer = new IntersectionObserver(
      (changes) => {
        const entered = changes.findLast((change) => change.isIntersecting);
        if (entered) setCurrent(pages.indexOf(entered.target) + 1);
      },
      { rootMargin: '-50% 0px -49% 0px' },
    );
    for (const page of pages) observer.observe(page);
    return () => observer.disconnect();
  }, [hostRef, total, width > 0]);
  return current;
}
