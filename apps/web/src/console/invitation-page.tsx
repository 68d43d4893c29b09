/** The page of an invitation link. */
import { ApiError } from '@countersign/client/errors';
import type { AcceptedInvitationOut, InvitedOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { createClient } from './client.ts';
import { Failure, Fault, Loading } from './parts/page.tsx';
import { useRouter } from './router.tsx';
import { useSessionStore } from './session.tsx';
import { Outside, SignInPage } from './sign-in.tsx';
import { useAction } from './use-action.ts';
import { workspaceRoles } from './words.ts';

const client = createClient(null, 'live');

const documentsOf = ({ workspace_slug: workspace }: AcceptedInvitationOut) =>
  `/documents?${new URLSearchParams({ workspace })}`;

/** Shows the invitation and accepts it. A person who had an account before signs in afterwards, because the link opens no account. */
export function InvitationPage({ token }: { token: string }) {
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const [invitation, setInvitation] = useState<InvitedOut | null>(null);
  const [accepted, setAccepted] = useState<AcceptedInvitationOut | null>(null);
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    client
      .get('/v1/console/invitations/by-token/{token}', { params: { path: { token } } })
      .then(setInvitation, setFailure);
  }, [token]);
  const action = useAction(async () => {
    const answer = await client.post('/v1/console/invitations/by-token/{token}/accept', {
      params: { path: { token } },
      body: { name: name.trim() || null },
    });
    if (!answer.session) return setAccepted(answer);
    go(documentsOf(answer), { replace: true });
    setSession(answer.session);
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
  if (accepted)
    return (
      <SignInPage
        wanted={documentsOf(accepted)}
        knownEmail={invitation.email}
        lead={`You are now a member of ${visibleText(invitation.workspace_name)}. Sign in to open it.`}
      />
    );
  const role = workspaceRoles[invitation.role];
  return (
    <Outside title={`Join ${invitation.workspace_name}`}>
      <p>
        You are invited as <strong>{role.label.toLowerCase()}</strong>. {role.hint}
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
        Accept the invitation
      </Button>
    </Outside>
  );
}
