/** The request log: what the programs of the workspace called, and what the service answered. */
import type { RequestOut } from '@countersign/client/generated/api';
import { Fragment, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, type Tone } from './parts/badge.tsx';
import { CopyBlock, Select } from './parts/controls.tsx';
import { Icon } from './parts/icon.tsx';
import { printExactMoment } from './parts/moments.ts';
import { Answer, Card, EmptyState, Page } from './parts/page.tsx';
import { Table } from './parts/table.tsx';
import { useQuery } from './query.ts';
import { Link } from './router.tsx';

const pageSize = 50;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Filters {
  status: string;
  method: (typeof methods)[number] | '';
  /** Id of a key. */
  key: string;
  path: string;
}

const noFilters: Filters = { status: '', method: '', key: '', path: '' };

/** Lists the requests of the chosen mode, newest first, with filters. */
export function RequestsPage() {
  const [filters, setFilters] = useState(noFilters);
  const { status, method, key } = filters;
  const path = filters.path.trim();
  /** The cursors of the pages opened after the first one. The last cursor is that of the shown page. */
  const [starts, setStarts] = useState<string[]>([]);
  const [shown, setShown] = useState<RequestOut | null>(null);
  const start = starts.at(-1);
  const requests = useQuery('/v1/requests', {
    query: {
      limit: pageSize,
      ...(start !== undefined && { starting_after: start }),
      ...(status && { status }),
      ...(method && { method }),
      ...(key && { key_id: key }),
      ...(path && { path }),
    },
  });
  const isFiltered = Boolean(status || method || key || path);
  return (
    <Page
      title="Requests"
      lead="What your programs called with an API key, and what we answered. Bodies are not kept."
      actions={
        <Button onClick={requests.reload}>
          <Icon name="refresh" />
          Reload
        </Button>
      }
    >
      <RequestFilters
        filters={filters}
        onChange={(changed) => {
          setFilters(changed);
          setStarts([]);
        }}
      />
      <Card>
        <Answer query={requests} lines={8}>
          {({ items, next_starting_after: next }) => (
            <>
              {items.length === 0 ? (
                <EmptyState
                  icon="requests"
                  title={isFiltered || next !== null ? 'No requests match' : 'No requests yet'}
                >
                  <p>
                    {next !== null
                      ? 'None among the requests that were compared so far. Older ones follow.'
                      : 'A request appears within a few seconds, in the mode of its key.'}
                  </p>
                </EmptyState>
              ) : (
                <RequestTable requests={items} onOpen={setShown} />
              )}
              {(starts.length > 0 || next !== null) && (
                <div className="button-row c-request-pages">
                  <Button disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
                    Newer
                  </Button>
                  <Button disabled={next === null} onClick={() => setStarts([...starts, next!])}>
                    Older
                  </Button>
                </div>
              )}
            </>
          )}
        </Answer>
      </Card>
      {shown && <RequestDialog request={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function RequestFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const keys = useQuery('/v1/keys');
  const changeOf = (name: keyof Filters) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...filters, [name]: event.currentTarget.value });
  return (
    <div className="c-filters c-request-filters">
      <Select label="Status" value={filters.status} onChange={changeOf('status')}>
        <option value="">All</option>
        <option value="2xx">2xx: successful</option>
        <option value="4xx">4xx: refused</option>
        <option value="5xx">5xx: failed</option>
      </Select>
      <Select label="Method" value={filters.method} onChange={changeOf('method')}>
        <option value="">All</option>
        {methods.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Select label="Key" value={filters.key} onChange={changeOf('key')}>
        <option value="">All</option>
        {keys.data?.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name} ({one.display})
          </option>
        ))}
      </Select>
      <div className="form-row">
        <label htmlFor="request-path">Path begins with</label>
        <input
          id="request-path"
          className="input"
          placeholder="/v1/documents"
          value={filters.path}
          onChange={changeOf('path')}
        />
      </div>
    </div>
  );
}

function RequestTable({
  requests,
  onOpen,
}: {
  requests: readonly RequestOut[];
  onOpen: (request: RequestOut) => void;
}) {
  return (
    <Table columns={['Request', 'Status', 'Key', 'Duration', 'Time']}>
      {requests.map((one) => (
        <tr key={one.id}>
          <td>
            <button type="button" className="c-request" onClick={() => onOpen(one)}>
              <span className="c-request-method">{one.method}</span> {one.path}
            </button>
            <span className="c-row-sub c-mono">{one.request_id}</span>
          </td>
          <td>
            <Badge tone={toneOf(one.status)}>
              {one.status ?? 'No answer'}
              {one.problem && ` ${one.problem}`}
            </Badge>
          </td>
          <td data-label="Key">{one.key?.name ?? '–'}</td>
          <td data-label="Duration" className="c-number">
            {one.duration_ms} ms
          </td>
          <td data-label="Time">{printExactMoment(one.created_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

function RequestDialog({ request, onClose }: { request: RequestOut; onClose: () => void }) {
  const rows: Array<[string, string | null]> = [
    ['Time', printExactMoment(request.created_at)],
    ['Query', request.query],
    [
      'Status',
      request.status === null ? 'The caller disconnected before the answer' : String(request.status),
    ],
    ['Duration', `${request.duration_ms} ms`],
    ['Key', request.key && `${request.key.name} (${request.key.display})`],
    ['Idempotency-Key', request.has_idempotency_key ? 'sent' : null],
    ['Answer', request.is_replay ? 'that of an earlier request with the same Idempotency-Key' : null],
    ['User agent', request.user_agent],
  ];
  return (
    <Dialog title={`${request.method} ${request.route}`} onClose={onClose} className="dialog-wide">
      <CopyBlock label="Request id" text={request.request_id} />
      <dl className="c-facts">
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        {request.problem && (
          <>
            <dt>Problem</dt>
            <dd>
              <a href={`/errors/${request.problem}`}>{request.problem}</a>
            </dd>
          </>
        )}
        {request.document_id && (
          <>
            <dt>Document</dt>
            <dd>
              <Link href={`/documents/${request.document_id}`}>{request.document_id}</Link>
            </dd>
          </>
        )}
      </dl>
      <div className="button-row dialog-actions">
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
