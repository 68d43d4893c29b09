import type { ApiError } from '@countersign/client/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import type { Words } from './words.ts';
import { useLanguage, useWords } from './words-context.ts';

/** Asks for the one-time code that is emailed to the recipient (docs/spec/decisions.md, section 3, OTP). */
export function CodeScreen({
  api,
  title,
  onVerified,
  onClosed,
}: {
  api: SigningApi;
  title: string;
  onVerified: () => void;
  /** The document was closed in the meantime. */
  onClosed: (error: ApiError) => void;
}) {
  const words = useWords();
  const { tag } = useLanguage();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (sent) input.current?.focus();
  }, [sent]);

  async function run(call: () => Promise<void>) {
    setBusy(true);
    setFault(null);
    setTrouble(null);
    try {
      await call();
    } catch (error) {
      if (!isCallError(error)) throw error;
      const refusal = refusalOf(error);
      if (refusal?.status === 409 || refusal?.status === 404) return onClosed(refusal);
      const wrong = refusal && wordWrongCode(refusal, words);
      if (wrong) setFault(wrong);
      else setTrouble(wordTrouble(error, words));
    } finally {
      setBusy(false);
    }
  }

  const send = () =>
    run(async () => {
      await api.requestCode(tag);
      setCode('');
      setSent(true);
      input.current?.focus();
    });

  function verify(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const digits = code.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(digits)) {
      setFault(words.code.shape);
      input.current?.focus();
      return;
    }
    void run(async () => {
      await api.verifyCode(digits);
      onVerified();
    }).then(() => input.current?.focus());
  }

  return (
    <main className="notice">
      <div className="notice-card">
        <p className="notice-title" dir="auto">
          {title}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {words.code.heading}
        </h1>
        <p>{words.code.intro}</p>
        {trouble && (
          <p className="error-text" role="alert">
            {trouble}
          </p>
        )}
        {sent ? (
          <form onSubmit={verify} noValidate>
            <p role="status">{words.code.sent}</p>
            <TextInput
              ref={input}
              label={words.code.label}
              className="code-input"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              error={fault}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <div className="button-row">
              <Button look="primary" type="submit" busy={busy}>
                {words.code.verify}
              </Button>
              <Button look="quiet" busy={busy} onClick={() => void send()}>
                {words.code.sendAgain}
              </Button>
            </div>
          </form>
        ) : (
          <div className="button-row">
            <Button look="primary" busy={busy} onClick={() => void send()}>
              {words.code.send}
            </Button>
          </div>
        )}
      </div>
    </main>
  );
}

/** What is wrong with the entered code; null if the refusal is about something else. */
function wordWrongCode({ status, members }: ApiError, words: Words): string | null {
  if (typeof members.attempts_left === 'number') return words.code.wrong(members.attempts_left);
  return status === 422 ? words.code.shape : null;
}
