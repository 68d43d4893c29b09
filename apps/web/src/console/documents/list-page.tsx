/** The documents of the workspace in the current mode: search, filters, folders, order, and actions for several at once. */

import type { SummaryOut } from '@countersign/client/generated/api';
import type { DocumentSort } from '@countersign/contract/document';
import { documentSorts, MAX_COUNTED_MATCHES, underwayStatuses } from '@countersign/contract/enumerations';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { CopyBlock, Pager, Select } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { usePolledQuery, useQuery } from '../query.ts';
import { Link, useRouter } from '../router.tsx';
import { useIsAtLeast, useScope } from '../session.tsx';
import { searchBoxId, takeSearchFocus } from '../shortcuts.tsx';
import { BulkGroups, bulkSendName } from './bulk-groups.tsx';
import { FolderTree } from './folder-tree.tsx';
import { SelectableTable } from './selectable-table.tsx';
import { useFolders } from './use-folders.ts';

const views = {
  all: { label: 'All', statuses: [] },
  drafts: { label: 'Drafts', statuses: ['draft', 'awaiting_upload'] },
  open: { label: 'In progress', statuses: underwayStatuses },
  completed: { label: 'Completed', statuses: ['completed'] },
  closed: { label: 'Closed', statuses: ['voided', 'rejected', 'expired'] },
} as const;
type View = keyof typeof views;

const pageSize = 25;

const newestFirst: DocumentSort = '-created_at';
const sortWords: Record<DocumentSort, string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  expires_at: 'Due soonest',
  '-expires_at': 'Due latest',
};

/** The filters in the address of the page. */
interface Filters {
  view: View;
  folder: string | null;
  q: string;
  /** The id of a bulk send. Only its documents are shown. */
  bulk: string | null;
  sort: DocumentSort;
  offset: number;
}

function filtersOf(query: URLSearchParams): Filters {
  const view = query.get('view') ?? 'all';
  const sort = query.get('sort') as DocumentSort;
  return {
    view: view in views ? (view as View) : 'all',
    folder: query.get('folder'),
    q: query.get('q') ?? '',
    bulk: query.get('bulk'),
    sort: documentSorts.includes(sort) ? sort : newestFirst,
    offset: Math.max(0, Number(query.get('offset')) || 0),
  };
}

const isFiltered = ({ view, folder, q, bulk }: Filters): boolean =>
  view !== 'all' || q !== '' || folder !== null || bulk !== null;

/** The list. Its filters are kept in the address. */
export function DocumentListPage() {
  const { query, go } = useRouter();
  const filters = filtersOf(query);
  const { view, folder, q, bulk, sort, offset } = filters;
  const folders = useFolders();
  const summary = usePolledQuery(15_000, '/v1/console/summary');
  // Only managers see bulk sends. A search also finds documents that were sent in bulk.
  const isGrouped = useIsAtLeast('manager') && !isFiltered(filters) && sort === newestFirst;

  const documents = usePolledQuery(15_000, '/v1/documents', {
    query: {
      limit: pageSize,
      offset,
      status: [...views[view].statuses],
      ...(folder && { folder_id: folder }),
      ...searchFor(q),
      ...(bulk ? { bulk_send_id: bulk } : isGrouped && { bulk_send_id: 'none' }),
      ...(sort !== newestFirst && { sort }),
    },
  });

  /** Whether there may be more documents than the service counts. */
  const isBounded = q !== '' || folder !== null || bulk !== null || isGrouped;

  const show = (changes: Record<string, string | null>, replace = false) => {
    // Not the query of this rendering: a search that waits for more typing must keep filters that were chosen since.
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ offset: null, ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    go(text ? `/documents?${text}` : '/documents', { replace });
  };
  const sortBy = (chosen: DocumentSort) => show({ sort: chosen === newestFirst ? null : chosen });

  return (
    <Page
      title="Documents"
      actions={
        <ButtonTo look="primary" href="/documents/new">
          <Icon name="plus" />
          New document
        </ButtonTo>
      }
    >
      <div className="c-library">
        <FolderTree folders={folders} chosen={folder} onChoose={(id) => show({ folder: id })} />
        <div>
          <div className="c-filters">
            <SearchBox value={q} onSearch={(text) => show({ q: text || null }, true)} />
            <fieldset className="c-views">
              <legend className="visually-hidden">Show</legend>
              {(Object.keys(views) as View[]).map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={view === name}
                  onClick={() => show({ view: name === 'all' ? null : name })}
                >
                  {views[name].label}
                  <Count summary={summary.data} view={name} />
                </button>
              ))}
            </fieldset>
            <Select
              label="Sort by"
              hideLabel
              className="c-sort-select"
              value={sort}
              onChange={(event) => sortBy(event.currentTarget.value as DocumentSort)}
            >
              {documentSorts.map((one) => (
                <option key={one} value={one}>
                  {sortWords[one]}
                </option>
              ))}
            </Select>
          </div>
          {bulk && <ShownBulkSend id={bulk} onLeave={() => show({ bulk: null })} />}
          <Card>
            {isGrouped && offset === 0 && <BulkGroups />}
            <Answer query={documents} lines={8}>
              {({ items, total, limit }) =>
                total === 0 ? (
                  <NoDocuments filters={filters} hasBulkSends={isGrouped && hasAny(summary.data)} />
                ) : (
                  <>
                    <SelectableTable items={items} sort={sort} onSort={sortBy} />
                    <Pager
                      total={total}
                      limit={limit}
                      offset={offset}
                      isMore={isBounded && total === MAX_COUNTED_MATCHES}
                      {...(sort !== newestFirst && { words: ['Previous', 'Next'] as const })}
                      onMove={(to, replace) => show({ offset: to ? String(to) : null }, replace)}
                    />
                  </>
                )
              }
            </Answer>
          </Card>
        </div>
      </div>
    </Page>
  );
}

const hasAny = (summary: SummaryOut | undefined): boolean =>
  Object.values(summary?.documents ?? {}).some((count) => count > 0);

/** Why the list is empty: nothing matches, everything was sent in bulk, or there are no documents yet. */
function NoDocuments({ filters, hasBulkSends }: { filters: Filters; hasBulkSends: boolean }) {
  const { go } = useRouter();
  const { mode } = useScope();
  if (hasBulkSends) return <p className="hint c-pad">All documents were sent in bulk.</p>;
  if (!isFiltered(filters)) return <FirstSteps />;
  return (
    <EmptyState
      icon="search"
      title="No documents match your search"
      actions={<Button onClick={() => go('/documents')}>Show all documents</Button>}
    >
      <p>No document in {mode} mode matches this search, status and folder.</p>
    </EmptyState>
  );
}

/** Says that only the documents of one bulk send are shown. */
function ShownBulkSend({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data } = useQuery('/v1/bulk-sends/{bulk_send_id}', {
    path: { bulk_send_id: id },
    query: { rows_limit: 0 },
  });
  return (
    <div className="c-note c-note-row">
      <Icon name="bulk" />
      <div>
        Documents of <strong>{data ? bulkSendName(data) : 'one bulk send'}</strong>
      </div>
      <ButtonTo href={`/bulk-sends/${id}`}>Open the bulk send</ButtonTo>
      <Button onClick={onLeave}>Show all documents</Button>
    </div>
  );
}

/** `id:` followed by an external id finds that document; anything else searches titles, names and addresses. */
function searchFor(text: string): { external_id?: string; search?: string } {
  const externalId = /^id:\s*(.+)$/i.exec(text)?.[1];
  if (externalId) return { external_id: externalId };
  return text ? { search: text } : {};
}

/** The number of documents with these statuses. */
function Count({ summary, view }: { summary: SummaryOut | undefined; view: View }) {
  const { statuses } = views[view];
  const count = statuses.reduce((sum, status) => sum + (summary?.documents[status] ?? 0), 0);
  return count > 0 ? <span className="c-count">{count.toLocaleString('en')}</span> : null;
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takeSearchFocus()) box.current?.focus();
  }, []);
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      // The address then shows this search. Letters that were typed since must stay.
      setSearched(text.trim());
      onSearch(text.trim());
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="c-search">
      <Icon name="search" />
      <input
        ref={box}
        id={searchBoxId}
        type="search"
        className="input"
        aria-label="Search by title, name, email address or external ID"
        placeholder="Search by title, name or email"
        title="To find a document by its external ID, type id: before it"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}

/** The name of the workspace that an installation begins with. */
const firstName = 'Default';

/** Shown when the workspace has no documents yet. */
function FirstSteps() {
  const { mode, workspace } = useScope();
  const isUnnamed = workspace.role === 'owner' && workspace.name === firstName;
  return (
    <EmptyState
      icon="documents"
      title={mode === 'test' ? 'No test documents yet' : 'No documents yet'}
      actions={
        <ButtonTo look="primary" href="/documents/new">
          <Icon name="plus" />
          New document
        </ButtonTo>
      }
    >
      <p>
        Upload a PDF, add recipients, place fields, and send it.{' '}
        {mode === 'live' && 'Try it in test mode first: test documents are not legally binding.'}
      </p>
      {isUnnamed && (
        <p>
          Recipients read “{firstName} asks you to sign”.{' '}
          <Link href="/settings">Name this workspace in the settings</Link> first.
        </p>
      )}
      <p>Or use the API:</p>
      <CopyBlock
        label="Example with curl"
        text={`curl ${location.origin}/v1/documents \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '{"title": "Lease", "recipients": [{"name": "Ada", "email": "ada@example.com"}]}'`}
      />
    </EmptyState>
  );
}
