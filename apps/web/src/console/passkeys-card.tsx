/** The person's passkeys: add, rename, remove. */
import type { PasskeyOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Confirm, IconButton } from './parts/controls.tsx';
import { FormDialog } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { printAgo, printDay } from './parts/moments.ts';
import { Answer, Card, Fault } from './parts/page.tsx';
import { hasIssue, isProblem, issueOf } from './problem-error.ts';
import { useInvalidate, useQuery } from './query.ts';
import { useClient, useSessionStore } from './session.tsx';
import { useSignInMethods } from './single-sign-on.tsx';
import { useToasts } from './toasts.tsx';
import { useAction } from './use-action.ts';

const passkeysPath = '/v1/console/passkeys';
const maxName = 100;

/** A name that tells devices apart until the person gives another one. */
const suggestedName = () => {
  const known = /\b(iPhone|iPad|Android|Macintosh|Windows|CrOS|Linux)\b/.exec(navigator.userAgent)?.[1];
  return known === 'Macintosh' ? 'Mac' : known === 'CrOS' ? 'Chromebook' : (known ?? 'Passkey');
};

/** The card, if the installation and this browser can have passkeys. */
export function PasskeysCard() {
  const { passkeys } = useSignInMethods();
  return passkeys && 'PublicKeyCredential' in window ? <Passkeys /> : null;
}

function Passkeys() {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const passkeys = useQuery(passkeysPath);
  const [renaming, setRenaming] = useState<PasskeyOut | null>(null);
  const [removing, setRemoving] = useState<PasskeyOut | null>(null);
  const [mustSignIn, setMustSignIn] = useState(false);
  /** Runs a change, and asks for a new sign-in if the last one is too old for it. */
  const change = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      if (!isProblem(error, 'recent-sign-in-required')) throw error;
      setMustSignIn(true);
    }
  };
  const add = useAction(() =>
    change(async () => {
      const { makePasskey } = await import('./passkeys.ts');
      const { options } = await client.post('/v1/console/passkeys/registration');
      const response = await makePasskey(options);
      if (!response) return;
      await client.post(passkeysPath, { body: { name: suggestedName(), response } });
      invalidate(passkeysPath, '/v1/console/sign-ins');
      say('Passkey added');
    }),
  );
  return (
    <Card
      title="Passkeys"
      hint="Sign in with your fingerprint, face, PIN or security key instead of a link by email."
      actions={
        <Button busy={add.isBusy} onClick={() => void add.run()}>
          <Icon name="plus" />
          Add a passkey
        </Button>
      }
    >
      <Fault error={add.error} />
      <Answer query={passkeys} lines={2}>
        {(all) =>
          all.length === 0 ? (
            <p className="hint">You have no passkeys.</p>
          ) : (
            <ul className="c-passkeys">
              {all.map((one) => (
                <li key={one.id}>
                  <div>
                    <strong>{visibleText(one.name)}</strong>
                    <span className="c-row-sub">
                      Added {printDay(one.created_at)} ·{' '}
                      {one.last_used_at ? `used ${printAgo(one.last_used_at)}` : 'not used yet'}
                      {one.backed_up && ' · synchronized'}
                    </span>
                  </div>
                  <IconButton icon="edit" label={`Rename ${one.name}`} onClick={() => setRenaming(one)} />
                  <IconButton icon="trash" label={`Remove ${one.name}`} onClick={() => setRemoving(one)} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && (
        <Confirm
          title={`Remove ${visibleText(removing.name)}?`}
          action="Remove"
          danger
          onClose={() => setRemoving(null)}
          onConfirm={() =>
            change(async () => {
              await client.delete('/v1/console/passkeys/{passkey_id}', {
                params: { path: { passkey_id: removing.id } },
              });
              invalidate(passkeysPath, '/v1/console/sign-ins');
              say('Passkey removed');
            })
          }
        >
          <p>You can no longer sign in with it. Delete it on your device as well.</p>
        </Confirm>
      )}
      {mustSignIn && <SignInAgainDialog onClose={() => setMustSignIn(false)} />}
    </Card>
  );
}

/** Signs the person out. The sign-in page then leads back to this page. */
function SignInAgainDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { setSession } = useSessionStore();
  return (
    <Confirm
      title="Sign in again?"
      action="Sign out"
      onClose={onClose}
      onConfirm={async () => {
        await client.delete('/v1/console/session');
        setSession(null);
      }}
    >
      <p>
        Passkeys can be added and removed within an hour after signing in. Sign out, sign in again, and you
        are back on this page.
      </p>
    </Confirm>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: PasskeyOut; onClose: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog
      title="Rename the passkey"
      action="Save"
      explains={hasIssue('name')}
      onClose={onClose}
      onSubmit={async () => {
        await client.patch('/v1/console/passkeys/{passkey_id}', {
          params: { path: { passkey_id: passkey.id } },
          body: { name: name.trim() },
        });
        invalidate(passkeysPath);
      }}
    >
      {(error) => (
        <TextInput
          label="Name"
          required
          maxLength={maxName}
          value={name}
          error={issueOf(error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
