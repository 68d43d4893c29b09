/** One webhook: its settings, and its deliveries with every attempt. */
import type { DeliveryOut, WebhookOut } from '@countersign/client/generated/api';
import { type PublicEventType, publicEventTypes } from '@countersign/contract/events';
import type { DeliveryStatus } from '@countersign/contract/webhook';
import { Fragment, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Confirm, Menu, Select } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printAgo, printMoment } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useInvalidate, usePolledQuery, useQuery } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { SecretDialog, WebhookDialog } from './webhook-dialog.tsx';

const deliveryStates: Record<DeliveryStatus, readonly [string, Tone]> = {
  queued: ['Queued', 'info'],
  success: ['Delivered', 'good'],
  failed: ['Retry scheduled', 'warn'],
  dead: ['Dead', 'bad'],
};
/** Poll interval of the deliveries, in milliseconds. */
const followMs = 2500;
const pageSize = 50;

/** The page of a webhook. */
export function WebhookPage({ params }: PageProps) {
  const webhook = useQuery('/v1/webhooks/{webhook_id}', { path: { webhook_id: params.id! } });
  return (
    <Answer query={webhook} lines={6}>
      {(data) => <WebhookView webhook={data} />}
    </Answer>
  );
}

type Ask = 'edit' | 'rotate' | 'delete' | 'test';

function WebhookView({ webhook }: { webhook: WebhookOut }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const rotation = webhook.previous_secret_expires_at;
  return (
    <Page
      title={
        <>
          {webhook.url}{' '}
          <Badge tone={webhook.active ? 'good' : 'plain'}>{webhook.active ? 'Active' : 'Off'}</Badge>
        </>
      }
      documentTitle={webhook.url}
      back={{ href: '/webhooks', label: 'Webhooks' }}
      lead={webhook.events.length === 0 ? 'All events' : webhook.events.join(', ')}
      className="c-page-url"
      actions={<Actions webhook={webhook} onAsk={setAsk} />}
    >
      {!webhook.active && (
        <div className="c-note c-note-warn" role="note">
          <Icon name="info" />
          <div>
            This webhook is off. Waiting deliveries are held until you turn it on. Events that happen while it
            is off are not delivered.
          </div>
        </div>
      )}
      {rotation && Date.parse(rotation) > Date.now() && (
        <div className="c-note" role="note">
          <Icon name="refresh" />
          <div>Deliveries are also signed with the previous secret until {printMoment(rotation)}.</div>
        </div>
      )}
      <Deliveries webhookId={webhook.id} />
      <Dialogs webhook={webhook} ask={ask} onClose={() => setAsk(null)} />
    </Page>
  );
}

/** The test button, and a menu with everything else. `onAsk` opens a dialog. */
function Actions({ webhook, onAsk }: { webhook: WebhookOut; onAsk: (ask: Ask) => void }) {
  const params = { path: { webhook_id: webhook.id } };
  const client = useClient();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  const act = (work: () => Promise<unknown>, word: string) =>
    void attempt(async () => {
      await work().finally(() => invalidate('/v1/webhooks'));
      return word;
    });
  const turnOff = () => act(() => client.post('/v1/webhooks/{webhook_id}/disable', { params }), 'Turned off');
  const turnOn = () =>
    act(() => client.patch('/v1/webhooks/{webhook_id}', { params, body: { active: true } }), 'Turned on');
  const redeliverDead = () =>
    act(() => client.post('/v1/webhooks/{webhook_id}/redeliver-dead', { params }), 'Dead deliveries queued');
  return (
    <>
      <Button onClick={() => onAsk('test')}>
        <Icon name="send" />
        Send a test
      </Button>
      <Menu
        label="More actions"
        items={[
          { label: 'Edit…', icon: 'edit', onChoose: () => onAsk('edit') },
          { label: 'Rotate the secret…', icon: 'refresh', onChoose: () => onAsk('rotate') },
          webhook.active
            ? { label: 'Turn off', icon: 'close', onChoose: turnOff }
            : { label: 'Turn on', icon: 'check', onChoose: turnOn },
          { label: 'Redeliver all dead', icon: 'redo', onChoose: redeliverDead },
          { label: 'Delete…', icon: 'trash', danger: true, onChoose: () => onAsk('delete') },
        ]}
      />
    </>
  );
}

/** The dialog that was asked for, and the new secret after a rotation. */
function Dialogs({ webhook, ask, onClose }: { webhook: WebhookOut; ask: Ask | null; onClose: () => void }) {
  const params = { path: { webhook_id: webhook.id } };
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [secret, setSecret] = useState<string | null>(null);
  const closeWith = (word: string) => {
    onClose();
    invalidate('/v1/webhooks');
    say(word);
  };
  return (
    <>
      {ask === 'edit' && (
        <WebhookDialog webhook={webhook} onClose={onClose} onSaved={() => closeWith('Webhook saved')} />
      )}
      {ask === 'test' && (
        <TestDialog webhook={webhook} onClose={onClose} onSent={() => closeWith('Test queued')} />
      )}
      {ask === 'rotate' && (
        <Confirm
          title="Rotate the secret?"
          action="Rotate"
          onClose={onClose}
          onConfirm={async () => {
            const rotated = await client.post('/v1/webhooks/{webhook_id}/rotate-secret', { params });
            invalidate('/v1/webhooks');
            setSecret(rotated.secret);
          }}
        >
          <p>
            Deliveries are also signed with the current secret for one more day, so that you can update your
            program.
          </p>
        </Confirm>
      )}
      {ask === 'delete' && (
        <Confirm
          title="Delete this webhook?"
          action="Delete"
          danger
          onClose={onClose}
          onConfirm={async () => {
            await client.delete('/v1/webhooks/{webhook_id}', { params });
            invalidate('/v1/webhooks');
            say('Webhook deleted');
            go('/webhooks');
          }}
        >
          <p>Its deliveries are deleted too, and waiting ones are not sent.</p>
        </Confirm>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [open, setOpen] = useState<number | null>(null);
  const deliveries = usePolledQuery(followMs, '/v1/webhooks/{webhook_id}/deliveries', {
    path: { webhook_id: webhookId },
    query: { limit: pageSize, ...(status && { status }) },
  });
  const client = useClient();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  const redeliver = (id: number) =>
    attempt(async () => {
      const params = { path: { webhook_id: webhookId, delivery_id: id } };
      await client
        .post('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { params })
        .finally(() => invalidate(`/v1/webhooks/${webhookId}/deliveries`));
      return 'Queued';
    });
  return (
    <Card
      title="Deliveries"
      hint={`The newest ${pageSize}, with every attempt.`}
      actions={
        <Select
          label="Deliveries to show"
          hideLabel
          className="c-inline-select"
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value as DeliveryStatus | '')}
        >
          <option value="">All</option>
          {Object.entries(deliveryStates).map(([value, [label]]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      }
    >
      <Answer query={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="webhooks" title="No deliveries">
              <p>Send a test to check whether your program responds.</p>
            </EmptyState>
          ) : (
            <Table columns={['Event', 'Status', 'Response', 'Created', null]}>
              {all.map((delivery) => (
                <Fragment key={delivery.id}>
                  <DeliveryLine
                    delivery={delivery}
                    isOpen={open === delivery.id}
                    onToggle={() => setOpen(open === delivery.id ? null : delivery.id)}
                    onRedeliver={() => void redeliver(delivery.id)}
                  />
                  {open === delivery.id && (
                    <tr className="c-row-detail">
                      <td colSpan={5}>
                        <Attempts delivery={delivery} />
                        <RequestView webhookId={webhookId} delivery={delivery} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </Table>
          )
        }
      </Answer>
    </Card>
  );
}

function DeliveryLine({
  delivery,
  isOpen,
  onToggle,
  onRedeliver,
}: {
  delivery: DeliveryOut;
  isOpen: boolean;
  onToggle: () => void;
  onRedeliver: () => void;
}) {
  const [label, tone] = deliveryStates[delivery.status];
  const fault = delivery.status === 'success' ? null : (delivery.last_error ?? null);
  return (
    <tr>
      <td>
        <span className="c-row-title">{delivery.event_type}</span>
        <span className="c-row-sub c-mono">{delivery.event_id}</span>
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
        {delivery.status === 'failed' && delivery.next_retry_at && (
          <span className="c-row-sub">next attempt {printAgo(delivery.next_retry_at)}</span>
        )}
      </td>
      <td data-label="Response">
        {delivery.response_code ?? (fault === null && <span className="c-none">–</span>)}
        {fault !== null && <span className="c-row-error">{reasonOf(fault)}</span>}
      </td>
      <td data-label="Created" className="c-nowrap">
        <time dateTime={delivery.created_at} title={printMoment(delivery.created_at)}>
          {printAgo(delivery.created_at)}
        </time>
      </td>
      <td className="c-cell-end">
        <span className="c-actions c-actions-end">
          <Button aria-expanded={isOpen} className="c-unfold" onClick={onToggle}>
            <Icon name="chevron-right" />
            {counted(delivery.attempts.length, 'attempt')}
          </Button>
          {(delivery.status === 'dead' || delivery.status === 'failed') && (
            <Button onClick={onRedeliver}>
              <Icon name="refresh" />
              Redeliver
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Chooses the event of a test delivery. */
function TestDialog({
  webhook,
  onClose,
  onSent,
}: {
  webhook: WebhookOut;
  onClose: () => void;
  onSent: () => void;
}) {
  const client = useClient();
  const params = { path: { webhook_id: webhook.id } };
  const [type, setType] = useState<'ping' | PublicEventType>('ping');
  const isSubscribed = (one: PublicEventType) => webhook.events.length === 0 || webhook.events.includes(one);
  return (
    <Confirm
      title="Send a test"
      action="Send"
      onClose={onClose}
      onConfirm={async () => {
        if (type === 'ping') await client.post('/v1/webhooks/{webhook_id}/ping', { params });
        else await client.post('/v1/webhooks/{webhook_id}/test-event', { params, body: { type } });
        onSent();
      }}
    >
      <Select
        label="Event"
        hint="Signed and retried like any other delivery. Test events have the mode “test” and name a document or bulk send that does not exist."
        value={type}
        onChange={(event) => setType(event.currentTarget.value as typeof type)}
      >
        <option value="ping">ping</option>
        {publicEventTypes.map((one) => (
          <option key={one} value={one}>
            {isSubscribed(one) ? one : `${one} (not subscribed)`}
          </option>
        ))}
      </Select>
    </Confirm>
  );
}

/** The request of a delivery: address, headers with the signatures, and the body. */
function RequestView({ webhookId, delivery }: { webhookId: string; delivery: DeliveryOut }) {
  const detail = useQuery('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', {
    path: { webhook_id: webhookId, delivery_id: delivery.id },
  });
  return (
    <Answer query={detail} lines={4}>
      {({ request }) => (
        <div className="c-exchange">
          <h3>Request</h3>
          <p className="c-mono">
            {request.method} {request.url}
          </p>
          <dl className="c-headers">
            {Object.entries(request.headers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the body can be scrolled by keyboard */}
          <pre className="c-code" tabIndex={0}>
            {indented(request.body)}
          </pre>
          <p className="hint">
            The signatures cover the body without these line breaks. If the URL, the secret or the document's
            own data have changed since, the request that was sent had the earlier ones.
          </p>
        </div>
      )}
    </Answer>
  );
}

/** JSON with line breaks; other texts as they are. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The error of an attempt without the status code, which is shown next to it. */
const reasonOf = (error: string): string => error.replace(/^answered \d{3} ?/, '') || error;

function Attempts({ delivery }: { delivery: DeliveryOut }) {
  if (delivery.attempts.length === 0) return <p className="hint">No attempts yet.</p>;
  return (
    <>
      <h3>{delivery.attempts.length === 1 ? 'Response' : 'Responses'}</h3>
      <ol className="c-log">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            <strong>{attempt.response_code ?? 'No response'}</strong>{' '}
            <span className="c-muted">
              {printMoment(attempt.at)} · {attempt.duration_ms} ms
            </span>
            {attempt.error && <span className="c-row-error">{reasonOf(attempt.error)}</span>}
          </li>
        ))}
      </ol>
      {delivery.status === 'failed' && delivery.next_retry_at && (
        <p>
          Next attempt <strong>{printAgo(delivery.next_retry_at)}</strong>, at{' '}
          {printMoment(delivery.next_retry_at)}.
        </p>
      )}
    </>
  );
}
