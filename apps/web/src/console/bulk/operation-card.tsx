/** The latest operation on a whole bulk send: its progress, what it skipped, and refused lines of corrections. */
import type { BulkOperationOut, BulkSendOut } from '@countersign/client/generated/api';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printMoment } from '../parts/moments.ts';
import { Answer, Card } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../query.ts';
import { useClient } from '../session.tsx';
import { RatedProgress } from './rated-progress.tsx';

const words: Record<BulkOperationOut['kind'], { title: string; doing: string; done: string; unit: string }> =
  {
    void_open: { title: 'Void', doing: 'Voiding', done: 'voided', unit: 'document' },
    remind_open: { title: 'Reminders', doing: 'Sending reminders', done: 'reminded', unit: 'document' },
    extend: { title: 'Due date', doing: 'Setting the due date', done: 'extended', unit: 'document' },
    correct: { title: 'Corrections', doing: 'Correcting', done: 'corrected', unit: 'row' },
  };
const reasons: Record<string, string> = {
  ended: 'had ended before',
  mailed_within_a_day: 'were emailed within a day',
  mail_limit: 'have an address over its limit of emails per hour',
  bounced: 'have an address that bounced',
  not_mailed: 'get no emails',
  nobody_waits: 'have no recipient to remind',
  already_later: 'have a later due date',
  no_expiry: 'have no due date',
  not_in_future: 'are ahead of that date by their test clock',
  trail_limit: 'have too long an audit trail',
  unchanged: 'had these values already',
  refused: 'were refused',
  internal: 'failed; ask the operator',
};
const shownRefused = 50;

/** Nothing before the first operation. */
export function OperationCard({ send }: { send: BulkSendOut }) {
  const { operation } = send;
  if (!operation) return null;
  const { title } = words[operation.kind];
  return (
    <Card title={title}>
      {operation.status === 'running' ? <Running operation={operation} /> : <Ended operation={operation} />}
      {operation.kind === 'correct' &&
        operation.status === 'done' &&
        (operation.skipped.refused ?? 0) > 0 && (
          <Refused key={operation.id} send={send} count={operation.skipped.refused!} />
        )}
    </Card>
  );
}

const visited = ({ done, skipped }: BulkOperationOut) =>
  done + Object.values(skipped).reduce((sum, count) => sum + count, 0);

function Running({ operation }: { operation: BulkOperationOut }) {
  const { doing, unit } = words[operation.kind];
  const { id, total, started_at: startedAt } = operation;
  return (
    <RatedProgress
      key={id}
      doing={doing}
      done={visited(operation)}
      total={total}
      unit={unit}
      startedAt={startedAt}
    />
  );
}

function Ended({ operation }: { operation: BulkOperationOut }) {
  const { done, unit } = words[operation.kind];
  if (operation.error)
    return (
      <p role="status">
        <strong>The file could not be read.</strong> {operation.error}
      </p>
    );
  const skipped = Object.entries(operation.skipped);
  return (
    <>
      <p role="status">
        {counted(operation.done, unit)} {done}, {printMoment(operation.finished_at)}.
      </p>
      {skipped.length > 0 && (
        <ul className="hint">
          {skipped.map(([reason, count]) => (
            <li key={reason}>
              {count.toLocaleString('en')} {reasons[reason] ?? reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Refused({ send, count }: { send: BulkSendOut; count: number }) {
  const client = useClient();
  const path = { bulk_send_id: send.id };
  const lines = useQuery('/v1/bulk-sends/{bulk_send_id}/corrections', {
    path,
    query: { result: 'refused', limit: shownRefused },
  });
  return (
    <>
      <Answer query={lines}>
        {({ items }) => (
          <Table columns={['Line', 'Row', 'Reason']}>
            {items.map((one) => (
              <tr key={one.line}>
                <td className="c-number" data-label="Line">
                  {one.line.toLocaleString('en')}
                </td>
                <td data-label="Row">{one.row_no ?? one.external_id ?? '–'}</td>
                <td>{one.error}</td>
              </tr>
            ))}
          </Table>
        )}
      </Answer>
      {count > shownRefused && <p className="hint">The first {shownRefused} are shown.</p>}
      <ButtonLink href={client.fileUrl('/v1/bulk-sends/{bulk_send_id}/corrections.csv', { path })} download>
        <Icon name="download" />
        All lines as CSV
      </ButtonLink>
    </>
  );
}
