/** One bulk send: its errors, its progress, and the result of each row. */
import type { BulkRowOut, BulkSendOut } from '@countersign/client/generated/api';
import type { BulkRowStatus } from '@countersign/contract/bulk-send';
import type { DocumentStatus } from '@countersign/contract/document';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge } from '../parts/badge.tsx';
import { Confirm, Select } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printMoment } from '../parts/moments.ts';
import { Answer, Card, Fault, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useInvalidate, usePolledQuery } from '../query.ts';
import { Link } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useTemplateName } from '../templates/use-template-name.ts';
import { useToasts } from '../toasts.tsx';
import { type Action, useAction } from '../use-action.ts';
import { documentStates } from '../words.ts';
import { DispatchDialog } from './dispatch-dialog.tsx';
import { OperationCard } from './operation-card.tsx';
import { CorrectDialog } from './operation-dialogs.tsx';
import { OutcomesCard } from './outcomes-card.tsx';
import { PreviewCard, PreviewLink } from './preview-card.tsx';
import { RatedProgress } from './rated-progress.tsx';
import { rowErrorWords } from './row-error.ts';
import { PlanNotes } from './sending-plan.tsx';
import { apiRows, bulkRowStates, bulkSendStates } from './states.ts';

const rowsShown = 100;
/** Poll interval while the bulk send is changing, in milliseconds. */
const changingPollMs = 1500;

/** The page of a bulk send. */
export function BulkSendPage({ params }: PageProps) {
  const [isChanging, setChanging] = useState(true);
  const query = usePolledQuery(isChanging ? changingPollMs : null, '/v1/bulk-sends/{bulk_send_id}', {
    path: { bulk_send_id: params.id! },
    query: { rows_limit: 0 },
  });
  const changing =
    !query.data ||
    query.data.status === 'draft' ||
    query.data.status === 'dispatching' ||
    query.data.operation?.status === 'running';
  if (changing !== isChanging) setChanging(changing);
  return (
    <Answer query={query} lines={8}>
      {(send) => <BulkSendView send={send} />}
    </Answer>
  );
}

function Downloads({ send }: { send: BulkSendOut }) {
  const client = useClient();
  const path = { bulk_send_id: send.id };
  return (
    <>
      {send.row_count > 0 && (
        <ButtonLink href={client.fileUrl('/v1/bulk-sends/{bulk_send_id}/rows.csv', { path })} download>
          <Icon name="download" />
          Results as CSV
        </ButtonLink>
      )}
      {send.sent_count > 0 && (
        <>
          <ButtonLink href={client.fileUrl('/v1/bulk-sends/{bulk_send_id}/answers.csv', { path })} download>
            <Icon name="download" />
            Answers as CSV
          </ButtonLink>
          <ButtonLink
            href={client.fileUrl('/v1/bulk-sends/{bulk_send_id}/evidence.tar', { path })}
            title="Sealed PDFs and audit trails of the completed documents"
            download
          >
            <Icon name="download" />
            Evidence (tar)
          </ButtonLink>
        </>
      )}
    </>
  );
}

function BulkSendView({ send }: { send: BulkSendOut }) {
  const path = { bulk_send_id: send.id };
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const templateName = useTemplateName();
  const [ask, setAsk] = useState<'dispatch' | 'cancel' | null>(null);
  const [label, tone] = bulkSendStates[send.status];
  const retry = useAction(async () => {
    await client.post('/v1/bulk-sends/{bulk_send_id}/retry-failed', { params: { path } });
    invalidate('/v1/bulk-sends');
    say('Retrying failed rows');
  });
  const cancel = async () => {
    await client.post('/v1/bulk-sends/{bulk_send_id}/cancel', { params: { path } });
    settle(send.status === 'dispatching' ? 'Sending stopped' : 'Canceled');
  };
  const settle = (word: string) => {
    invalidate('/v1/bulk-sends', '/v1/documents', '/v1/usage');
    say(word);
  };
  return (
    <Page
      title={
        <>
          {send.source_filename || apiRows} <Badge tone={tone}>{label}</Badge>
        </>
      }
      documentTitle={send.source_filename || apiRows}
      back={{ href: '/bulk-sends', label: 'Bulk sends' }}
      lead={`From ${templateName(send.template_id)}, created ${printMoment(send.created_at)}`}
      actions={<Actions send={send} retry={retry} onAsk={setAsk} />}
    >
      <Fault error={retry.error} />
      <Notes send={send} />
      <div className="c-tiles">
        <Tile name="Rows" value={send.row_count} />
        <Tile name="Sent" value={send.sent_count} />
        <Tile name="Failed" value={send.failed_count} />
        <Tile name="Invalid, not sent" value={send.invalid_count} />
        {send.canceled_count > 0 && <Tile name="Not sent" value={send.canceled_count} />}
      </div>
      {send.status === 'draft' && <ReadingCard send={send} />}
      {(send.status === 'dispatching' || send.finished_at) && sendableRows(send) > 0 && (
        <SendingCard send={send} />
      )}
      <OperationCard send={send} />
      <PreviewCard send={send} />
      <OutcomesCard send={send} />
      {send.row_count > 0 && <RowsCard key={firstRowsShown(send)} send={send} />}
      {ask === 'dispatch' && (
        <DispatchDialog send={send} onDispatched={settle} onClose={() => setAsk(null)} />
      )}
      {ask === 'cancel' && (
        <Confirm
          {...(send.status === 'dispatching' ? stopWords : cancelWords)}
          danger
          onClose={() => setAsk(null)}
          onConfirm={cancel}
        >
          <p>Rows that are still waiting are not sent. Documents that were sent are not affected.</p>
        </Confirm>
      )}
    </Page>
  );
}

const stopWords = { title: 'Stop sending?', action: 'Stop sending', cancel: 'Keep sending' };
const cancelWords = { title: 'Cancel this bulk send?', action: 'Cancel bulk send', cancel: 'Keep it' };

const sendableRows = (send: BulkSendOut): number => send.row_count - send.invalid_count;

/** The buttons at the top of the page. `onAsk` opens a dialog. */
function Actions({
  send,
  retry,
  onAsk,
}: {
  send: BulkSendOut;
  retry: Pick<Action<[]>, 'isBusy' | 'run'>;
  onAsk: (ask: 'dispatch' | 'cancel') => void;
}) {
  const sendable = sendableRows(send);
  const canDispatch = send.status === 'ready' || (send.status === 'invalid' && sendable > 0);
  return (
    <>
      {canDispatch && (
        <Button look="primary" onClick={() => onAsk('dispatch')}>
          <Icon name="send" />
          {send.status === 'invalid'
            ? `Send the ${counted(sendable, 'valid row')}`
            : `Send ${counted(send.row_count, 'document')}`}
        </Button>
      )}
      {(send.status === 'ready' || send.status === 'dispatching' || send.status === 'invalid') && (
        <Button onClick={() => onAsk('cancel')}>
          {send.status === 'dispatching' ? 'Stop sending…' : 'Cancel bulk send…'}
        </Button>
      )}
      {send.failed_count > 0 && send.status !== 'dispatching' && (
        <Button busy={retry.isBusy} onClick={() => void retry.run()}>
          <Icon name="refresh" />
          Retry failed
        </Button>
      )}
      <CorrectButton send={send} />
      <ArchiveButton send={send} />
      <Downloads send={send} />
    </>
  );
}

/** What the person should know before the rows are sent. */
function Notes({ send }: { send: BulkSendOut }) {
  return (
    <>
      {send.error && (
        <div className="c-note c-note-bad" role="note">
          <Icon name="warning" />
          <div>
            <strong>The file could not be read completely.</strong> {send.error}
          </div>
        </div>
      )}
      {send.invalid_count > 0 && send.status === 'invalid' && (
        <div className="c-note c-note-warn" role="note">
          <Icon name="warning" />
          <div>
            <strong>{counted(send.invalid_count, 'row')} cannot be sent.</strong> The reasons are listed
            below. Fix the file and upload it again, or send only the valid rows.
          </div>
        </div>
      )}
      {send.pdfs && send.pdfs.unused > 0 && send.status !== 'draft' && (
        <div className="c-note" role="note">
          <Icon name="info" />
          <div>No row names {counted(send.pdfs.unused, 'file')} of the ZIP.</div>
        </div>
      )}
      {send.review_flagged && (
        <div className="c-note" role="note">
          <Icon name="info" />
          <div>
            This is a large number of documents for one day. The operator may review it; sending is not
            affected.
          </div>
        </div>
      )}
    </>
  );
}

/** The progress of reading the rows and checking their PDFs. */
function ReadingCard({ send: { pdfs } }: { send: BulkSendOut }) {
  return (
    <Card>
      {pdfs ? (
        <RatedProgress doing="Checking PDFs" done={pdfs.checked} total={pdfs.total} unit="file" />
      ) : (
        <p role="status">Reading the file and checking every row. This page updates automatically.</p>
      )}
    </Card>
  );
}

/** The progress of sending, or when it finished, and the plan of the emails. */
function SendingCard({ send }: { send: BulkSendOut }) {
  const sendable = sendableRows(send);
  const ended = send.sent_count + send.failed_count + send.canceled_count;
  return (
    <Card>
      {send.status === 'dispatching' ? (
        <RatedProgress doing="Sending" done={ended} total={sendable} unit="row" />
      ) : (
        <p>
          {send.status === 'canceled' ? 'Stopped' : 'Finished'} {printMoment(send.finished_at)}
        </p>
      )}
      <PlanNotes send={send} />
    </Card>
  );
}

/** Corrects rows that were read and are not being sent now. */
function CorrectButton({ send }: { send: BulkSendOut }) {
  const [isAsking, setAsking] = useState(false);
  if (send.row_count === 0 || send.status === 'draft' || send.status === 'dispatching') return null;
  return (
    <>
      <Button disabled={send.operation?.status === 'running'} onClick={() => setAsking(true)}>
        Correct recipients…
      </Button>
      {isAsking && <CorrectDialog send={send} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Hides a bulk send whose documents have all ended, or shows it again. */
function ArchiveButton({ send }: { send: BulkSendOut }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const isArchived = Boolean(send.archived_at);
  const change = useAction(async () => {
    const verb = isArchived ? 'unarchive' : 'archive';
    const params = { path: { bulk_send_id: send.id } };
    await client.post(`/v1/bulk-sends/{bulk_send_id}/${verb}`, { params });
    invalidate('/v1/bulk-sends');
    say(isArchived ? 'Shown in lists again' : 'Archived');
  });
  if (!isArchived && !send.completed_at) return null;
  return (
    <>
      <Button busy={change.isBusy} onClick={() => void change.run()}>
        {isArchived ? 'Show in lists again' : 'Archive'}
      </Button>
      <Fault error={change.error} />
    </>
  );
}

function Tile({ name, value }: { name: string; value: number }) {
  return (
    <section className="c-card c-tile">
      <h2>{name}</h2>
      <p className="c-tile-value">{value.toLocaleString('en')}</p>
    </section>
  );
}

/** The names or addresses of a row's recipients. Values that are not text are left out: they are errors of the file. */
function textsOf({ recipients }: BulkRowOut, member: 'name' | 'email'): string {
  return recipients.flatMap((one) => (typeof one[member] === 'string' ? one[member] : [])).join(', ');
}

/** The rows that need attention, if there are any. */
function firstRowsShown({ status, failed_count: failed }: BulkSendOut): BulkRowStatus | '' {
  if (status === 'invalid') return 'invalid';
  return failed > 0 && status !== 'dispatching' ? 'failed' : '';
}

/** The rows. They are folded when all were sent, because the documents above are the same ones. */
function RowsCard({ send }: { send: BulkSendOut }) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (isUnfolded || send.status !== 'done' || send.sent_count < send.row_count) return <Rows send={send} />;
  return (
    <Card
      title="Rows of the file"
      hint={`All ${counted(send.row_count, 'row')} were sent.`}
      actions={<Button onClick={() => setUnfolded(true)}>Show the rows</Button>}
    >
      {null}
    </Card>
  );
}

function Rows({ send }: { send: BulkSendOut }) {
  const [status, setStatus] = useState<BulkRowStatus | ''>(firstRowsShown(send));
  /** The last row number of each earlier page. */
  const [lastRows, setLastRows] = useState<number[]>([]);
  const page = usePolledQuery(
    send.status === 'dispatching' ? changingPollMs : 10_000,
    '/v1/bulk-sends/{bulk_send_id}',
    {
      path: { bulk_send_id: send.id },
      query: { rows_limit: rowsShown, rows_after: lastRows.at(-1) ?? 0, ...(status && { status }) },
    },
  );
  /** A page of large rows has fewer than were asked for. Without a filter, the last row has the highest number. */
  const mayHaveMore = (rows: BulkRowOut[]) =>
    rows.length === rowsShown || (status === '' && rows.at(-1)!.row_no < send.row_count);
  return (
    <Card
      title="Rows of the file"
      actions={
        <Select
          label="Rows to show"
          hideLabel
          className="c-inline-select"
          value={status}
          onChange={(event) => {
            setStatus(event.currentTarget.value as BulkRowStatus | '');
            setLastRows([]);
          }}
        >
          <option value="">All rows</option>
          {Object.entries(bulkRowStates).map(([value, [label]]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      }
    >
      <Answer query={page}>
        {({ rows }) =>
          !rows?.length ? (
            <p className="hint">No rows with this status.</p>
          ) : (
            <>
              <Table columns={['Row', 'Recipients', 'Status', 'Document']}>
                {rows.map((row) => (
                  <Row key={row.row_no} row={row} sendId={send.id} />
                ))}
              </Table>
              {(lastRows.length > 0 || mayHaveMore(rows)) && (
                <div className="c-pager">
                  <p>
                    Rows {rows[0]!.row_no.toLocaleString('en')} to {rows.at(-1)!.row_no.toLocaleString('en')}
                  </p>
                  <div className="button-row">
                    <Button
                      disabled={lastRows.length === 0}
                      onClick={() => setLastRows(lastRows.slice(0, -1))}
                    >
                      Previous
                    </Button>
                    <Button
                      disabled={!mayHaveMore(rows)}
                      onClick={() => setLastRows([...lastRows, rows.at(-1)!.row_no])}
                    >
                      Next
                    </Button>
                  </div>
                </div>
              )}
            </>
          )
        }
      </Answer>
    </Card>
  );
}

function Row({ row, sendId }: { row: BulkRowOut; sendId: string }) {
  const [label, tone] = bulkRowStates[row.status];
  const [state, stateTone] =
    row.delivery_state === 'bounced'
      ? (['Email bounced', 'bad'] as const)
      : (documentStates[row.delivery_state as DocumentStatus] ?? [null, 'plain']);
  return (
    <tr>
      <td className="c-number" data-label="Row">
        {row.row_no.toLocaleString('en')}
      </td>
      <td>
        {textsOf(row, 'name') || textsOf(row, 'email') || '–'}
        {textsOf(row, 'name') && <span className="c-row-sub c-break">{textsOf(row, 'email')}</span>}
        {row.error && <span className="c-row-error">{rowErrorWords(row.error)}</span>}
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td data-label="Document">
        {row.document_id ? (
          <>
            {state && <Badge tone={stateTone}>{state}</Badge>}{' '}
            <Link
              href={`/documents/${row.document_id}`}
              aria-label={`Open the document of row ${row.row_no}`}
            >
              Open
            </Link>
          </>
        ) : row.status === 'queued' ? (
          <PreviewLink sendId={sendId} rowNo={row.row_no}>
            Preview
          </PreviewLink>
        ) : (
          <span className="c-none">–</span>
        )}
      </td>
    </tr>
  );
}
