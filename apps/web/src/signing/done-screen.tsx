import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { DownloadLink } from './download-link.tsx';
import { Notice } from './notice.tsx';
import type { SigningApi } from './signing-api.ts';
import { useWords } from './words-context.ts';

/** Seconds between polls for the sealed copy: short at first, then longer. */
const pollSeconds = [1.5, 2, 3, 5, 8, 13, 20, 30];
/** Seconds before the automatic redirect. */
const redirectSeconds = 8;

/** Shown when the recipient has finished. Polls for the sealed copy while the document is complete and the page is visible. */
export function DoneScreen({
  api,
  title,
  state,
  justDone,
  redirectUrl,
  onRefresh,
}: {
  api: SigningApi;
  title: string;
  state: 'waiting-for-others' | 'sealing' | 'sealed';
  /** True when the recipient finished during this visit. Only then does the page redirect automatically. */
  justDone: boolean;
  redirectUrl: string | null;
  onRefresh: () => Promise<unknown>;
}) {
  const words = useWords();
  const { completed, waiting } = words.screens;
  usePolling(state === 'sealing', onRefresh);
  const isWaiting = state === 'waiting-for-others';
  return (
    <Notice tone="good" title={title} heading={isWaiting ? waiting.heading : completed.heading}>
      {isWaiting ? (
        <p>{waiting.text}</p>
      ) : (
        <>
          {justDone && <p>{completed.thanks}</p>}
          <p role="status">{state === 'sealed' ? completed.text : completed.sealing}</p>
        </>
      )}
      <div className="button-row">
        {isWaiting && <DownloadLink file={api.content}>{waiting.document}</DownloadLink>}
        {state === 'sealed' && (
          <DownloadLink file={api.copy} look="primary">
            {completed.copy}
          </DownloadLink>
        )}
      </div>
      {redirectUrl && <Redirect url={redirectUrl} automatic={justDone} />}
    </Notice>
  );
}

function usePolling(active: boolean, refresh: () => Promise<unknown>): void {
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    let polls = 0;
    const plan = () => {
      timer = setTimeout(() => void next(), pollSeconds[Math.min(polls++, pollSeconds.length - 1)]! * 1000);
    };
    const next = async () => {
      if (!document.hidden) await refresh();
      plan();
    };
    plan();
    return () => clearTimeout(timer);
  }, [active, refresh]);
}

/** A link to the redirect URL, opened automatically after some seconds unless the person chooses to stay (WCAG 2.2, 2.2.1). */
function Redirect({ url, automatic }: { url: string; automatic: boolean }) {
  const words = useWords().screens.redirect;
  const [left, setLeft] = useState(automatic ? redirectSeconds : null);
  const target = safeTarget(url);
  useEffect(() => {
    if (left === null || !target) return;
    if (left === 0) {
      location.assign(target.href);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, target]);
  if (!target) return null;
  return (
    <div className="redirect">
      <ButtonLink href={target.href} rel="noreferrer">
        {words.link(target.host)}
      </ButtonLink>
      {left !== null && (
        <p className="hint">
          {words.soon(target.host, left)}{' '}
          <Button look="quiet" onClick={() => setLeft(null)}>
            {words.stay}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Accepts only http and https URLs. */
function safeTarget(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const target = new URL(url);
  return target.protocol === 'https:' || target.protocol === 'http:' ? target : null;
}
