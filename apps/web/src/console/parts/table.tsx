import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The heading of a column that can be sorted by. */
export interface SortableColumn {
  name: string;
  /** How the list is sorted by this column now; null if it is sorted by another one. */
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
}

/** The heading of a column of checkboxes. */
export interface SelectColumn {
  all: 'all' | 'some' | 'none';
  onSelectAll: (isSelected: boolean) => void;
}

type Column = string | null | SortableColumn | SelectColumn;

const keyOf = (column: Column): string =>
  column === null ? '' : typeof column === 'string' ? column : 'name' in column ? column.name : 'select';

/** A table that becomes a stack of cards on a phone. A column without a name contains the actions of a row. */
export function Table({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <div className="c-table-frame">
      <table className="c-table c-table-stack">
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={keyOf(column)} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Heading({ column }: { column: Column }) {
  if (column === null)
    return (
      <th scope="col">
        <span className="visually-hidden">Actions</span>
      </th>
    );
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  if ('name' in column)
    return (
      <th scope="col" aria-sort={column.sorted ?? 'none'}>
        <button type="button" className="c-sort" onClick={column.onSort}>
          {column.name}
          <Icon name="chevron" />
        </button>
      </th>
    );
  return (
    <th scope="col" className="c-cell-select">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={column.all === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = column.all === 'some';
        }}
        onChange={(event) => column.onSelectAll(event.currentTarget.checked)}
      />
    </th>
  );
}
