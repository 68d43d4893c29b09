import type { SigningOut } from '@countersign/client/generated/api';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useWords } from './words-context.ts';

type Consent = NonNullable<SigningOut['consent']>;

/** The request to act electronically, at the bottom of the window. The full text opens in place; one button accepts it. */
export function ConsentSheet({
  consent,
  approves,
  busy,
  trouble,
  onAccept,
}: {
  consent: Consent;
  approves: boolean;
  busy: boolean;
  trouble: string | null;
  onAccept: () => void;
}) {
  const words = useWords().consent;
  const [shown, setShown] = useState(false);
  const id = useId();
  const text = useRef<HTMLDivElement>(null);
  // The keyboard can scroll it, and a screen reader begins with it.
  useEffect(() => {
    if (shown) text.current?.focus();
  }, [shown]);
  return (
    <section className="finish-bar consent" aria-labelledby={`${id}-heading`}>
      <div className="finish-line">
        <div className="consent-words">
          <h2 id={`${id}-heading`}>{approves ? words.headingApprove : words.heading}</h2>
          {trouble && (
            <p className="error-text" role="alert">
              {trouble}
            </p>
          )}
          <p>
            {words.summary}{' '}
            <button
              type="button"
              className="text-button"
              aria-expanded={shown}
              aria-controls={`${id}-text`}
              onClick={() => setShown(!shown)}
            >
              {shown ? words.hide : words.read}
            </button>
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
        <div ref={text} id={`${id}-text`} className="consent-full" hidden={!shown} tabIndex={0}>
          <ConsentText consent={consent} />
        </div>
        <Button look="primary" busy={busy} onClick={onAccept}>
          {words.accept}
        </Button>
      </div>
    </section>
  );
}

/** Says that the recipient has agreed; the accepted text can be read again. */
export function ConsentDone({ consent }: { consent: Consent }) {
  const words = useWords().consent;
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <section className="consent-done" aria-label={words.accepted}>
      <p>
        <span>
          <span aria-hidden="true">✓ </span>
          {words.accepted}
        </span>
        <Button look="quiet" aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {shown ? words.hide : words.show}
        </Button>
      </p>
      <div id={id} hidden={!shown}>
        <ConsentText consent={consent} />
      </div>
    </section>
  );
}

/** The recipient agrees to exactly this text: its language and hash are recorded in the audit trail. */
function ConsentText({ consent: { text, language } }: { consent: Consent }) {
  return (
    <div className="consent-text" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
