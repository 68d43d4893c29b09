/** The page of a session URL: starts the session and shows the signing page, usually in a frame of an application. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Frame } from './frame.tsx';
import { createHost, type Host } from './host.ts';
import { Unreachable } from './link-notices.tsx';
import { Notice } from './notice.tsx';
import type { PageEvent } from './page-events.ts';
import {
  type CallError,
  createSigningApi,
  isCallError,
  refusalOf,
  type SigningApi,
  type StartedSession,
  startSession,
} from './signing-api.ts';
import { SigningPage } from './signing-page.tsx';
import type { Words } from './words.ts';
import { useWords, WordsContext } from './words-context.ts';

type Start =
  | { kind: 'starting' }
  | { kind: 'started'; api: SigningApi }
  | { kind: 'ended' }
  | { kind: 'unreachable'; error: CallError };

/** The one exchange of this page load, also when React runs effects twice. */
let starting: Promise<StartedSession> | null = null;

/** Exchanges the token of the URL for a session, which stays in memory, and reports events to the application around it. */
export function EmbeddedPage({ urlToken }: { urlToken: string }) {
  const words = useWords();
  const host = useHost();
  const [start, setStart] = useState<Start>({ kind: 'starting' });
  const onEvent = useCallback((event: PageEvent) => host.report(event), [host]);

  const begin = useCallback(async () => {
    starting ??= startSession(urlToken);
    try {
      const { session, origins } = await starting;
      host.allow(origins);
      setStart({ kind: 'started', api: createSigningApi({ session }) });
    } catch (error) {
      starting = null;
      if (!isCallError(error)) throw error;
      const refusal = refusalOf(error);
      const origins = refusal?.members.origins;
      if (Array.isArray(origins)) host.allow(origins as string[]);
      if (refusal?.status === 410 || refusal?.status === 404) {
        host.report({ type: 'expired', reason: refusal.slug === 'session-used' ? 'used' : 'expired' });
        setStart({ kind: 'ended' });
      } else setStart({ kind: 'unreachable', error });
    }
  }, [urlToken, host]);
  useEffect(() => {
    void begin();
  }, [begin]);

  const shown = useMemo(() => withoutEmail(words), [words]);
  if (start.kind === 'started') {
    return (
      <WordsContext value={shown}>
        <SigningPage api={start.api} onEvent={onEvent} staysHere={host.isFramed} />
      </WordsContext>
    );
  }
  return (
    <div className="app">
      <Frame sender={null} isTest={false}>
        {pick()}
      </Frame>
    </div>
  );

  function pick(): ReactNode {
    if (start.kind === 'starting') {
      return (
        <main className="notice">
          <p role="status">{words.loading}</p>
        </main>
      );
    }
    if (start.kind === 'unreachable') return <Unreachable error={start.error} onRetry={() => void begin()} />;
    const { heading, text } = words.screens.sessionEnded;
    return (
      <Notice tone="bad" heading={heading} title={null}>
        <p>{text}</p>
      </Notice>
    );
  }
}

function useHost(): Host {
  const [host] = useState(() => createHost(window));
  useEffect(() => host.listen(), [host]);
  return host;
}

/** The texts for a recipient to whom nothing is emailed. */
function withoutEmail(words: Words): Words {
  const { code, screens, withoutEmail: other } = words;
  return {
    ...words,
    code: { ...code, intro: other.code },
    screens: {
      ...screens,
      notYourTurn: { ...screens.notYourTurn, text: other.notYourTurn },
      waiting: { ...screens.waiting, text: other.waiting },
      completed: { ...screens.completed, text: other.completed, sealing: other.sealing },
    },
  };
}
