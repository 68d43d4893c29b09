/** The signing page: reads the state of the link and shows its screen. */

import type { SigningOut } from '@countersign/client/generated/api';
import type { DocumentStatus } from '@countersign/contract/document';
import type { OwnSignatureFailure } from '@countersign/contract/enumerations';
import type { FieldValue } from '@countersign/contract/field-value';
import { type ReactNode, useEffect, useState } from 'react';
import { accentStyle } from '../ui/accent.ts';
import { Button } from '../ui/button.tsx';
import { CodeScreen } from './code-screen.tsx';
import { DoneScreen } from './done-screen.tsx';
import { Frame } from './frame.tsx';
import { Unreachable } from './link-notices.tsx';
import { Notice } from './notice.tsx';
import { type PageEvent, usePageEvents } from './page-events.ts';
import { closedScreen, type Ending, type Screen, screenOf } from './screen.ts';
import { type Entered, SignScreen } from './sign-screen.tsx';
import type { SigningApi } from './signing-api.ts';
import { useLogo } from './use-logo.ts';
import { useSigningState } from './use-signing-state.ts';
import { useWords } from './words-context.ts';

/**
 * The page of one signing link or session; `api` is null for an address without a credential. `onEvent` is called for each event after
 * the service has committed it. With `staysHere` the page does not go to the redirect URL. `reportUrl` is the page to report abuse.
 */
export function SigningPage({
  api,
  onEvent,
  staysHere = false,
  reportUrl = null,
  failure = null,
}: {
  api: SigningApi | null;
  onEvent?: (event: PageEvent) => void;
  staysHere?: boolean;
  reportUrl?: string | null;
  /** Why the provider of the recipient's key sent them back without a signature. */
  failure?: OwnSignatureFailure | null;
}) {
  const words = useWords();
  const [ending, setEnding] = useState<Ending | null>(null);
  const { loaded, view, entered, change, refresh } = useSigningState(api, ending);

  useEffect(() => {
    if (view) document.title = words.pageTitle(view.document.title);
  }, [view, words]);

  usePageEvents(loaded, ending, onEvent);

  const isActing = view !== null && screenNow(view, ending).kind === 'act';
  const logo = useLogo(api?.logo, view?.document.logo);
  return (
    <div className="app" style={accentStyle(view?.document.accent_color)}>
      <Frame
        sender={view?.document.sender ?? null}
        logo={logo}
        isTest={view?.document.mode === 'test'}
        reportUrl={view && reportUrl}
        keepsEntries={isActing && entered.draft !== 'lost'}
      >
        {pick()}
      </Frame>
    </div>
  );

  function pick(): ReactNode {
    if (ending?.kind === 'reassigned') {
      const { heading, text } = words.screens.reassigned;
      return (
        <Notice tone="good" heading={heading} title={view?.document.title ?? null}>
          <p>{text(ending.name)}</p>
        </Notice>
      );
    }
    switch (loaded.kind) {
      case 'loading':
        return (
          <main className="notice">
            <p role="status">{words.loading}</p>
          </main>
        );
      case 'unknown': {
        const { heading, text } = api?.isSession ? words.screens.sessionEnded : words.screens.unknown;
        return (
          <Notice tone="bad" heading={heading} title={null}>
            <p>{text}</p>
          </Notice>
        );
      }
      case 'unreachable':
        return <Unreachable error={loaded.error} onRetry={() => void refresh()} />;
      case 'ready':
        return (
          <ScreenOf
            api={api!}
            staysHere={staysHere}
            view={loaded.view}
            entered={entered}
            failure={failure}
            ending={ending}
            onChange={change}
            onRefresh={refresh}
            onEnding={(reached) => {
              setEnding(reached);
              // Reassigning ends the link, so there is nothing to read.
              if (reached.kind !== 'reassigned') void refresh();
            }}
          />
        );
    }
  }
}

function ScreenOf({
  api,
  staysHere,
  view,
  entered,
  failure,
  ending,
  onChange,
  onRefresh,
  onEnding,
}: {
  api: SigningApi;
  staysHere: boolean;
  view: SigningOut;
  entered: Entered;
  failure: OwnSignatureFailure | null;
  ending: Ending | null;
  onChange: (id: string, value: FieldValue) => void;
  onRefresh: () => Promise<SigningOut | null>;
  onEnding: (ending: Ending) => void;
}) {
  const words = useWords();
  const { title, sender, redirect_url: redirectUrl } = view.document;
  /** The screen of a document that a refused call reported as closed. `view` has no status before the code is entered. */
  const [closed, setClosed] = useState<Screen | null>(null);
  const screen = closed ?? screenNow(view, ending);

  switch (screen.kind) {
    case 'code':
      return (
        <CodeScreen
          api={api}
          title={title}
          onVerified={() => void onRefresh()}
          onClosed={(error) => {
            setClosed(closedScreen(error.members.current as DocumentStatus | undefined, null));
            void onRefresh();
          }}
        />
      );
    case 'closed': {
      const mine =
        screen.status === 'rejected' && (ending?.kind === 'declined' || view.recipient.status === 'rejected');
      const { heading, text } = mine ? words.screens.youDeclined : words.screens[screen.status];
      return (
        <Notice tone="bad" heading={heading} title={title}>
          <p>{text(sender)}</p>
          {screen.reason && (
            <figure className="reason">
              <figcaption>{words.screens.reason}</figcaption>
              <blockquote dir="auto">{screen.reason}</blockquote>
            </figure>
          )}
        </Notice>
      );
    }
    case 'completed':
    case 'waiting-for-others':
      return (
        <DoneScreen
          api={api}
          title={title}
          state={screen.kind === 'completed' ? (screen.sealed ? 'sealed' : 'sealing') : 'waiting-for-others'}
          justDone={ending?.kind === 'done'}
          redirectUrl={staysHere ? null : (redirectUrl ?? null)}
          onRefresh={onRefresh}
        />
      );
    case 'not-your-turn':
      return (
        <Notice tone="waiting" heading={words.screens.notYourTurn.heading} title={title}>
          <p>{words.screens.notYourTurn.text(sender)}</p>
          <div className="button-row">
            <Button onClick={() => void onRefresh()}>{words.screens.notYourTurn.look}</Button>
          </div>
        </Notice>
      );
    case 'act':
    case 'view':
      return (
        <SignScreen
          api={api}
          view={view}
          screen={screen}
          entered={entered}
          failure={failure}
          onChange={onChange}
          onStale={onRefresh}
          onEnding={onEnding}
        />
      );
  }
}

/** The screen for the last answer, or for a call that succeeded after it. */
function screenNow(view: SigningOut, ending: Ending | null): Screen {
  const screen = screenOf(view);
  if (screen.kind !== 'act' || !ending) return screen;
  if (ending.kind === 'declined') return { kind: 'closed', status: 'rejected', reason: null };
  if (ending.kind !== 'done') return screen;
  return ending.answer.document_status === 'completed'
    ? { kind: 'completed', sealed: false }
    : { kind: 'waiting-for-others' };
}
