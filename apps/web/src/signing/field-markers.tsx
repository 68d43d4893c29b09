import type { FieldOut } from '@countersign/client/generated/api';
import { markersOf } from './marker-places.ts';
import { useWords } from './words-context.ts';

/**
 * Where in a long document fields are still to be filled in: a rail at the edge of the window, each marker of which leads to its first
 * field. For the pointer only: the list of pages and the button "Next field" do the same for the keyboard and on phones.
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
  if (total < 3) return null;
  return (
    <div className="field-rail" aria-hidden="true">
      {markersOf(waiting, total).map(({ field, page, count, at }) => (
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
