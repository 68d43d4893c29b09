/** Settings and position of the selected field; alignment of several. */

import type { FieldSettings } from '@countersign/client/generated/api';
import type { Background, InputMode } from '@countersign/contract/field';
import { allowedInputModes } from '@countersign/contract/field-value';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { IconButton, Select, Tick } from '../parts/controls.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { counted } from '../parts/moments.ts';
import { fieldWords } from '../words.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { conditionWarnings } from './conditions.ts';
import { hasOptions } from './copies.ts';
import type { Box } from './draft.ts';
import { fieldNamePattern } from './draft-state.ts';
import { type Alignment, keepOnPage } from './geometry.ts';
import type { DraftEditor } from './use-draft-editor.ts';

const alignments: ReadonlyArray<readonly [Alignment, IconName, string]> = [
  ['left', 'align-left', 'Align left edges'],
  ['center', 'align-center', 'Align middles'],
  ['right', 'align-right', 'Align right edges'],
  ['top', 'align-top', 'Align top edges'],
  ['bottom', 'align-bottom', 'Align bottom edges'],
  ['same-size', 'same-size', 'Same size'],
];

/** The settings of the selection. `first` refers to the panel, for moving the focus there from a field. */
export function FieldPanel({
  editor,
  pageCount,
  first,
}: {
  editor: DraftEditor;
  pageCount: number;
  first: RefObject<HTMLDivElement | null>;
}) {
  const { selectedBoxes, draft } = editor;
  const box = selectedBoxes[0];
  if (!box)
    return (
      <div className="c-panel-empty">
        <p>Select a field to see its settings.</p>
        <dl className="c-keys">
          <dt>Arrows</dt>
          <dd>move</dd>
          <dt>Shift + arrows</dt>
          <dd>resize</dd>
          <dt>Delete</dt>
          <dd>remove</dd>
          <dt>Ctrl + D</dt>
          <dd>duplicate</dd>
          <dt>Ctrl + C, V, X</dt>
          <dd>copy, paste, cut</dd>
          <dt>Ctrl + Z</dt>
          <dd>undo</dd>
          <dt>Shift + click</dt>
          <dd>select several</dd>
          <dt>Ctrl + A</dt>
          <dd>select all on the page, then all</dd>
        </dl>
      </div>
    );
  const isSeveral = selectedBoxes.length > 1;
  const hasOneOwner = selectedBoxes.every(({ person }) => person === box.person);
  const sharedOwner = hasOneOwner ? box.person : '';
  return (
    <div ref={first}>
      <h2 className="c-panel-title">
        <Icon name={isSeveral ? 'pages' : fieldWords[box.type].icon} />
        {isSeveral ? counted(selectedBoxes.length, 'field') : fieldWords[box.type].label}
      </h2>
      <div className="c-panel-tools">
        <IconButton icon="copy" label="Copy" onClick={editor.copySelected} />
        <IconButton icon="duplicate" label="Duplicate" onClick={editor.duplicateSelected} />
        {pageCount > 1 && (
          <IconButton icon="pages" label="Place on every page" onClick={editor.placeOnEveryPage} />
        )}
        <IconButton icon="trash" label="Remove" onClick={editor.removeSelected} />
        {isSeveral &&
          alignments.map(([how, icon, label]) => (
            <IconButton key={how} icon={icon} label={label} onClick={() => editor.alignSelected(how)} />
          ))}
      </div>
      <Select
        label="Belongs to"
        value={sharedOwner}
        onChange={(event) => {
          const person = event.currentTarget.value;
          if (person) editor.patchSelected('person', () => ({ person }));
        }}
      >
        {sharedOwner === '' && <option value="">{hasOneOwner ? 'Nobody yet' : 'Several people'}</option>}
        {draft.people.map((person, index) => (
          <option key={person.key} value={person.key}>
            {person.name || `Person ${index + 1}`}
          </option>
        ))}
      </Select>
      <Tick
        label="Required"
        checked={selectedBoxes.every(({ required }) => required)}
        onChange={(event) => {
          const required = event.currentTarget.checked;
          editor.patchSelected('required', () => ({ required }));
        }}
      />
      {!isSeveral && <OneField key={box.key} box={box} editor={editor} pageCount={pageCount} />}
    </div>
  );
}

const isSignature = (box: Box): boolean => box.type === 'signature' || box.type === 'initials';

function OneField({ box, editor, pageCount }: { box: Box; editor: DraftEditor; pageCount: number }) {
  // Read once: removing the last condition must not fold the section.
  const [startsWithConditions] = useState(Boolean(box.visible_if || box.required_if));
  const patch = (member: string, part: Partial<Box>) => editor.patchSelected(member, () => part);
  const set = (part: FieldSettings) =>
    patch(Object.keys(part).join(), { settings: { ...box.settings, ...part } });
  return (
    <>
      <TextInput
        label="Name (optional)"
        hint="Used in templates, CSV columns and the API."
        value={box.name}
        maxLength={100}
        error={
          box.name !== '' && !fieldNamePattern.test(box.name)
            ? 'Start with a letter; then letters, digits, dots, dashes and underscores.'
            : null
        }
        onChange={(event) => patch('name', { name: event.currentTarget.value })}
      />
      {isSignature(box) ? (
        <InputModes box={box} onChange={(input_modes) => set({ input_modes })} />
      ) : (
        <>
          {hasOptions(box.type) && (
            <TextArea
              label="Options, one per line"
              value={(box.settings.options ?? []).join('\n')}
              onChange={(event) => set({ options: event.currentTarget.value.split('\n') })}
              onBlur={(event) => {
                const lines = event.currentTarget.value.split('\n');
                const options = lines.map((line) => line.trim()).filter(Boolean);
                const isTidy =
                  options.length === lines.length && options.every((one, at) => one === lines[at]);
                if (!isTidy) set({ options });
              }}
            />
          )}
          <Prefill box={box} onChange={(prefill_value) => patch('prefill', { prefill_value })} />
          <Tick
            label="Read-only"
            hint="The recipient sees the value but cannot change it."
            checked={box.read_only}
            onChange={(event) => patch('read_only', { read_only: event.currentTarget.checked })}
          />
          {(box.type === 'text' || box.type === 'name' || box.type === 'email') && (
            <>
              <Amount
                label="Maximum length (characters)"
                value={box.settings.max_length}
                min={1}
                step={1}
                onChange={(max_length) => set({ max_length })}
              />
              <TextInput
                label="Pattern (optional)"
                hint="A regular expression that the whole text must match, e.g. [0-9]{5}"
                className="c-mono"
                value={box.settings.pattern ?? ''}
                maxLength={1000}
                onChange={(event) => set({ pattern: event.currentTarget.value || null })}
              />
            </>
          )}
          {box.type === 'number' && (
            <div className="c-pair c-pair-tight">
              <Amount
                label="Minimum"
                value={box.settings.min_value}
                onChange={(min_value) => set({ min_value })}
              />
              <Amount
                label="Maximum"
                value={box.settings.max_value}
                onChange={(max_value) => set({ max_value })}
              />
            </div>
          )}
        </>
      )}
      <details className="c-more" open={startsWithConditions}>
        <summary>Conditions</summary>
        <ConditionEditor box={box} member="visible_if" editor={editor} />
        {!box.read_only && <ConditionEditor box={box} member="required_if" editor={editor} />}
      </details>
      {conditionWarnings(editor.draft)
        .get(box.key)
        ?.map((text) => (
          <p key={text} className="error-text" role="alert">
            {`The condition does not work. ${text}`}
          </p>
        ))}
      <Position box={box} pageCount={pageCount} onChange={(part) => patch('position', part)}>
        <Select
          label="Background"
          value={box.settings.background ?? 'auto'}
          onChange={(event) => {
            const background = event.currentTarget.value as Background;
            set({ background: background === 'auto' ? null : background });
          }}
        >
          {(Object.keys(backgroundWords) as Background[]).map((background) => (
            <option key={background} value={background}>
              {backgroundWords[background]}
            </option>
          ))}
        </Select>
      </Position>
    </>
  );
}

const backgroundWords: Record<Background, string> = {
  auto: 'Page, white where dark',
  none: 'Page as it is',
  white: 'White',
};

const modeWords: Record<InputMode, string> = { draw: 'Draw', type: 'Type', upload: 'Upload an image' };

function InputModes({ box, onChange }: { box: Box; onChange: (modes: InputMode[] | null) => void }) {
  const allowed = allowedInputModes(box.settings);
  return (
    <fieldset className="c-ticks">
      <legend>Allowed methods</legend>
      {(Object.keys(modeWords) as InputMode[]).map((mode) => (
        <Tick
          key={mode}
          label={modeWords[mode]}
          checked={allowed.includes(mode)}
          disabled={allowed.length === 1 && allowed[0] === mode}
          onChange={(event) => {
            const next = event.currentTarget.checked
              ? [...allowed, mode]
              : allowed.filter((other) => other !== mode);
            onChange(next.length === 3 ? null : next);
          }}
        />
      ))}
    </fieldset>
  );
}

function Prefill({ box, onChange }: { box: Box; onChange: (value: string) => void }) {
  if (box.type === 'checkbox' || hasOptions(box.type)) {
    const options =
      box.type === 'checkbox' ? ['true', 'false'] : (box.settings.options ?? []).filter(Boolean);
    const words: Record<string, string> =
      box.type === 'checkbox' ? { true: 'Checked', false: 'Not checked' } : {};
    return (
      <Select
        label="Default value"
        value={box.prefill_value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">None</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words[option] ?? option}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <TextInput
      label="Default value (optional)"
      type={box.type === 'date' ? 'date' : 'text'}
      inputMode={box.type === 'number' ? 'decimal' : undefined}
      value={box.prefill_value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** An optional number. */
function Amount({
  label,
  value,
  onChange,
  min,
  step = 'any',
}: {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  min?: number;
  step?: number | 'any';
}) {
  return (
    <TextInput
      label={label}
      type="number"
      min={min}
      step={step}
      value={value ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        onChange(text === '' || !Number.isFinite(Number(text)) ? null : Number(text));
      }}
    />
  );
}

/** Sets the position by numbers, for people who do not drag. */
function Position({
  box,
  pageCount,
  onChange,
  children,
}: {
  box: Box;
  pageCount: number;
  onChange: (part: Partial<Box>) => void;
  /** Further settings of the section. */
  children: ReactNode;
}) {
  const id = useId();
  const inPercent = (value: number) => Math.round(value * 1000) / 10;
  const members = [
    ['x', 'From the left'],
    ['y', 'From the top'],
    ['w', 'Width'],
    ['h', 'Height'],
  ] as const;
  return (
    <details className="c-more">
      <summary>Position and background</summary>
      <p className="hint" id={id}>
        In percent of the page.
      </p>
      <div className="c-pair c-pair-tight">
        {members.map(([member, label]) => (
          <TextInput
            key={member}
            label={label}
            type="number"
            min={member === 'w' || member === 'h' ? 0.5 : 0}
            max={100}
            step={0.1}
            value={inPercent(box[member])}
            onChange={(event) => {
              const value = Number(event.currentTarget.value) / 100;
              if (!Number.isFinite(value) || ((member === 'w' || member === 'h') && value < 0.005)) return;
              const { x, y, w, h } = keepOnPage({ ...box, [member]: value });
              onChange({ x, y, w, h });
            }}
          />
        ))}
        <TextInput
          label={`Page (of ${pageCount})`}
          type="number"
          min={1}
          max={pageCount}
          value={box.page}
          onChange={(event) => {
            const page = Number(event.currentTarget.value);
            if (Number.isInteger(page) && page >= 1 && page <= pageCount) onChange({ page });
          }}
        />
      </div>
      <Button
        onClick={() => {
          const { x } = keepOnPage({ ...box, x: 0.5 - box.w / 2 });
          onChange({ x });
        }}
      >
        Center on the page
      </Button>
      {children}
    </details>
  );
}
