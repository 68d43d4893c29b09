import { TextInput } from '../../ui/text-input.tsx';

/** The name and email address that somebody types for a placeholder. */
export interface TypedPerson {
  name: string;
  email: string;
}

export const emptyPerson: TypedPerson = { name: '', email: '' };

/** Asks for a name and an email address. */
export function PersonInputs({
  person,
  emailError = null,
  onChange,
}: {
  person: TypedPerson;
  emailError?: string | null;
  onChange: (person: TypedPerson) => void;
}) {
  return (
    <div className="c-pair">
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={person.name}
        onChange={(event) => onChange({ ...person, name: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        required
        maxLength={254}
        value={person.email}
        error={emailError}
        onChange={(event) => onChange({ ...person, email: event.currentTarget.value })}
      />
    </div>
  );
}
