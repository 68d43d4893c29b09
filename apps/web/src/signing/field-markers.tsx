import type { FieldOut } from '@countersign/client/generated/api';
import { useLayoutEffect, useRef, useState } from 'react';
import { markersOf } from './marker-places.ts';
import { useWords } from './words-context.ts';

/**
 * A rail at the edge of the window with markers that show where in a long document fields are still to be filled in. A click on a marker
 * goes to its first field. Only for the pointer: with the keyboard and on phones, the list of pages and the button "Next field" do the same.
 */
export function FieldMarkers({
  waiting,
  total,
  onGoTo,
}: {
  waiting: readonly FieldOut[];
  total: number;
  onGoTo: (field: FieldOut) => void;
}) {
  const words = useWords();
  const rail = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const isShown = total >= 3;
  useLayoutEffect(() => {
    if (!isShown || !rail.current) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(rail.current);
    return () => observer.disconnect();
  }, [isShown]);
  if (!isShown) return null;
  // The rail has no height where it is not shown.
  const markers = height > 0 ? markersOf(waiting, total, height) : [];
  return (
    <div ref={rail} className="field-rail" aria-hidden="true">
      {markers.map(({ field, page, count, at }) => (
        <button
          key={field.id}
          type="button"
          tabIndex={-1}
          className="field-marker"
          style={{ top: `${at * 100}%` }}
          title={`${words.pages.page(page, total)} · ${words.pages.left(count)}`}
          onClick={() => onGoTo(field)}
        >
          {count > 1 && count}
        </button>
      ))}
    </div>
  );
}
