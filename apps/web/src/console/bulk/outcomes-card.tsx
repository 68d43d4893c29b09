/** What became of the documents of a bulk send: a bar, filters, the documents, and actions for all that are not signed. */
import type { BulkOutcomes, BulkSendOut } from '@countersign/client/generated/api';
import type { DocumentStatus } from '@countersign/contract/document';
import { underwayStatuses } from '@countersign/contract/enumerations';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectableTable } from '../documents/selectable-table.tsx';
import { Pager } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted } from '../parts/moments.ts';
import { Answer, Card } from '../parts/page.tsx';
import { usePolledQuery } from '../query.ts';
import { useRouter } from '../router.tsx';
import { ExtendDialog, RemindOpenDialog, VoidOpenDialog } from './operation-dialogs.tsx';

type Outcome = keyof BulkOutcomes;
interface Filter {
  status: DocumentStatus[];
  delivery_problem?: 'true' | 'false';
}

const outcomes: Record<Outcome, { label: string; filter: Filter }> = {
  completed: { label: 'Signed', filter: { status: ['completed'] } },
  waiting: { label: 'Waiting', filter: { status: [...underwayStatuses], delivery_problem: 'false' } },
  bounced: { label: 'Bounced', filter: { status: [...underwayStatuses], delivery_problem: 'true' } },
  declined: { label: 'Declined', filter: { status: ['rejected'] } },
  voided: { label: 'Voided', filter: { status: ['voided'] } },
  expired: { label: 'Expired', filter: { status: ['expired'] } },
};
const names = Object.keys(outcomes) as Outcome[];
const isOutcome = (text: string | null): text is Outcome => text !== null && text in outcomes;

const pageSize = 25;

/** Milliseconds between polls, while rows are being sent or an operation runs, and later. */
const sendingPollMs = 3000;
const calmPollMs = 10_000;

/** The documents of the bulk send, once there are any. */
export function OutcomesCard({ send }: { send: BulkSendOut }) {
  return send.sent_count > 0 && <SentDocuments send={send} />;
}

/** The filter is kept in the address. */
function SentDocuments({ send }: { send: BulkSendOut }) {
  const isChanging = send.status === 'dispatching' || send.operation?.status === 'running';
  const pollMs = isChanging ? sendingPollMs : calmPollMs;
  const { query, path, go } = useRouter();
  const wanted = query.get('show');
  const shown = isOutcome(wanted) ? wanted : null;
  const [offset, setOffset] = useState(0);
  const params = { path: { bulk_send_id: send.id } };
  const counts = usePolledQuery(pollMs, '/v1/bulk-sends/{bulk_send_id}/outcomes', params);
  const documents = usePolledQuery(pollMs, '/v1/documents', {
    query: {
      bulk_send_id: send.id,
      sort: 'created_at',
      limit: pageSize,
      offset,
      ...(shown && outcomes[shown].filter),
    },
  });
  const show = (outcome: Outcome | null) => {
    setOffset(0);
    go(outcome ? `${path}?show=${outcome}` : path, { replace: true });
  };
  const unsigned = (counts.data?.waiting ?? 0) + (counts.data?.bounced ?? 0);
  return (
    <Card title="Documents" actions={unsigned > 0 && <ForAllUnsigned send={send} count={unsigned} />}>
      {counts.data && <Bar counts={counts.data} />}
      <fieldset className="c-views c-outcomes">
        <legend className="visually-hidden">Documents to show</legend>
        <button type="button" aria-pressed={shown === null} onClick={() => show(null)}>
          All
        </button>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={shown === name} onClick={() => show(name)}>
            <span className={`c-key c-outcome-${name}`} aria-hidden="true" />
            {outcomes[name].label}
            <span className="c-count">{counts.data?.[name].toLocaleString('en')}</span>
          </button>
        ))}
      </fieldset>
      <Answer query={documents} lines={5}>
        {({ items, total, limit }) =>
          total === 0 ? (
            <p className="hint">No documents here.</p>
          ) : (
            <div className="c-outcome-documents">
              <SelectableTable items={items} sort={null} onSort={null} isByPerson />
              <Pager
                total={total}
                limit={limit}
                offset={offset}
                words={['Previous', 'Next']}
                onMove={(to) => setOffset(to)}
              />
            </div>
          )
        }
      </Answer>
    </Card>
  );
}

function Bar({ counts }: { counts: BulkOutcomes }) {
  const present = names.filter((name) => counts[name] > 0);
  const text = present.map((name) => `${outcomes[name].label}: ${counts[name].toLocaleString('en')}`);
  return (
    <div className="c-outcome-bar" role="img" aria-label={text.join(', ')}>
      {present.map((name) => (
        <span key={name} className={`c-outcome-${name}`} style={{ flexGrow: counts[name] }} />
      ))}
    </div>
  );
}

/** Operations on all open documents. Only one runs at a time. */
function ForAllUnsigned({ send, count }: { send: BulkSendOut; count: number }) {
  const [ask, setAsk] = useState<'remind' | 'extend' | 'void' | null>(null);
  const isBusy = send.status === 'dispatching' || send.operation?.status === 'running';
  const close = () => setAsk(null);
  return (
    <>
      <Button disabled={isBusy} onClick={() => setAsk('remind')}>
        <Icon name="send" />
        Send reminders…
      </Button>
      <Button disabled={isBusy} onClick={() => setAsk('extend')}>
        Extend…
      </Button>
      <Button disabled={isBusy} onClick={() => setAsk('void')}>
        <Icon name="close" />
        Void {counted(count, 'document')}…
      </Button>
      {ask === 'remind' && <RemindOpenDialog send={send} count={count} onClose={close} />}
      {ask === 'extend' && <ExtendDialog send={send} count={count} onClose={close} />}
      {ask === 'void' && <VoidOpenDialog send={send} count={count} onClose={close} />}
    </>
  );
}
