/** The inputs for a person's name and email address in the forms of the signing page. */
import { isBlank } from '@countersign/contract/blank';
import { validateFieldValue } from '@countersign/contract/field-value';
import { useState } from 'react';
import { TextInput } from '../ui/text-input.tsx';

/** The service takes names of at most 200 characters. */
const maxName = 200;

const isAddress = (text: string) =>
  validateFieldValue({ type: 'email', required: true, settings: {} }, text).ok;

interface Texts {
  name: string;
  nameMissing: string;
  email: string;
  emailWrong: string;
}

export interface PersonEntry {
  texts: Texts;
  entered: { name: string; email: string };
  faults: { name: string | null; email: string | null };
  change(part: 'name' | 'email', text: string): void;
  /** The person without surrounding spaces; null, with the faults shown, if a part is missing or wrong. */
  check(): { name: string; email: string } | null;
  /** Shows faults that the service found. */
  showFaults(faults: { name?: string | null; email?: string | null }): void;
}

/** The entered values, and the fault of each until it is changed. */
export function usePersonEntry(texts: Texts): PersonEntry {
  const [entered, setEntered] = useState({ name: '', email: '' });
  const [faults, setFaults] = useState<PersonEntry['faults']>({ name: null, email: null });
  return {
    texts,
    entered,
    faults,
    change: (part, text) => {
      setEntered((before) => ({ ...before, [part]: text }));
      setFaults((before) => ({ ...before, [part]: null }));
    },
    check: () => {
      const person = { name: entered.name.trim(), email: entered.email.trim() };
      const found = {
        name: isBlank(person.name) ? texts.nameMissing : null,
        email: isAddress(person.email) ? null : texts.emailWrong,
      };
      setFaults(found);
      return found.name === null && found.email === null ? person : null;
    },
    showFaults: (found) => setFaults((before) => ({ ...before, ...found })),
  };
}

/** The two inputs. With `isOwn` the browser offers the person's own name and address. */
export function EntryInputs({
  entry: { texts, entered, faults, change },
  isOwn,
}: {
  entry: PersonEntry;
  isOwn: boolean;
}) {
  return (
    <>
      <TextInput
        label={texts.name}
        required
        autoComplete={isOwn ? 'name' : 'off'}
        maxLength={maxName}
        value={entered.name}
        error={faults.name}
        onChange={(event) => change('name', event.currentTarget.value)}
      />
      <TextInput
        label={texts.email}
        type="email"
        required
        autoComplete={isOwn ? 'email' : 'off'}
        dir="ltr"
        value={entered.email}
        error={faults.email}
        onChange={(event) => change('email', event.currentTarget.value)}
      />
    </>
  );
}
