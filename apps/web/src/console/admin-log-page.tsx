/** The admin log: what people, keys and operators changed in the administration of the workspace. */
import type { AdminEventOut, AdminLogVerification } from '@countersign/client/generated/api';
import { type AdminEventType, adminEventTypes } from '@countersign/contract/admin-event-types';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { type Detail, detailsOf, kindOf, personOf } from './admin-event-words.ts';
import { Select } from './parts/controls.tsx';
import { Icon } from './parts/icon.tsx';
import { counted, printExactMoment } from './parts/moments.ts';
import { Answer, Card, EmptyState, Fault, Page } from './parts/page.tsx';
import { Table } from './parts/table.tsx';
import { useQuery } from './query.ts';
import { useClient } from './session.tsx';
import { useAction } from './use-action.ts';

const pageSize = 50;
const types = Object.keys(adminEventTypes) as AdminEventType[];

/** Lists the events of both modes, newest first, and checks and exports the log. */
export function AdminLogPage() {
  const [type, setType] = useState<AdminEventType | ''>('');
  /** The cursors of the pages opened after the first one. The last cursor is that of the shown page. */
  const [starts, setStarts] = useState<number[]>([]);
  const [checked, setChecked] = useState<AdminLogVerification | null>(null);
  const client = useClient();
  const start = starts.at(-1);
  const events = useQuery('/v1/admin-events', {
    query: { limit: pageSize, ...(start !== undefined && { before: start }), ...(type && { type }) },
  });
  const check = useAction(async () => {
    setChecked(null);
    setChecked(await client.get('/v1/admin-events/verification'));
  });
  return (
    <Page
      title="Admin log"
      lead="Who changed keys, members, settings and webhooks, erased documents or downloaded data."
      actions={
        <>
          <Button busy={check.isBusy} onClick={() => void check.run()}>
            <Icon name="check" />
            Verify
          </Button>
          <ButtonLink href={client.fileUrl('/v1/admin-events/export', { query: { format: 'csv' } })} download>
            <Icon name="download" />
            CSV
          </ButtonLink>
          <ButtonLink
            href={client.fileUrl('/v1/admin-events/export', { query: { format: 'jsonl' } })}
            download
          >
            <Icon name="download" />
            JSONL
          </ButtonLink>
        </>
      }
    >
      <Fault error={check.error} />
      {checked && <Verdict found={checked} />}
      <div className="c-filters">
        <Select
          label="Event"
          value={type}
          onChange={(event) => {
            setType(event.currentTarget.value as AdminEventType | '');
            setStarts([]);
          }}
        >
          <option value="">All</option>
          {types.map((one) => (
            <option key={one} value={one}>
              {adminEventTypes[one]}
            </option>
          ))}
        </Select>
      </div>
      <Card>
        <Answer query={events} lines={8}>
          {({ items, next_before: next }) => (
            <>
              {items.length === 0 ? (
                <EmptyState icon="requests" title="No events">
                  <p>{type ? 'Nothing of this kind has happened.' : 'Nothing was changed yet.'}</p>
                </EmptyState>
              ) : (
                <EventTable items={items} />
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
    </Page>
  );
}

function Verdict({ found }: { found: AdminLogVerification }) {
  return (
    <div className={`c-note ${found.ok ? 'c-note-good' : 'c-note-bad'}`} role="status">
      <Icon name={found.ok ? 'check' : 'warning'} />
      <div>
        {found.ok ? (
          <>
            The chain of {counted(found.count, 'event')} is intact.
            <span className="c-hash">
              Last hash: <span className="c-mono">{found.head}</span>
            </span>
          </>
        ) : (
          `The chain is broken at event ${found.broken_at_seq}: ${found.reason}.`
        )}
      </div>
    </div>
  );
}

function EventTable({ items }: { items: AdminEventOut[] }) {
  return (
    <Table columns={['Event', 'Object', 'Details', 'IP address', 'Time']}>
      {items.map((one) => (
        <tr key={one.seq}>
          <td className="c-cell-wide">
            <Summary event={one} />
          </td>
          <td data-label="Object">
            <span className="c-break">
              <Target target={one.target} />
            </span>
          </td>
          <td className="c-details">
            <Details details={detailsOf(one)} />
          </td>
          <td data-label="IP address">{one.ip ?? <span className="c-none">–</span>}</td>
          <td data-label="Time" className="c-nowrap">
            {printExactMoment(one.created_at)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Who did what; below it the address of the person, which distinguishes people with the same name. */
function Summary({ event: { seq, type, actor } }: { event: AdminEventOut }) {
  const { name, email } = personOf(actorOf(actor));
  return (
    <>
      <strong>
        <bdi>{visibleText(name)}</bdi>
      </strong>{' '}
      {adminEventTypes[type]}
      {email && (
        <span className="c-row-sub">
          <bdi>{visibleText(email)}</bdi>
        </span>
      )}
      <span className="c-row-sub c-mono">
        #{seq} {type}
      </span>
    </>
  );
}

function Target({ target }: Pick<AdminEventOut, 'target'>) {
  if (target.type === 'workspace') return 'The workspace';
  const kind = kindOf(target.type);
  if (!target.name)
    return (
      <>
        {kind}
        <span className="c-row-sub c-mono">{target.id}</span>
      </>
    );
  const { name, email } = personOf(target.name);
  return (
    <>
      <bdi>{visibleText(name)}</bdi>
      <span className="c-row-sub">{email ? <bdi>{visibleText(email)}</bdi> : kind}</span>
    </>
  );
}

function actorOf({ type, id, name }: AdminEventOut['actor']): string {
  if (type === 'system') return id === 'admin' ? 'An operator' : 'The service';
  return name ?? (type === 'user' ? 'A person who was deleted' : `${kindOf(type)} ${id}`);
}

function Details({ details }: { details: Detail[] }) {
  if (details.length === 0) return <span className="c-none">–</span>;
  return details.map(({ label, text }) => (
    <span key={label} className="c-detail c-break">
      <span className="hint">{label}:</span> <bdi>{visibleText(text)}</bdi>
    </span>
  ));
}
