import type { WebhookCreated, WebhookOut } from '@countersign/client/generated/api';
import type { DocumentEventType } from '@countersign/contract/events';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CopyBlock, Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { errorWords, isProblem, issueOf } from '../problem-error.ts';
import { useClient } from '../session.tsx';

const eventHints: Record<DocumentEventType, string> = {
  'document.created': 'a document was made',
  'document.sent': 'sent, or sent again',
  'document.opened': 'a recipient opened the link, once each',
  'document.signed': 'a recipient finished',
  'document.completed': 'everybody has signed',
  'document.sealed': 'the sealed PDF is ready',
  'document.rejected': 'a recipient declined',
  'document.expired': 'the time was up',
  'document.bounced': 'a mail could not be delivered',
};
const order = Object.keys(eventHints) as DocumentEventType[];

const urlFaultOf = (error: unknown): string | null =>
  isProblem(error, 'webhook-url-refused') ? errorWords(error) : issueOf(error, 'url');

/** Makes a webhook, or changes one. */
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
      title={webhook ? 'Change the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Make webhook'}
      explains={(error) => urlFaultOf(error) !== null}
      onSubmit={save}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Address"
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
              label="All, also those to come"
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

/** Shows a signing secret, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="The signing secret" onClose={onClose} className="dialog-wide">
      <p className="c-note c-note-warn">
        <Icon name="warning" />
        <span>Copy it now: it is shown this once.</span>
      </p>
      <CopyBlock label="Secret" text={secret} secret />
      <p className="hint">
        Verify X-Service-Signature with it, or the Standard Webhooks headers with one of that project's
        libraries.
      </p>
      <div className="button-row dialog-actions">
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      </div>
    </Dialog>
  );
}
