/** The recipients, their roles and their order. */
import type { RecipientRole } from '@countersign/contract/recipient';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { IconButton, Select, Tick } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted } from '../parts/moments.ts';
import { colorOf } from '../parts/person-color.ts';
import { authLevelWords, roles, signatureLevelWords } from '../words.ts';
import type { Person } from './draft.ts';
import { blankPerson, withOwnSteps } from './draft-state.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** Cards are open at the beginning if there are no more people than this. */
const openPeople = 2;

/** The list of people. In a template they are roles that are filled at each use. */
export function PeoplePanel({
  editor,
  isTemplate,
  signatureProvider,
}: {
  editor: DraftEditor;
  isTemplate: boolean;
  /** Where people can sign with their own keys; null if nowhere. */
  signatureProvider: string | null;
}) {
  const { draft, change } = editor;
  const { people } = draft;
  const hasSteps = new Set(people.map((one) => one.signing_order)).size > 1;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(people.length > openPeople ? [] : people.map(({ key }) => key)),
  );
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };

  const patch = (key: string, member: string, part: Partial<Person>) =>
    change(`${key} ${member}`, (known) => ({
      ...known,
      people: withOwnSteps(known.people.map((one) => (one.key === key ? { ...one, ...part } : one))),
    }));
  const remove = (key: string) =>
    change(null, (known) => ({
      people: known.people.filter((one) => one.key !== key),
      boxes: known.boxes.filter((box) => box.person !== key),
    }));
  const move = (index: number, step: number) =>
    change(null, (known) => {
      const next = [...known.people];
      const [one] = next.splice(index, 1);
      next.splice(index + step, 0, one!);
      const ordered = hasSteps
        ? next.map((other, position) => ({ ...other, signing_order: position + 1 }))
        : next;
      return { ...known, people: ordered };
    });
  const add = () => {
    const person = blankPerson(people);
    const given = isTemplate ? { ...person, ...freshRole(people) } : person;
    change(null, (known) => ({ ...known, people: [...known.people, given] }));
    editor.choosePerson(given.key);
    setOpen(new Set([...open, given.key]));
  };

  return (
    <div className="c-people-panel">
      <ol>
        {people.map((person, index) => (
          <PersonCard
            key={person.key}
            person={person}
            index={index}
            isTemplate={isTemplate}
            hasSteps={hasSteps}
            signatureProvider={signatureProvider}
            fieldCount={draft.boxes.filter((box) => box.person === person.key).length}
            isOpen={open.has(person.key)}
            onToggle={() => toggle(person.key)}
            onPatch={(member, part) => patch(person.key, member, part)}
            onRemove={() => remove(person.key)}
            onMove={(step) => move(index, step)}
            isLast={index === people.length - 1}
          />
        ))}
      </ol>
      <Button onClick={add} className="c-wide">
        <Icon name="plus" />
        {isTemplate ? 'Add a role' : 'Add a person'}
      </Button>
      {people.length > 1 && (
        <Tick
          label="Sign in order"
          hint="A recipient is invited once all earlier steps are finished. People in the same step sign at the same time."
          checked={hasSteps}
          onChange={(event) => {
            const isOrdered = event.currentTarget.checked;
            change(null, (known) => ({
              ...known,
              people: withOwnSteps(
                known.people.map((one, index) => ({ ...one, signing_order: isOrdered ? index + 1 : 1 })),
              ),
            }));
          }}
        />
      )}
    </div>
  );
}

/** Only signers sign with their own keys. */
const withRole = (role: RecipientRole): Partial<Person> =>
  role === 'signer' ? { role } : { role, signature_level: null };

/** A role of a template. The API requires an address; each use of the template replaces it. */
function freshRole(people: readonly Person[]): Pick<Person, 'name' | 'email'> {
  const emailOf = (number: number) => `signer-${number}@placeholder.example`;
  let number = people.length + 1;
  while (people.some(({ email }) => email === emailOf(number))) number += 1;
  return { name: `Signer ${number}`, email: emailOf(number) };
}

/** One person. The name and the step are always shown, everything else only while the card is open. */
function PersonCard({
  person,
  index,
  isTemplate,
  hasSteps,
  signatureProvider,
  fieldCount,
  isOpen,
  isLast,
  onToggle,
  onPatch,
  onRemove,
  onMove,
}: {
  person: Person;
  index: number;
  isTemplate: boolean;
  hasSteps: boolean;
  signatureProvider: string | null;
  fieldCount: number;
  isOpen: boolean;
  isLast: boolean;
  onToggle: () => void;
  onPatch: (member: string, part: Partial<Person>) => void;
  onRemove: () => void;
  onMove: (step: number) => void;
}) {
  const id = useId();
  const number = `${isTemplate ? 'Role' : 'Person'} ${index + 1}`;
  const displayName = person.name || `person ${index + 1}`;
  return (
    <li className="c-person-card" style={{ ['--c' as string]: colorOf(index) }}>
      <fieldset>
        <legend className="visually-hidden">{number}</legend>
        <div className="c-person-head">
          <button
            type="button"
            className="c-person-fold"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
          >
            <Icon name="chevron-right" />
            <span className="c-dot" />
            <span className="c-person-called">
              {isOpen ? number : person.name || number}
              <span className="hint">
                {[
                  ...(hasSteps ? [`Step ${person.signing_order}`] : []),
                  ...(person.role === 'signer' ? [] : [roles[person.role].label]),
                  counted(fieldCount, 'field'),
                ].join(' · ')}
              </span>
            </span>
          </button>
          <span className="c-person-tools">
            {hasSteps && (
              <>
                <IconButton
                  icon="chevron"
                  className="c-flip"
                  label={`Move ${displayName} up`}
                  disabled={index === 0}
                  onClick={() => onMove(-1)}
                />
                <IconButton
                  icon="chevron"
                  label={`Move ${displayName} down`}
                  disabled={isLast}
                  onClick={() => onMove(1)}
                />
              </>
            )}
            <IconButton icon="trash" label={`Remove ${displayName} and the fields`} onClick={onRemove} />
          </span>
        </div>
        <div id={id} hidden={!isOpen}>
          {isOpen && (
            <PersonInputs
              person={person}
              isTemplate={isTemplate}
              hasSteps={hasSteps}
              signatureProvider={signatureProvider}
              onPatch={onPatch}
            />
          )}
        </div>
      </fieldset>
    </li>
  );
}

function PersonInputs({
  person,
  isTemplate,
  hasSteps,
  signatureProvider,
  onPatch,
}: {
  person: Person;
  isTemplate: boolean;
  hasSteps: boolean;
  signatureProvider: string | null;
  onPatch: (member: string, part: Partial<Person>) => void;
}) {
  return (
    <>
      <TextInput
        label={isTemplate ? 'Role name' : 'Name'}
        hint={isTemplate ? 'For example “Tenant”. The person is chosen at each use.' : undefined}
        value={person.name}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onPatch('name', { name: event.currentTarget.value })}
      />
      {!isTemplate && (
        <TextInput
          label="Email"
          type="email"
          value={person.email}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => onPatch('email', { email: event.currentTarget.value })}
        />
      )}
      <div className="c-pair c-pair-tight">
        <Select
          label={isTemplate ? 'Task' : 'Role'}
          value={person.role}
          onChange={(event) => onPatch('role', withRole(event.currentTarget.value as RecipientRole))}
        >
          {Object.entries(roles).map(([role, { label }]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          label="Verification"
          value={person.auth_level}
          onChange={(event) => onPatch('auth', { auth_level: event.currentTarget.value as 'link' | 'otp' })}
        >
          {Object.entries(authLevelWords).map(([level, label]) => (
            <option key={level} value={level}>
              {label}
            </option>
          ))}
        </Select>
        {!isTemplate && person.role === 'signer' && (signatureProvider ?? person.signature_level) && (
          <Select
            label="Signature"
            value={person.signature_level ?? ''}
            title={signatureProvider ? `At ${signatureProvider}` : undefined}
            onChange={(event) =>
              onPatch('level', {
                signature_level: (event.currentTarget.value || null) as Person['signature_level'],
              })
            }
          >
            <option value="">Simple</option>
            {Object.entries(signatureLevelWords).map(([level, label]) => (
              <option key={level} value={level}>
                {label}
              </option>
            ))}
          </Select>
        )}
        {hasSteps && (
          <TextInput
            label="Step"
            type="number"
            min={1}
            max={200}
            value={person.signing_order}
            onChange={(event) =>
              onPatch('turn', {
                signing_order: Math.max(1, Math.min(200, Number(event.currentTarget.value) || 1)),
              })
            }
          />
        )}
      </div>
    </>
  );
}
