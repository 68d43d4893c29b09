/** The field types: drag one onto a page, or click to place it in the visible part of the page. */
import type { FieldType } from '@countersign/contract/field';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { colorOf } from '../parts/person-color.ts';
import { fieldWords } from '../words.ts';
import type { DraftEditor } from './use-draft-editor.ts';

const kinds = Object.keys(fieldWords) as FieldType[];

/** `onStart` starts dragging; `onPlace` places the field in the middle of the visible area; `onFind` looks for signature lines. */
export function Palette({
  editor,
  onStart,
  onPlace,
  onFind,
}: {
  editor: DraftEditor;
  onStart: (type: FieldType, event: PointerEvent, onClick: () => void) => void;
  onPlace: (type: FieldType) => void;
  onFind: () => void;
}) {
  const { draft, person } = editor;
  const followed = useRef(false);
  if (!person) return <p className="hint">Add a person first. Every field belongs to a person.</p>;
  const index = draft.people.indexOf(person);
  return (
    <div className="c-field-kinds" style={{ ['--c' as string]: colorOf(index) }}>
      <Select
        label="Fields for"
        value={person.key}
        onChange={(event) => editor.choosePerson(event.currentTarget.value)}
      >
        {draft.people.map((one, position) => (
          <option key={one.key} value={one.key}>
            {one.name || `Person ${position + 1}`}
          </option>
        ))}
      </Select>
      <ul className="c-kinds" aria-label="Kinds of field">
        {kinds.map((type) => (
          <li key={type}>
            <button
              type="button"
              className="c-kind"
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                followed.current = true;
                if (event.pointerType === 'mouse') event.preventDefault();
                onStart(type, event.nativeEvent, () => onPlace(type));
              }}
              onClick={(event) => {
                // Clicks of a pointer were already handled by onPointerDown; only those of the keyboard are handled here.
                const byKeyboard = event.detail === 0 && !followed.current;
                followed.current = false;
                if (byKeyboard) onPlace(type);
              }}
              onKeyDown={() => {
                followed.current = false;
              }}
            >
              <Icon name={fieldWords[type].icon} />
              {fieldWords[type].label}
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={onFind} className="c-wide">
        <Icon name="search" />
        Find signature lines
      </Button>
      <p className="hint c-palette-hint">Drag onto a page, or click to place.</p>
    </div>
  );
}
