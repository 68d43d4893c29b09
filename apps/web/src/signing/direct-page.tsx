/** The page of a direct link: asks for name and email address, and creates the document (docs/decisions/031-direct-links.md). */
import { createCalls } from '@countersign/client/calls';
import type { PublicDirectLinkOut } from '@countersign/client/generated/api';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { accentStyle } from '../ui/accent.ts';
import { Button } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import { UnknownLink, Unreachable } from './link-notices.tsx';
import { Notice } from './notice.tsx';
import { EntryInputs, usePersonEntry } from './person-entry.tsx';
import { readableLink } from './readable-view.ts';
import { type CallError, isCallError, refusalOf } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import type { Words } from './words.ts';
import { useWords } from './words-context.ts';

type State =
  | { kind: 'loading' }
  | { kind: 'open' }
  | { kind: 'emailed'; email: string }
  | { kind: 'closed'; reason: unknown }
  | { kind: 'unknown' }
  | { kind: 'unreachable'; error: CallError };

const calls = () =>
  createCalls({
    baseUrl: location.origin,
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    // A repeated visit would create a second document.
    transport: { fetch: (request) => fetch(request), retries: 0, timeoutSeconds: null },
  });

/** Asks for the visitor's name and address. Opening the page changes nothing; sending the form creates one document. */
export function DirectPage({ token }: { token: string }) {
  const words = useWords();
  const [link, setLink] = useState<PublicDirectLinkOut | null>(null);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const fail = useCallback((error: CallError): boolean => {
    const refusal = refusalOf(error);
    if (refusal?.status === 410) setState({ kind: 'closed', reason: refusal.members.reason });
    else if (refusal?.status === 404) setState({ kind: 'unknown' });
    else return false;
    return true;
  }, []);

  const load = useCallback(async () => {
    setState({ kind: 'loading' });
    try {
      setLink(readableLink(await calls().get('/v1/direct-links/{token}', { params: { path: { token } } })));
      setState({ kind: 'open' });
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (!fail(error)) setState({ kind: 'unreachable', error });
    }
  }, [token, fail]);
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    if (link) document.title = words.pageTitle(link.title);
  }, [link, words]);

  return (
    <div className="app" style={accentStyle(link?.accent_color)}>
      <Frame sender={link?.sender ?? null} isTest={link?.mode === 'test'}>
        {pick()}
      </Frame>
    </div>
  );

  function pick(): ReactNode {
    const { direct } = words;
    switch (state.kind) {
      case 'loading':
        return (
          <main className="notice">
            <p role="status">{words.loading}</p>
          </main>
        );
      case 'open':
        return (
          <VisitForm
            token={token}
            link={link!}
            onEmailed={(email) => setState({ kind: 'emailed', email })}
            onFault={fail}
          />
        );
      case 'emailed':
        return (
          <Notice tone="good" heading={direct.emailed.heading} title={link?.title ?? null}>
            <p>{direct.emailed.text(state.email)}</p>
            <p className="hint">{direct.emailed.hint}</p>
            <div className="button-row">
              <Button look="quiet" onClick={() => setState({ kind: 'open' })}>
                {direct.emailed.again}
              </Button>
            </div>
          </Notice>
        );
      case 'closed':
        return (
          <Notice tone="bad" heading={direct.closed.heading} title={link?.title ?? null}>
            <p>{whyClosed(state.reason, words)}</p>
          </Notice>
        );
      case 'unknown':
        return <UnknownLink />;
      case 'unreachable':
        return <Unreachable error={state.error} onRetry={() => void load()} />;
    }
  }
}

function whyClosed(reason: unknown, { direct: { closed } }: Words): string {
  if (reason === 'disabled') return closed.disabled;
  if (reason === 'expired') return closed.expired;
  return reason === 'used_up' ? closed.usedUp : closed.other;
}

function VisitForm({
  token,
  link,
  onEmailed,
  onFault,
}: {
  token: string;
  link: PublicDirectLinkOut;
  onEmailed: (email: string) => void;
  /** True if the page shows the fault in place of the form. */
  onFault: (error: CallError) => boolean;
}) {
  const words = useWords();
  const { direct, reassignDialog } = words;
  const entry = usePersonEntry({ ...direct, emailWrong: reassignDialog.emailWrong });
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTrouble(null);
    const visitor = entry.check();
    if (!visitor) return;
    setBusy(true);
    try {
      const { url } = await calls().post('/v1/direct-links/{token}/visits', {
        params: { path: { token } },
        body: visitor,
      });
      if (url) {
        location.assign(url);
        return;
      }
      onEmailed(visitor.email);
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (!onFault(error)) explain(error);
    }
    setBusy(false);
  }

  function explain(error: CallError) {
    const refusal = refusalOf(error);
    const isWrong = (member: string) => refusal?.errors.some((issue) => issue.loc.includes(member)) ?? false;
    entry.showFaults({
      ...(isWrong('email') && { email: reassignDialog.emailWrong }),
      ...(isWrong('name') && { name: direct.nameMissing }),
    });
    if (refusal?.status !== 422) setTrouble(wordTrouble(error, words));
  }

  return (
    <main className="notice">
      <div className="notice-card">
        <p className="notice-title" dir="auto">
          {link.role === 'approver' ? direct.toApprove(link.sender) : direct.toSign(link.sender)}
        </p>
        <h1 dir="auto">{link.title}</h1>
        <p>{link.confirm_email ? direct.explainEmail : direct.explainNow}</p>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <EntryInputs entry={entry} isOwn />
          {trouble && (
            <p className="error-text" role="alert">
              {trouble}
            </p>
          )}
          <div className="button-row">
            <Button look="primary" type="submit" busy={busy}>
              {link.confirm_email ? direct.startEmail : direct.startNow}
            </Button>
          </div>
        </form>
      </div>
    </main>
  );
}
