import { isBlank } from '@countersign/contract/blank';
import { validateFieldValue } from '@countersign/contract/field-value';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { refusalOf } from './signing-api.ts';
import type { Words } from './words.ts';
import { useWords } from './words-context.ts';

/** ReassignReq: a name of at most 200 characters. */
const maxName = 200;

export interface HandOverFault {
  /** An error of the address; `other` holds any other error. */
  email: string | null;
  other: string | null;
}

/** The message for an address that the service refused; null when the call failed for another reason. */
export function addressFault(error: unknown, words: Words): string | null {
  const issues = refusalOf(error)?.errors.filter((issue) => issue.loc.includes('email')) ?? [];
  if (issues.length === 0) return null;
  const { ownAddress, emailWrong } = words.handOverDialog;
  return issues.some((issue) => issue.msg.includes('your own address')) ? ownAddress : emailWrong;
}

/** True for an address that the service accepts. */
export const isAddress = (text: string) =>
  validateFieldValue({ type: 'email', required: true, settings: {} }, text).ok;

/** Asks for the person who will sign instead. `onConfirm` returns the error, or null. */
export function HandOverDialog({
  onConfirm,
  onClose,
}: {
  onConfirm: (person: { name: string; email: string }) => Promise<HandOverFault | null>;
  onClose: () => void;
}) {
  const words = useWords();
  const { handOverDialog: text } = words;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [emailFault, setEmailFault] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const person = { name: name.trim(), email: email.trim() };
    setNameFault(isBlank(person.name) ? text.nameMissing : null);
    setEmailFault(isAddress(person.email) ? null : text.emailWrong);
    setTrouble(null);
    if (isBlank(person.name) || !isAddress(person.email)) return;
    setBusy(true);
    const fault = await onConfirm(person);
    setBusy(false);
    setEmailFault(fault?.email ?? null);
    setTrouble(fault?.other ?? null);
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.explain}</p>
        <TextInput
          label={text.name}
          required
          autoComplete="off"
          maxLength={maxName}
          value={name}
          error={nameFault}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setNameFault(null);
          }}
        />
        <TextInput
          label={text.email}
          type="email"
          required
          autoComplete="off"
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
