/** The page behind a signing link to report abuse. Opening it changes nothing, so mail scanners do no harm; only its form reports. */
import type { SigningOut } from '@countersign/client/generated/api';
import { type AbuseReason, abuseReasons } from '@countersign/contract/abuse-reason';
import { isBlank } from '@countersign/contract/blank';
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { accentStyle } from '../ui/accent.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { Frame } from './frame.tsx';
import { UnknownLink, Unreachable } from './link-notices.tsx';
import { Notice } from './notice.tsx';
import { readableView } from './readable-view.ts';
import { type CallError, isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import { useLanguage, useWords } from './words-context.ts';

/** ReportAbuseReq: a message of at most 2000 characters. */
const maxMessage = 2000;

type State = { kind: 'loading' | 'open' | 'sent' | 'unknown' } | { kind: 'unreachable'; error: CallError };

/** The report page of one signing link; `api` is null for an address without a credential. */
export function ReportPage({ api, token }: { api: SigningApi | null; token: string }) {
  const words = useWords();
  const { tag } = useLanguage();
  const [view, setView] = useState<SigningOut | null>(null);
  const [state, setState] = useState<State>({ kind: api === null ? 'unknown' : 'loading' });

  const load = useCallback(async () => {
    if (api === null) return;
    try {
      setView(readableView(await api.read(tag)));
      setState((before) => (before.kind === 'sent' ? before : { kind: 'open' }));
    } catch (error) {
      if (!isCallError(error)) throw error;
      setState(refusalOf(error)?.status === 404 ? { kind: 'unknown' } : { kind: 'unreachable', error });
    }
  }, [api, tag]);
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    document.title = words.report.heading;
  }, [words]);

  return (
    <div className="app" style={accentStyle(view?.document.accent_color)}>
      <Frame sender={view?.document.sender ?? null} isTest={view?.document.mode === 'test'}>
        {pick()}
      </Frame>
    </div>
  );

  function pick(): ReactNode {
    const { report } = words;
    switch (state.kind) {
      case 'loading':
        return (
          <main className="notice">
            <p role="status">{words.loading}</p>
          </main>
        );
      case 'open':
        return <ReportForm api={api!} view={view!} token={token} onEnd={(kind) => setState({ kind })} />;
      case 'sent':
        return (
          <Notice tone="good" heading={report.sent.heading} title={view?.document.title ?? null}>
            <p>{report.sent.text}</p>
          </Notice>
        );
      case 'unknown':
        return <UnknownLink />;
      case 'unreachable':
        return <Unreachable error={state.error} onRetry={() => void load()} />;
    }
  }
}

function ReportForm({
  api,
  view,
  token,
  onEnd,
}: {
  api: SigningApi;
  view: SigningOut;
  token: string;
  onEnd: (kind: 'sent' | 'unknown') => void;
}) {
  const words = useWords();
  const { report } = words;
  const reasonId = useId();
  const [reason, setReason] = useState<AbuseReason | null>(null);
  const [message, setMessage] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (reason === null) {
      setMissing(true);
      document.getElementById(reasonId)?.focus();
      return;
    }
    setTrouble(null);
    setBusy(true);
    try {
      const text = message.trim();
      await api.reportAbuse({ reason, message: isBlank(text) ? null : text });
      onEnd('sent');
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (refusalOf(error)?.status === 404) return onEnd('unknown');
      setTrouble(wordTrouble(error, words));
      setBusy(false);
    }
  }

  return (
    <main className="notice">
      <div className="notice-card">
        <p className="notice-title" dir="auto">
          {view.document.title}
        </p>
        <h1>{report.heading}</h1>
        <p>{report.explain}</p>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <div className="form-row">
            <label htmlFor={reasonId}>{report.reason}</label>
            <select
              id={reasonId}
              className="input"
              value={reason ?? ''}
              aria-required="true"
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? `${reasonId}-error` : undefined}
              onChange={(event) => {
                setReason((event.currentTarget.value || null) as AbuseReason | null);
                setMissing(false);
              }}
            >
              <option value="">{words.field.choose}</option>
              {abuseReasons.map((one) => (
                <option key={one} value={one}>
                  {report.reasons[one]}
                </option>
              ))}
            </select>
            {isMissing && (
              <p id={`${reasonId}-error`} className="error-text">
                {words.fault.missingChoice}
              </p>
            )}
          </div>
          <TextArea
            label={report.message}
            rows={4}
            maxLength={maxMessage}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          {trouble && (
            <p className="error-text" role="alert">
              {trouble}
            </p>
          )}
          <div className="button-row">
            <Button look="primary" type="submit" busy={busy}>
              {report.send}
            </Button>
            <ButtonLink look="quiet" href={`/sign/${token}`}>
              {report.back}
            </ButtonLink>
          </div>
        </form>
      </div>
    </main>
  );
}
