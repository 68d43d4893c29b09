import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EntryInputs, usePersonEntry } from './person-entry.tsx';
import { refusalOf } from './signing-api.ts';
import type { Words } from './words.ts';
import { useWords } from './words-context.ts';

export interface ReassignFault {
  /** What is wrong with the address. Any other error is in `other`. */
  email: string | null;
  other: string | null;
}

/** The message for an address that the service refused; null when the call failed for another reason. */
export function addressFault(error: unknown, words: Words): string | null {
  const issues = refusalOf(error)?.errors.filter((issue) => issue.loc.includes('email')) ?? [];
  if (issues.length === 0) return null;
  const { ownAddress, emailWrong } = words.reassignDialog;
  return issues.some((issue) => issue.msg.includes('your own address')) ? ownAddress : emailWrong;
}

/** Asks for the person who will sign instead. `onConfirm` returns the error, or null. */
export function ReassignDialog({
  onConfirm,
  onClose,
}: {
  onConfirm: (person: { name: string; email: string }) => Promise<ReassignFault | null>;
  onClose: () => void;
}) {
  const words = useWords();
  const { reassignDialog: text } = words;
  const entry = usePersonEntry(text);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTrouble(null);
    const person = entry.check();
    if (!person) return;
    setBusy(true);
    const fault = await onConfirm(person);
    setBusy(false);
    entry.showFaults({ email: fault?.email ?? null });
    setTrouble(fault?.other ?? null);
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.explain}</p>
        <EntryInputs entry={entry} isOwn={false} />
        {trouble && (
          <p className="error-text" role="alert">
            {trouble}
          </p>
        )}
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
