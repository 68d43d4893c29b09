import type { DocumentOut } from '@countersign/client/generated/api';
import type { DocumentSort } from '@countersign/contract/document';
import { useState } from 'react';
import { DocumentTable } from './document-table.tsx';
import { SelectionBar } from './selection-bar.tsx';

/** The table with the bar for selected rows. Only rows on the shown page count as selected. */
export function SelectableTable({
  items,
  sort,
  onSort,
  isByPerson = false,
}: {
  items: readonly DocumentOut[];
  /** Null for a table that cannot be sorted. */
  sort: DocumentSort | null;
  onSort: ((sort: DocumentSort) => void) | null;
  /** Shows the recipients first and the title below, because all documents have the same title. */
  isByPerson?: boolean;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id));
  const select = (ids: readonly string[], isSelected: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return (
    <>
      {selected.length > 0 && <SelectionBar selected={selected} onClear={() => setChosen(new Set())} />}
      <DocumentTable
        items={items}
        sort={sort}
        selected={chosen}
        isByPerson={isByPerson}
        onSort={onSort}
        onSelect={select}
      />
    </>
  );
}
