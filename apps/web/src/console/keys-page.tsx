/** API keys: created here or by a device, shown once, revoked permanently. */
import type { KeyCreated, KeyOut } from '@countersign/client/generated/api';
import type { Mode } from '@countersign/contract/common';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Badge } from './parts/badge.tsx';
import { Confirm, CopyBlock, Select } from './parts/controls.tsx';
import { FormDialog } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { printAgo, printDay } from './parts/moments.ts';
import { Answer, Card, EmptyState, Page } from './parts/page.tsx';
import { Table } from './parts/table.tsx';
import { hasIssue, issueOf } from './problem-error.ts';
import { useInvalidate, useQuery } from './query.ts';
import { useClient, useScope } from './session.tsx';
import { useToasts } from './toasts.tsx';

/** All keys of the workspace, of both modes. */
export function KeysPage() {
  const keys = useQuery('/v1/keys');
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<KeyCreated | null>(null);
  const [revoking, setRevoking] = useState<KeyOut | null>(null);
  return (
    <Page
      title="API keys"
      lead="Programs authenticate with a key. A key has the rights of a manager in this workspace, in one mode."
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          New key
        </Button>
      }
    >
      <Card>
        <Answer query={keys}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="keys" title="No keys yet">
                <p>Create one here, or from the command line:</p>
                <CopyBlock label="Command" text={`countersign login --url ${location.origin}`} />
              </EmptyState>
            ) : (
              <Table columns={['Key', 'Mode', 'Created', 'Last used', null]}>
                {all.map((key) => (
                  <tr key={key.id} className={key.revoked_at ? 'c-row-off' : undefined}>
                    <td>
                      <span className="c-row-title">{key.name}</span>
                      <span className="c-row-sub c-mono">{key.display}</span>
                    </td>
                    <td>
                      <Badge tone={key.mode === 'test' ? 'warn' : 'good'}>
                        {key.mode === 'test' ? 'Test' : 'Live'}
                      </Badge>
                    </td>
                    <td data-label="Created">{printDay(key.created_at)}</td>
                    <td data-label="Last used">{key.last_used_at ? printAgo(key.last_used_at) : 'Never'}</td>
                    <td className="c-cell-end">
                      {key.revoked_at ? (
                        <Badge tone="plain">Revoked {printDay(key.revoked_at)}</Badge>
                      ) : (
                        <Button onClick={() => setRevoking(key)} aria-label={`Revoke ${key.name}`}>
                          Revoke
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Answer>
      </Card>
      {isCreating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onMade={(key) => {
            setCreating(false);
            setMade(key);
            invalidate('/v1/keys');
          }}
        />
      )}
      {made && (
        <Dialog title={`Key “${made.name}” created`} onClose={() => setMade(null)} className="dialog-wide">
          <p className="c-note c-note-warn">
            <Icon name="warning" />
            <span>Copy it now. It is shown only once and is not stored.</span>
          </p>
          <CopyBlock label="Key" text={made.key} secret />
          <p className="hint">Send it in the header: Authorization: Bearer …</p>
          <div className="button-row dialog-actions">
            <Button look="primary" onClick={() => setMade(null)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke"
          danger
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await client.post('/v1/keys/{key_id}/revoke', { params: { path: { key_id: revoking.id } } });
            invalidate('/v1/keys');
            say('Key revoked');
          }}
        >
          <p>Programs that use this key lose access immediately. This cannot be undone.</p>
        </Confirm>
      )}
    </Page>
  );
}

function CreateDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: KeyCreated) => void }) {
  const { client, mode: current } = useScope();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Mode>(current);
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      explains={hasIssue('name')}
      onSubmit={async () => onMade(await client.post('/v1/keys', { body: { name: name.trim(), mode } }))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Name"
            hint="The program or server that uses the key."
            required
            maxLength={120}
            value={name}
            error={issueOf(error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select label="Mode" value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
            <option value="live">Live: documents are legally binding</option>
            <option value="test">Test: documents are marked, not legally binding, and free</option>
          </Select>
        </>
      )}
    </FormDialog>
  );
}
