/** The documents of the workspace in the current mode, with search, status filters and folders. */

import type { DocumentOut, DocumentPage, SummaryOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { CopyBlock, Menu, Pager } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printAgo, printMoment } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { usePolledQuery } from '../query.ts';
import { Link, useRouter } from '../router.tsx';
import { useScope } from '../session.tsx';
import { documentStates } from '../words.ts';
import { FolderTree } from './folder-tree.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { documentDragType, useFolders } from './use-folders.ts';

type Listed = DocumentPage['items'][number];

const views = {
  all: { label: 'All', statuses: [] },
  drafts: { label: 'Drafts', statuses: ['draft', 'awaiting_upload'] },
  open: { label: 'In progress', statuses: ['sent', 'partially_signed'] },
  completed: { label: 'Completed', statuses: ['completed'] },
  closed: { label: 'Closed', statuses: ['voided', 'rejected', 'expired'] },
} as const;
type View = keyof typeof views;

const pageSize = 25;

/** The list. Its filters are kept in the address. */
export function DocumentListPage() {
  const { query, go } = useRouter();
  const { mode } = useScope();
  const view = (query.get('view') ?? 'all') in views ? ((query.get('view') ?? 'all') as View) : 'all';
  const folder = query.get('folder');
  const q = query.get('q') ?? '';
  const offset = Math.max(0, Number(query.get('offset')) || 0);
  const folders = useFolders();
  const summary = usePolledQuery(15_000, '/v1/console/summary');

  const documents = usePolledQuery(15_000, '/v1/documents', {
    query: {
      limit: pageSize,
      offset,
      status: [...views[view].statuses],
      ...(folder && { folder_id: folder }),
      ...searchFor(q),
    },
  });

  const show = (changes: Record<string, string | null>, replace = false) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries({ offset: null, ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    go(text ? `/documents?${text}` : '/documents', { replace });
  };
  const isFiltered = view !== 'all' || q !== '' || folder !== null;

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
          </div>
          <Card>
            <Answer query={documents} lines={8}>
              {({ items, total, limit }) =>
                total === 0 ? (
                  isFiltered ? (
                    <EmptyState
                      icon="search"
                      title="No documents match your search"
                      actions={<Button onClick={() => go('/documents')}>Show all documents</Button>}
                    >
                      <p>No document in {mode} mode matches this search, status and folder.</p>
                    </EmptyState>
                  ) : (
                    <FirstSteps />
                  )
                ) : (
                  <>
                    <DocumentTable items={items} />
                    <Pager
                      total={total}
                      limit={limit}
                      offset={offset}
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

/** `id:` and an external id finds that document, a complete email address searches recipients, anything else searches titles. */
function searchFor(text: string): { external_id?: string; recipient?: string; q?: string } {
  const externalId = /^id:\s*(.+)$/i.exec(text)?.[1];
  if (externalId) return { external_id: externalId };
  if (/^\S+@\S+$/.test(text)) return { recipient: text };
  return text ? { q: text } : {};
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
  if (value !== searched) {
    setSearched(value);
    if (value !== text.trim()) setText(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="c-search">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label="Search by title, email address or external ID"
        placeholder="Title, email address or id:…"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}

/** Shown when the workspace has no documents yet. */
function FirstSteps() {
  const { mode } = useScope();
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

const isDocument = (item: Listed): item is DocumentOut => item.status !== 'awaiting_upload';

function DocumentTable({ items }: { items: Listed[] }) {
  const [moving, setMoving] = useState<DocumentOut | null>(null);
  const duplicate = useDuplicate();
  const { go } = useRouter();

  return (
    <>
      <Table columns={['Document', 'Status', 'Signed', 'Created', null]}>
        {items.map((item) => {
          const [label, tone] = documentStates[item.status];
          const full = isDocument(item) ? item : null;
          const acting = full?.recipients.filter(isActing) ?? [];
          return (
            <tr
              key={item.id}
              draggable={full !== null}
              onDragStart={(event) => {
                event.dataTransfer.setData(documentDragType, item.id);
                event.dataTransfer.effectAllowed = 'move';
              }}
            >
              <td>
                <Link
                  className="c-row-title"
                  draggable={false}
                  href={full?.status === 'draft' ? `/documents/${item.id}/prepare` : `/documents/${item.id}`}
                >
                  <bdi>
                    {full?.erased_at ? 'Erased document' : visibleText(item.title ?? '') || 'Untitled'}
                  </bdi>
                </Link>
                <span className="c-row-sub">
                  {full?.erased_at
                    ? `Created ${full.created_at.slice(0, 10)}, ${full.recipients.length === 1 ? '1 person' : `${full.recipients.length} people`}`
                    : full && full.recipients.length > 0
                      ? full.recipients.map((one) => visibleText(one.name)).join(', ')
                      : 'No recipients yet'}
                </span>
              </td>
              <td>
                <Badge tone={tone}>{label}</Badge>{' '}
                {full?.delivery_problem && <Badge tone="bad">Email bounced</Badge>}{' '}
                {full?.erased_at && <Badge tone="plain">Erased</Badge>}{' '}
                {full?.visibility === 'managers' && <Badge tone="plain">Managers only</Badge>}
              </td>
              <td className="c-number" data-label="Signed">
                {acting.length > 0
                  ? `${acting.filter((one) => one.status === 'completed').length} of ${acting.length}`
                  : '–'}
              </td>
              <td data-label="Created">
                {full ? (
                  <time dateTime={full.created_at} title={printMoment(full.created_at)}>
                    {printAgo(full.created_at)}
                  </time>
                ) : (
                  '–'
                )}
              </td>
              <td className="c-cell-tight c-cell-menu">
                {full && (
                  <Menu
                    label={`Actions for ${full.title}`}
                    items={[
                      { label: 'Open', icon: 'eye', onChoose: () => go(`/documents/${full.id}`) },
                      { label: 'Move to folder…', icon: 'folder', onChoose: () => setMoving(full) },
                      ...(full.erased_at
                        ? []
                        : [
                            {
                              label: 'Duplicate',
                              icon: 'copy' as const,
                              onChoose: () => duplicate(full.id),
                            },
                          ]),
                    ]}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </Table>
      {moving && <MoveDialog document={moving} onClose={() => setMoving(null)} />}
    </>
  );
}

/** Whether a recipient has to sign or approve, and was not replaced by another. */
const isActing = (one: DocumentOut['recipients'][number]): boolean =>
  (one.role === 'signer' || one.role === 'approver') && one.status !== 'reassigned';
