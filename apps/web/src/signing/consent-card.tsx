import type { PageLanguage } from '@countersign/contract/signing';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useWords } from './words-context.ts';

export const consentHeadingId = 'consent-heading';

/** The consent text, which must be accepted before signing. Collapses to one line once accepted. */
export function ConsentCard({
  text,
  language,
  accepted,
  busy,
  approves,
  onAccept,
}: {
  text: string;
  language: PageLanguage;
  accepted: boolean;
  busy: boolean;
  approves: boolean;
  onAccept: () => void;
}) {
  const words = useWords().consent;
  const [shown, setShown] = useState(false);
  const textId = useId();
  const paragraphs = text.split(/\n{2,}/);
  // The recipient agrees to exactly this text: its language and hash are recorded in the audit trail.
  const body = (
    <div className="consent-text" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );

  if (accepted) {
    return (
      <section className="consent consent-done" aria-label={words.accepted}>
        <p>
          <span>
            <span aria-hidden="true">✓ </span>
            {words.accepted}
          </span>
          <Button look="quiet" aria-expanded={shown} aria-controls={textId} onClick={() => setShown(!shown)}>
            {words.show}
          </Button>
        </p>
        <div id={textId} hidden={!shown}>
          {body}
        </div>
      </section>
    );
  }
  return (
    <section className="consent" aria-labelledby={consentHeadingId}>
      <h2 id={consentHeadingId} tabIndex={-1}>
        {approves ? words.headingApprove : words.heading}
      </h2>
      {body}
      <Button look="primary" busy={busy} onClick={onAccept}>
        {words.accept}
      </Button>
    </section>
  );
}
