import type { DocumentOut } from '@countersign/client/generated/api';
import type { DocumentSort } from '@countersign/contract/document';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Menu, type MenuItem } from '../parts/controls.tsx';
import { printAgo, printDay, printMoment } from '../parts/moments.ts';
import { type SortableColumn, Table } from '../parts/table.tsx';
import { Link, useRouter } from '../router.tsx';
import { documentStates } from '../words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { mustAct } from './recipient-progress.ts';
import { useDuplicate } from './use-duplicate.ts';
import { documentDragType } from './use-folders.ts';

/** True for a document whose PDF is finalized. */
export const isFinalized = ({ status }: DocumentOut): boolean => status !== 'awaiting_upload';

/** The title as lists show it. */
export function listedTitle(item: DocumentOut): string {
  if (item.erased_at) return 'Erased document';
  return visibleText(item.title ?? '') || 'Untitled';
}

/** The documents of one page, with sortable headings and a checkbox for each. */
export function DocumentTable({
  items,
  sort,
  selected,
  isByPerson,
  onSort,
  onSelect,
}: {
  items: readonly DocumentOut[];
  /** Null for a table that cannot be sorted. */
  sort: DocumentSort | null;
  selected: ReadonlySet<string>;
  /** Shows the recipients first and the title below, because all documents have the same title. */
  isByPerson: boolean;
  onSort: ((sort: DocumentSort) => void) | null;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}) {
  const [moving, setMoving] = useState<DocumentOut | null>(null);
  const sortable = (
    name: string,
    up: DocumentSort,
    down: DocumentSort,
    first = up,
  ): SortableColumn | string =>
    onSort === null
      ? name
      : {
          name,
          sorted: sort === up ? 'ascending' : sort === down ? 'descending' : null,
          onSort: () => onSort(sort === up ? down : sort === down ? up : first),
        };
  const chosen = items.filter(({ id }) => selected.has(id)).length;
  return (
    <>
      <Table
        columns={[
          {
            all: chosen === 0 ? 'none' : chosen === items.length ? 'all' : 'some',
            onSelectAll: (isSelected) =>
              onSelect(
                items.map(({ id }) => id),
                isSelected,
              ),
          },
          sortable('Document', 'title', '-title'),
          'Status',
          'Signed',
          sortable('Created', 'created_at', '-created_at', '-created_at'),
          sortable('Due', 'expires_at', '-expires_at'),
          null,
        ]}
      >
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            isByPerson={isByPerson}
            isSelected={selected.has(item.id)}
            onSelect={(isSelected) => onSelect([item.id], isSelected)}
            onMove={setMoving}
          />
        ))}
      </Table>
      {moving && <MoveDialog documents={[moving]} onClose={() => setMoving(null)} />}
    </>
  );
}

function Row({
  item,
  isByPerson,
  isSelected,
  onSelect,
  onMove,
}: {
  item: DocumentOut;
  isByPerson: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onMove: (document: DocumentOut) => void;
}) {
  const acting = item.recipients.filter(mustAct);
  const names = [listedTitle(item), subtitleOf(item)];
  const [title, subtitle] = isByPerson ? names.reverse() : names;
  return (
    <tr
      draggable={isFinalized(item)}
      data-selected={isSelected}
      onDragStart={(event) => {
        event.dataTransfer.setData(documentDragType, item.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <td className="c-cell-select">
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <td>
        <Link
          className="c-row-title"
          draggable={false}
          href={item.status === 'draft' ? `/documents/${item.id}/prepare` : `/documents/${item.id}`}
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="c-row-sub">{subtitle}</span>
      </td>
      <td>
        <States item={item} />
      </td>
      <td className="c-number c-nowrap" data-label="Signed">
        {acting.length > 0
          ? `${acting.filter((one) => one.status === 'completed').length} of ${acting.length}`
          : '–'}
      </td>
      <td className="c-nowrap" data-label="Created">
        <time dateTime={item.created_at} title={printMoment(item.created_at)}>
          {printAgo(item.created_at)}
        </time>
      </td>
      <td className="c-nowrap" data-label="Due">
        {item.expires_at ? (
          <time dateTime={item.expires_at} title={printMoment(item.expires_at)}>
            {printDay(item.expires_at)}
          </time>
        ) : (
          <span className="c-none">–</span>
        )}
      </td>
      <td className="c-cell-tight c-cell-menu">
        {isFinalized(item) && <RowMenu document={item} onMove={() => onMove(item)} />}
      </td>
    </tr>
  );
}

/** The names of the recipients. For an erased document, the day it was created and their number. */
function subtitleOf({ erased_at: erasedAt, created_at: createdAt, recipients }: DocumentOut): string {
  const count = recipients.length === 1 ? '1 person' : `${recipients.length} people`;
  if (erasedAt) return `Created ${createdAt.slice(0, 10)}, ${count}`;
  return recipients.map((one) => visibleText(one.name)).join(', ') || 'No recipients yet';
}

function States({ item }: { item: DocumentOut }) {
  const [label, tone] = documentStates[item.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge> {item.delivery_problem && <Badge tone="bad">Email bounced</Badge>}{' '}
      {item.erased_at && <Badge tone="plain">Erased</Badge>}{' '}
      {item.visibility === 'managers' && <Badge tone="plain">Managers only</Badge>}
    </>
  );
}

function RowMenu({ document, onMove }: { document: DocumentOut; onMove: () => void }) {
  const duplicate = useDuplicate();
  const { go } = useRouter();
  const items: MenuItem[] = [
    { label: 'Open', icon: 'eye', onChoose: () => go(`/documents/${document.id}`) },
    { label: 'Move to folder…', icon: 'folder', onChoose: onMove },
  ];
  if (!document.erased_at)
    items.push({ label: 'Duplicate', icon: 'copy', onChoose: () => duplicate(document.id) });
  return <Menu label={`Actions for ${document.title}`} items={items} />;
}
