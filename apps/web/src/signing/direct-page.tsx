/** The page of a direct link: asks for name and email address, and creates the document (docs/decisions/031-direct-links.md). */
import { createCalls } from '@countersign/client/calls';
import type { PublicDirectLinkOut } from '@countersign/client/generated/api';
import { isBlank } from '@countersign/contract/blank';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { accentStyle } from '../ui/accent.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Frame } from './frame.tsx';
import { isAddress } from './hand-over-dialog.tsx';
import { Notice } from './notice.tsx';
import { isCallError, refusalOf } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import type { Words } from './words.ts';
import { useWords } from './words-context.ts';

/** VisitDirectLinkReq: a name of at most 200 characters. */
const maxName = 200;

type State =
  | { kind: 'loading' }
  | { kind: 'open' }
  | { kind: 'emailed'; email: string }
  | { kind: 'closed'; reason: unknown }
  | { kind: 'unknown' }
  | { kind: 'unreachable' };

const calls = () =>
  createCalls({
    baseUrl: location.origin,
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    // A repeated visit would create a second document.
    transport: { fetch: (request) => fetch(request), retries: 0, timeoutSeconds: null },
  });

/** Asks who the visitor is. Opening the page changes nothing; sending the form creates one document. */
export function DirectPage({ token }: { token: string }) {
  const words = useWords();
  const [link, setLink] = useState<PublicDirectLinkOut | null>(null);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const fail = useCallback((error: unknown): boolean => {
    if (!isCallError(error)) throw error;
    const refusal = refusalOf(error);
    if (refusal?.status === 410) setState({ kind: 'closed', reason: refusal.members.reason });
    else if (refusal?.status === 404) setState({ kind: 'unknown' });
    else return false;
    return true;
  }, []);

  const load = useCallback(async () => {
    setState({ kind: 'loading' });
    try {
      setLink(await calls().get('/v1/direct-links/{token}', { params: { path: { token } } }));
      setState({ kind: 'open' });
    } catch (error) {
      if (!fail(error)) setState({ kind: 'unreachable' });
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
    const { direct, screens } = words;
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
        return (
          <Notice tone="bad" heading={screens.unknown.heading} title={null}>
            <p>{screens.unknown.text}</p>
          </Notice>
        );
      case 'unreachable':
        return (
          <Notice tone="bad" heading={screens.unreachable.heading} title={null}>
            <p>{screens.unreachable.text}</p>
            <div className="button-row">
              <Button look="primary" onClick={() => void load()}>
                {words.tryAgain}
              </Button>
            </div>
          </Notice>
        );
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
  onFault: (error: unknown) => boolean;
}) {
  const words = useWords();
  const { direct, handOverDialog } = words;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [emailFault, setEmailFault] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const visitor = { name: name.trim(), email: email.trim() };
    setNameFault(isBlank(visitor.name) ? direct.nameMissing : null);
    setEmailFault(isAddress(visitor.email) ? null : handOverDialog.emailWrong);
    setTrouble(null);
    if (isBlank(visitor.name) || !isAddress(visitor.email)) return;
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
      if (!onFault(error)) explain(error);
    }
    setBusy(false);
  }

  function explain(error: unknown) {
    if (!isCallError(error)) throw error;
    const refusal = refusalOf(error);
    const isWrong = (member: string) => refusal?.errors.some((issue) => issue.loc.includes(member)) ?? false;
    if (isWrong('email')) setEmailFault(handOverDialog.emailWrong);
    if (isWrong('name')) setNameFault(direct.nameMissing);
    if (refusal?.status === 429) setTrouble(direct.tooMany);
    else if (refusal?.status !== 422) setTrouble(wordTrouble(error, words));
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
          <TextInput
            label={direct.name}
            required
            autoComplete="name"
            maxLength={maxName}
            value={name}
            error={nameFault}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setNameFault(null);
            }}
          />
          <TextInput
            label={direct.email}
            type="email"
            required
            autoComplete="email"
            dir="ltr"
            value={email}
            error={emailFault}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setEmailFault(null);
            }}
          />
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
