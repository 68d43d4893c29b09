/** The webhooks of the workspace, for both modes. */
import type { WebhookCreated } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../parts/badge.tsx';
import { CopyBlock } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useInvalidate, useQuery } from '../query.ts';
import { Link, useRouter } from '../router.tsx';
import { SecretDialog, WebhookDialog } from './webhook-dialog.tsx';

/** The webhooks of the workspace. */
export function WebhookListPage() {
  const webhooks = useQuery('/v1/webhooks');
  const invalidate = useInvalidate();
  const { go } = useRouter();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<WebhookCreated | null>(null);
  return (
    <Page
      title="Webhooks"
      lead="Sends signed events of live and test documents to your programs."
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New webhook
        </Button>
      }
    >
      <Card>
        <Answer query={webhooks}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="webhooks" title="No webhooks yet">
                <p>
                  A webhook receives every event within moments, so that your program does not need to poll.
                  Failed deliveries are retried.
                </p>
                <p>To try it on your own computer, without a public address:</p>
                <CopyBlock
                  label="Command"
                  text="countersign webhooks listen --forward-to http://localhost:4000/hooks"
                />
              </EmptyState>
            ) : (
              <Table columns={['URL', 'Status', 'Events']}>
                {all.map((webhook) => (
                  <tr key={webhook.id}>
                    <td>
                      <Link className="c-row-title" href={`/webhooks/${webhook.id}`}>
                        {webhook.url}
                      </Link>
                    </td>
                    <td>
                      <Badge tone={webhook.active ? 'good' : 'plain'}>
                        {webhook.active ? 'Active' : 'Off'}
                      </Badge>
                    </td>
                    <td data-label="Events">
                      {webhook.events.length === 0 ? 'All' : webhook.events.join(', ')}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Answer>
      </Card>
      {isCreating && (
        <WebhookDialog
          onClose={() => setCreating(false)}
          onSaved={(webhook) => {
            setCreating(false);
            invalidate('/v1/webhooks');
            if ('secret' in webhook) setMade(webhook);
          }}
        />
      )}
      {made && (
        <SecretDialog
          secret={made.secret}
          onClose={() => {
            setMade(null);
            go(`/webhooks/${made.id}`);
          }}
        />
      )}
    </Page>
  );
}
