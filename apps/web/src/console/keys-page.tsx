/** API keys: made here or by a device, shown once, revoked for good. */
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

/** The keys of the workspace, both modes. */
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
      lead="Programs sign in with a key. It acts as a manager of this workspace, in its own mode."
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
                <p>Make one here, or let the command line ask for one:</p>
                <CopyBlock label="Command" text={`countersign login --url ${location.origin}`} />
              </EmptyState>
            ) : (
              <Table columns={['Key', 'Mode', 'Made', 'Last used', null]}>
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
                    <td data-label="Made">{printDay(key.created_at)}</td>
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
        <Dialog title={`Key “${made.name}” is made`} onClose={() => setMade(null)} className="dialog-wide">
          <p className="c-note c-note-warn">
            <Icon name="warning" />
            <span>Copy it now: it is shown this once, and stored nowhere.</span>
          </p>
          <CopyBlock label="Key" text={made.key} secret />
          <p className="hint">Send it as Authorization: Bearer …</p>
          <div className="button-row dialog-actions">
            <Button look="primary" onClick={() => setMade(null)}>
              I have it
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
          <p>Programs that use it are refused at once. This cannot be taken back.</p>
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
      action="Make key"
      explains={hasIssue('name')}
      onSubmit={async () => onMade(await client.post('/v1/keys', { body: { name: name.trim(), mode } }))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Name"
            hint="What uses it: a program, a server."
            required
            maxLength={120}
            value={name}
            error={issueOf(error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select label="Mode" value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
            <option value="live">Live: what it sends is binding</option>
            <option value="test">Test: marked, binds nobody, costs nothing</option>
          </Select>
        </>
      )}
    </FormDialog>
  );
}
