/** The job queues for operators: length, age of the oldest job, and jobs that have failed permanently. */
import type { QueueOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Badge } from './parts/badge.tsx';
import { Confirm } from './parts/controls.tsx';
import { Icon } from './parts/icon.tsx';
import { counted, printAgo, printMoment, printSpan } from './parts/moments.ts';
import { Answer, Card, EmptyState, Page } from './parts/page.tsx';
import { Table } from './parts/table.tsx';
import { useInvalidate, usePolledQuery, useQuery } from './query.ts';
import { useClient, useScope } from './session.tsx';
import { useToasts } from './toasts.tsx';

/** Seconds after which a waiting job counts as late. */
const lateSeconds = 60;

/** The API stops counting here. */
const mostCounted = 10_000;
const jobCount = (count: number): string =>
  count >= mostCounted ? `${mostCounted.toLocaleString('en')}+` : count.toLocaleString('en');

/** Queues of the whole installation. */
export function OperatorPage() {
  const { session } = useScope();
  return session.user.operator ? (
    <Queues />
  ) : (
    <Page title="Queues">
      <EmptyState icon="operator" title="For operators">
        <p>Only operators of this installation can see its queues.</p>
      </EmptyState>
    </Page>
  );
}

function Queues() {
  const queues = usePolledQuery(3000, '/v1/console/queues');
  const [chosen, setChosen] = useState<string | null>(null);
  const [redriving, setRedriving] = useState<QueueOut | null>(null);
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  return (
    <Page title="Queues" lead="Background work of the whole installation. Updates automatically.">
      <Card>
        <Answer query={queues}>
          {(all) => (
            <Table
              columns={['Queue', 'State', 'Waiting', 'Oldest', 'Running', 'Retry scheduled', 'Dead', null]}
            >
              {all.map((queue) => (
                <tr key={queue.name}>
                  <th scope="row">
                    <span className="c-row-title">{queue.name}</span>
                    {queue.last_error && (
                      <span className="c-row-error">
                        {printAgo(queue.last_error_at)}: {queue.last_error}
                      </span>
                    )}
                  </th>
                  <td>
                    <QueueState queue={queue} />
                  </td>
                  <td data-label="Waiting" className="c-number">
                    {jobCount(queue.ready)}
                  </td>
                  <td data-label="Oldest">{printSpan(queue.oldest_ready_seconds)}</td>
                  <td data-label="Running" className="c-number">
                    {jobCount(queue.active)}
                  </td>
                  <td data-label="Retry scheduled" className="c-number">
                    {jobCount(queue.retry)}
                  </td>
                  <td data-label="Dead" className="c-number">
                    {jobCount(queue.dead)}
                  </td>
                  <td className="c-cell-end">
                    {queue.dead > 0 && (
                      <span className="c-actions c-actions-end">
                        <Button
                          aria-expanded={chosen === queue.name}
                          onClick={() => setChosen(chosen === queue.name ? null : queue.name)}
                        >
                          Show
                        </Button>
                        <Button onClick={() => setRedriving(queue)}>
                          <Icon name="refresh" />
                          Retry
                        </Button>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Answer>
      </Card>
      {chosen && <DeadJobs queue={chosen} />}
      {redriving && (
        <Confirm
          title={`Retry the dead jobs of ${redriving.name}?`}
          action="Retry"
          onClose={() => setRedriving(null)}
          onConfirm={async () => {
            const { redriven } = await client.post('/v1/console/queues/{name}/redrive', {
              params: { path: { name: redriving.name } },
            });
            invalidate('/v1/console/queues');
            say(`${counted(redriven, 'job')} queued`);
          }}
        >
          <p>Each job first checks whether its work is still needed, so nothing happens twice.</p>
        </Confirm>
      )}
    </Page>
  );
}

function QueueState({ queue }: { queue: QueueOut }) {
  if (queue.dead > 0) return <Badge tone="bad">Dead jobs</Badge>;
  if ((queue.oldest_ready_seconds ?? 0) > lateSeconds) return <Badge tone="warn">Late</Badge>;
  if (queue.ready + queue.active > 0) return <Badge tone="info">Working</Badge>;
  return <Badge tone="good">Idle</Badge>;
}

function DeadJobs({ queue }: { queue: string }) {
  const jobs = useQuery('/v1/console/queues/{name}/dead', { path: { name: queue } });
  return (
    <Card title={`Dead jobs of ${queue}`} hint="The most recent 100.">
      <Answer query={jobs}>
        {(all) => (
          <ul className="c-log">
            {all.map((job) => (
              <li key={job.id}>
                <strong>{job.error ?? 'No error recorded'}</strong>
                <span className="c-row-sub">
                  {printMoment(job.created_at)} ·{' '}
                  <span className="c-mono">{JSON.stringify(job.payload)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Card>
  );
}
