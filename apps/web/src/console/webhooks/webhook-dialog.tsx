import type { WebhookCreated, WebhookOut } from '@countersign/client/generated/api';
import type { PublicEventType } from '@countersign/contract/events';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CopyBlock, Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { errorWords, isProblem, issueOf } from '../problem-error.ts';
import { useClient } from '../session.tsx';

const eventHints: Record<PublicEventType, string> = {
  'document.created': 'a document was created',
  'document.sent': 'a document was sent or resent',
  'document.opened': 'a recipient opened the link for the first time',
  'document.signed': 'a recipient finished',
  'document.completed': 'everyone has signed',
  'document.sealed': 'the sealed PDF is ready',
  'document.rejected': 'a recipient declined',
  'document.expired': 'the due date has passed',
  'document.bounced': 'an email could not be delivered',
  'bulk_send.finished': 'no row of a bulk send waits to be sent any more',
  'bulk_send.completed': 'all documents of a bulk send have ended',
};
const order = Object.keys(eventHints) as PublicEventType[];

const urlFaultOf = (error: unknown): string | null =>
  isProblem(error, 'webhook-url-refused') ? errorWords(error) : issueOf(error, 'url');

/** Creates or edits a webhook. */
export function WebhookDialog({
  webhook,
  onSaved,
  onClose,
}: {
  webhook?: WebhookOut;
  onSaved: (webhook: WebhookOut | WebhookCreated) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [isAll, setAll] = useState(!webhook || webhook.events.length === 0);
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(webhook?.events ?? []));
  const save = async () => {
    if (!isAll && events.size === 0) throw new Error('Choose at least one event, or all of them.');
    const body = { url: url.trim(), events: isAll ? [] : order.filter((type) => events.has(type)) };
    onSaved(
      webhook
        ? await client.patch('/v1/webhooks/{webhook_id}', {
            params: { path: { webhook_id: webhook.id } },
            body,
          })
        : await client.post('/v1/webhooks', { body }),
    );
  };
  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create webhook'}
      explains={(error) => urlFaultOf(error) !== null}
      onSubmit={save}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="URL"
            type="url"
            required
            maxLength={2000}
            placeholder="https://example.com/hooks"
            value={url}
            error={urlFaultOf(error)}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <fieldset className="c-ticks">
            <legend>Events</legend>
            <Tick
              label="All events, including future ones"
              checked={isAll}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
            {!isAll &&
              order.map((type) => (
                <Tick
                  key={type}
                  label={<code className="c-mono">{type}</code>}
                  hint={eventHints[type]}
                  checked={events.has(type)}
                  onChange={(event) => {
                    const next = new Set(events);
                    if (event.currentTarget.checked) next.add(type);
                    else next.delete(type);
                    setEvents(next);
                  }}
                />
              ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

/** Shows a signing secret, which cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="Signing secret" onClose={onClose} className="dialog-wide">
      <p className="c-note c-note-warn">
        <Icon name="warning" />
        <span>Copy it now. It is shown only once.</span>
      </p>
      <CopyBlock label="Secret" text={secret} secret />
      <p className="hint">
        Use it to verify X-Service-Signature, or verify the Standard Webhooks headers with one of that
        project's libraries.
      </p>
      <div className="button-row dialog-actions">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
