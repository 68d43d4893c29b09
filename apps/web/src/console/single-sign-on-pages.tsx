/** The page to which the identity provider returns, and the page of workspaces that require single sign-on. */
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { createClient } from './client.ts';
import { Fault, Loading } from './parts/page.tsx';
import { useRouter } from './router.tsx';
import { useScope, useSessionStore } from './session.tsx';
import { Outside } from './sign-in.tsx';
import { SingleSignOnButton, useSignInMethods } from './single-sign-on.tsx';
import { useAction } from './use-action.ts';
import { takeWanted } from './wanted-address.ts';

const client = createClient(null, 'live');

/** The page to which the identity provider sends the browser. It passes the answer on, once. */
export function CallbackPage() {
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const hasBegun = useRef(false);
  const action = useAction(async () => {
    const query = location.search.slice(1);
    if (query === '') throw new Error('The sign-in was not completed. Please start again.');
    // The code is used only once. It should not stay in the address or the history.
    go('/sign-in/callback', { replace: true });
    const session = await client.post('/v1/console/single-sign-on/session', { body: { query } });
    go(takeWanted(), { replace: true });
    setSession(session);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void action.run();
  }, []);
  if (!action.error)
    return (
      <Outside title="Signing in…">
        <Loading label="Signing in…" lines={2} />
      </Outside>
    );
  return (
    <Outside title="You are not signed in">
      <Fault error={action.error} />
      <ButtonLink href="/sign-in" look="primary" className="c-wide">
        Back to sign-in
      </ButtonLink>
    </Outside>
  );
}

/** For a person whose session did not begin by single sign-on, in a workspace that requires it. */
export function SingleSignOnRequiredPage() {
  const { session, workspace, chooseWorkspace } = useScope();
  const { setSession } = useSessionStore();
  const { provider: name } = useSignInMethods();
  const signOut = useAction(async () => {
    await client.delete('/v1/console/session');
    setSession(null);
  });
  const others = session.workspaces.filter((one) => !one.requires_single_sign_on);
  return (
    <Outside title="Single sign-on required">
      <p>
        <strong>{visibleText(workspace.name)}</strong> can be used only after single sign-on. You are signed
        in as {session.user.email} in another way.
      </p>
      {name ? (
        <SingleSignOnButton look="primary" name={name} wanted={`${location.pathname}${location.search}`} />
      ) : (
        <p className="hint">The identity provider is not set up. Ask the operator of this service.</p>
      )}
      {others.map((one) => (
        <Button key={one.slug} className="c-wide" onClick={() => chooseWorkspace(one.slug)}>
          Go to {visibleText(one.name)}
        </Button>
      ))}
      <Fault error={signOut.error} />
      <Button look="quiet" busy={signOut.isBusy} onClick={() => void signOut.run()}>
        Sign out
      </Button>
    </Outside>
  );
}
