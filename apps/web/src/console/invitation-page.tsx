/** The page of an invitation link. */
import { ApiError } from '@countersign/client/errors';
import type { InvitedOut } from '@countersign/client/generated/api';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { createClient } from './client.ts';
import { Failure, Fault, Loading } from './parts/page.tsx';
import { useRouter } from './router.tsx';
import { useSessionStore } from './session.tsx';
import { Outside } from './sign-in.tsx';
import { useAction } from './use-action.ts';
import { workspaceRoles } from './words.ts';

const client = createClient(null, 'live');

/** Shows the invitation and accepts it. The link is the credential. */
export function InvitationPage({ token }: { token: string }) {
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const [invitation, setInvitation] = useState<InvitedOut | null>(null);
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    client
      .get('/v1/console/invitations/by-token/{token}', { params: { path: { token } } })
      .then(setInvitation, setFailure);
  }, [token]);
  const action = useAction(async () => {
    const session = await client.post('/v1/console/invitations/by-token/{token}/accept', {
      params: { path: { token } },
      body: { name: name.trim() || null },
    });
    go('/documents', { replace: true });
    setSession(session);
  });

  const isDead = [failure, action.error].some((one) => one instanceof ApiError && one.status === 404);
  if (isDead)
    return (
      <Outside title="This invitation is no longer valid">
        <p>
          It was already accepted, was canceled, or has expired. Ask the person who invited you for a new one.
        </p>
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
      </Outside>
    );
  if (failure)
    return (
      <Outside title="Invitation">
        <Failure error={failure} onRetry={() => location.reload()} />
      </Outside>
    );
  if (!invitation)
    return (
      <Outside title="Invitation">
        <Loading />
      </Outside>
    );
  const role = workspaceRoles[invitation.role];
  return (
    <Outside title={`Join ${invitation.workspace_name}`}>
      <p>
        You are invited as <strong>{role.label.toLowerCase()}</strong>: {role.hint}.
      </p>
      <p className="hint">The invitation is for {invitation.email}.</p>
      <TextInput
        label="Your name (optional)"
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Fault error={action.error} />
      <Button look="primary" busy={action.isBusy} onClick={() => void action.run()} className="c-wide">
        Accept and sign in
      </Button>
    </Outside>
  );
}
