import type { ReactNode } from 'react';

/** A table that becomes a stack of cards on a phone. A column without a name contains the actions of a row. */
export function Table({ columns, children }: { columns: ReadonlyArray<string | null>; children: ReactNode }) {
  return (
    <div className="c-table-frame">
      <table className="c-table c-table-stack">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name ?? ''} scope="col">
                {name ?? <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
