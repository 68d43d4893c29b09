/** Sign-in by an emailed link, single sign-on or a passkey (docs/spec/decisions.md, section 7). */
import { ApiError } from '@countersign/client/errors';
import type { SessionOut } from '@countersign/client/generated/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { createClient } from './client.ts';
import { Form } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { Mark } from './parts/mark.tsx';
import { Fault } from './parts/page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { issueOf } from './problem-error.ts';
import { useRouter } from './router.tsx';
import { useSessionStore } from './session.tsx';
import { SingleSignOnButton, useSignInMethods } from './single-sign-on.tsx';
import { useAction } from './use-action.ts';
import { rememberWanted, takeWanted } from './wanted-address.ts';

const client = createClient(null, 'live');

/** A page without the console's frame: one card in the middle. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Countersign`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="c-outside">
      <header>
        <Mark />
        <span>Countersign</span>
      </header>
      <main className="c-outside-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}

/** Asks for the email address. The answer does not reveal whether the address has an account. */
export function SignInPage(props: { wanted: string; knownEmail?: string; lead?: string }) {
  const { wanted, knownEmail = '', lead } = props;
  const [email, setEmail] = useState(knownEmail);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [hasResent, setResent] = useState(false);
  const { provider, passkeys } = useSignInMethods();
  const hasPasskeys = passkeys && 'PublicKeyCredential' in window;
  const action = useAction(async () => {
    await client.post('/v1/console/sign-in', { body: { email: email.trim() } });
    rememberWanted(wanted);
    setSentTo(email.trim());
  });
  if (sentTo)
    return (
      <Outside title="Check your email">
        <p>
          If <strong>{sentTo}</strong> has an account here, a sign-in link is on its way. It works once and
          expires after 15 minutes.
        </p>
        <p className="hint">No email? Check your spam folder, or request another link.</p>
        <Fault error={action.error} />
        {hasResent && <p role="status">Another link was requested.</p>}
        <div className="button-row">
          <Button
            busy={action.isBusy}
            onClick={async () => {
              setResent(false);
              setResent(await action.run());
            }}
          >
            Send another link
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setResent(false);
              setSentTo(null);
            }}
          >
            Use another address
          </Button>
        </div>
      </Outside>
    );
  return (
    <Outside title="Sign in">
      {lead && <p>{lead}</p>}
      <p className="c-lead">No password needed: we email you a link.</p>
      <Form action={action}>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          error={issueOf(action.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {issueOf(action.error, 'email') ? null : <Fault error={action.error} />}
        <Button type="submit" look="primary" busy={action.isBusy} className="c-wide">
          Send me a link
        </Button>
      </Form>
      {(provider || hasPasskeys) && <p className="c-or">or</p>}
      {provider && <SingleSignOnButton name={provider} wanted={wanted} />}
      {hasPasskeys && <PasskeyButton wanted={wanted} />}
      <p className="c-outside-links">
        <a href="/docs">API reference</a>
        <a href="/verify">Verify a PDF</a>
      </p>
    </Outside>
  );
}

/** The page of the emailed link. The link is used by the button and not by the visit, because email scanners visit links too. */
export function MagicLinkPage({ token }: { token: string }) {
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const action = useAction(async () => {
    const session = await client.post('/v1/console/session', { body: { token } });
    go(takeWanted(), { replace: true });
    setSession(session);
  });
  const isDead = action.error instanceof ApiError && action.error.status === 404;
  if (isDead)
    return (
      <Outside title="This link is no longer valid">
        <p>It was already used, or is older than 15 minutes.</p>
        <ButtonLink href="/sign-in" look="primary">
          Request another link
        </ButtonLink>
      </Outside>
    );
  return (
    <Outside title="Welcome back">
      <p>You stay signed in on this device for 30 days.</p>
      <Fault error={action.error} />
      <Button look="primary" busy={action.isBusy} onClick={() => void action.run()} className="c-wide">
        Sign in
      </Button>
    </Outside>
  );
}

/** For a person who is not a member of any workspace. */
export function NoWorkspacePage({ session }: { session: SessionOut }) {
  const { setSession } = useSessionStore();
  const action = useAction(async () => {
    await client.delete('/v1/console/session');
    setSession(null);
  });
  return (
    <Outside title="No workspace yet">
      <p>
        You are signed in as <strong>{session.user.email}</strong>, but you are not a member of a workspace.
        Ask an owner for an invitation.
      </p>
      <Fault error={action.error} />
      <Button busy={action.isBusy} onClick={() => void action.run()}>
        <Icon name="back" />
        Sign out
      </Button>
    </Outside>
  );
}
