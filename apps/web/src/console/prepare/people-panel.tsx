/** The recipients, their roles and their order. */
import type { RecipientRole } from '@countersign/contract/recipient';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { IconButton, Select, Tick } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { colourOf } from '../parts/person-colour.ts';
import { authLevelWords, roles } from '../words.ts';
import type { Person } from './draft.ts';
import { blankPerson } from './draft-state.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** The list of people. In a template they are roles that are filled at each use. */
export function PeoplePanel({ editor, isTemplate }: { editor: DraftEditor; isTemplate: boolean }) {
  const { draft, change } = editor;
  const { people } = draft;
  const takesTurns = new Set(people.map((one) => one.signing_order)).size > 1;

  const patch = (key: string, member: string, part: Partial<Person>) =>
    change(`${key} ${member}`, (known) => ({
      ...known,
      people: known.people.map((one) => (one.key === key ? { ...one, ...part } : one)),
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
      const ordered = takesTurns
        ? next.map((other, position) => ({ ...other, signing_order: position + 1 }))
        : next;
      return { ...known, people: ordered };
    });
  const add = () => {
    const person = blankPerson(people);
    const number = people.length + 1;
    const given = isTemplate
      ? { ...person, name: `Signer ${number}`, email: `signer-${number}@placeholder.example` }
      : person;
    change(null, (known) => ({ ...known, people: [...known.people, given] }));
    editor.choosePerson(given.key);
  };

  return (
    <div className="c-people-panel">
      <ol>
        {people.map((person, index) => (
          <li key={person.key} className="c-person-card" style={{ ['--c' as string]: colourOf(index) }}>
            <fieldset>
              <legend>
                <span className="c-dot" /> {isTemplate ? 'Role' : 'Person'} {index + 1}
              </legend>
              <div className="c-person-tools">
                {takesTurns && (
                  <>
                    <IconButton
                      icon="chevron"
                      className="c-flip"
                      label={`Move ${person.name || `person ${index + 1}`} up`}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <IconButton
                      icon="chevron"
                      label={`Move ${person.name || `person ${index + 1}`} down`}
                      disabled={index === people.length - 1}
                      onClick={() => move(index, 1)}
                    />
                  </>
                )}
                <IconButton
                  icon="trash"
                  label={`Remove ${person.name || `person ${index + 1}`} and the fields`}
                  onClick={() => remove(person.key)}
                />
              </div>
              <TextInput
                label={isTemplate ? 'Role name' : 'Name'}
                value={person.name}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => patch(person.key, 'name', { name: event.currentTarget.value })}
              />
              <TextInput
                label={isTemplate ? 'Placeholder email' : 'Email'}
                type="email"
                value={person.email}
                maxLength={254}
                autoComplete="off"
                onChange={(event) => patch(person.key, 'email', { email: event.currentTarget.value })}
              />
              <div className="c-pair c-pair-tight">
                <Select
                  label="Role"
                  value={person.role}
                  onChange={(event) =>
                    patch(person.key, 'role', { role: event.currentTarget.value as RecipientRole })
                  }
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
                  onChange={(event) =>
                    patch(person.key, 'auth', { auth_level: event.currentTarget.value as 'link' | 'otp' })
                  }
                >
                  {Object.entries(authLevelWords).map(([level, label]) => (
                    <option key={level} value={level}>
                      {label}
                    </option>
                  ))}
                </Select>
                {takesTurns && (
                  <TextInput
                    label="Step"
                    type="number"
                    min={1}
                    max={200}
                    value={person.signing_order}
                    onChange={(event) =>
                      patch(person.key, 'turn', {
                        signing_order: Math.max(1, Math.min(200, Number(event.currentTarget.value) || 1)),
                      })
                    }
                  />
                )}
              </div>
            </fieldset>
          </li>
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
          checked={takesTurns}
          onChange={(event) => {
            const inTurn = event.currentTarget.checked;
            change(null, (known) => ({
              ...known,
              people: known.people.map((one, index) => ({ ...one, signing_order: inTurn ? index + 1 : 1 })),
            }));
          }}
        />
      )}
    </div>
  );
}
