/** Sets a condition of a field in plain words: show it, or require it, only if other fields have certain values. */
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { IconButton, Select } from '../parts/controls.tsx';
import {
  asksForTick,
  type ConditionMember,
  type ConditionRow,
  conditionInWords,
  conditionOf,
  freshName,
  labelOfBox,
  type Operator,
  possibleFields,
  rowFor,
  rowsOf,
} from './conditions.ts';
import { hasOptions } from './copies.ts';
import type { Box, Draft } from './draft.ts';
import type { DraftEditor } from './use-draft-editor.ts';

const texts = {
  visible_if: { label: 'Show', always: 'Always', under: 'Only if…', lead: 'Show only if' },
  required_if: { label: 'Require', always: 'As set above', under: 'Only if…', lead: 'Required only if' },
} as const;

/** More lines cannot be added in the editor. */
const maxRows = 10;

/** One condition of the selected field. */
export function ConditionEditor({
  box,
  member,
  editor,
}: {
  box: Box;
  member: ConditionMember;
  editor: DraftEditor;
}) {
  const { draft } = editor;
  const condition = box[member];
  const words = texts[member];
  const possible = possibleFields(draft, box);
  const set = (tag: string | null, rows: readonly ConditionRow[], joined: 'all' | 'any' = 'all') =>
    editor.change(tag && `${member}:${tag}:${box.key}`, (known) =>
      withCondition(known, box.key, member, { joined, rows: [...rows] }),
    );
  const shown = condition && rowsOf(condition);
  return (
    <fieldset className="c-condition">
      <Select
        label={words.label}
        value={condition ? 'if' : 'always'}
        hint={
          possible.length === 0 && !condition
            ? 'There is no other field to depend on. Add one of the same person, or of a person who signs earlier.'
            : undefined
        }
        disabled={possible.length === 0 && !condition}
        onChange={(event) => set(null, event.currentTarget.value === 'if' ? [rowFor(possible[0]!)] : [])}
      >
        <option value="always">{words.always}</option>
        <option value="if">{words.under}</option>
      </Select>
      {condition && !shown && (
        <>
          <p className="c-condition-words">{`${words.lead} ${conditionInWords(condition, draft.boxes)}`}</p>
          <p className="hint">This condition came from the API. It can be removed here, but not changed.</p>
        </>
      )}
      {shown && (
        <>
          {shown.rows.length > 1 && (
            <Select
              label={`${words.lead} …`}
              value={shown.joined}
              onChange={(event) => set(null, shown.rows, event.currentTarget.value as 'all' | 'any')}
            >
              <option value="all">all of these are true</option>
              <option value="any">at least one of these is true</option>
            </Select>
          )}
          {shown.rows.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
              key={at}
              row={row}
              lead={shown.rows.length > 1 ? `Condition ${at + 1}` : words.lead}
              draft={draft}
              possible={possible}
              onChange={(tag, changed) =>
                set(
                  tag && `${at}:${tag}`,
                  shown.rows.map((one, index) => (index === at ? changed : one)),
                  shown.joined,
                )
              }
              onRemove={() =>
                set(
                  null,
                  shown.rows.filter((_, index) => index !== at),
                  shown.joined,
                )
              }
            />
          ))}
          {shown.rows.length < maxRows && possible.length > 0 && (
            <Button onClick={() => set(null, [...shown.rows, rowFor(possible[0]!)], shown.joined)}>
              Add a condition
            </Button>
          )}
        </>
      )}
    </fieldset>
  );
}

/** Writes the condition. Fields to which it refers get a name if they have none. */
function withCondition(
  draft: Draft,
  key: string,
  member: ConditionMember,
  rows: Parameters<typeof conditionOf>[0],
): Draft {
  let { boxes } = draft;
  for (const { field } of rows.rows) {
    const other = boxes.find((one) => one.key === field);
    if (other?.name.trim() !== '') continue;
    const name = freshName(boxes, other);
    boxes = boxes.map((one) => (one.key === field ? { ...one, name } : one));
  }
  const condition = conditionOf(rows);
  return { ...draft, boxes: boxes.map((one) => (one.key === key ? { ...one, [member]: condition } : one)) };
}

const operatorWords: Record<Operator, string> = {
  equals: 'is',
  not_equals: 'is not',
  filled: 'is filled in',
  empty: 'is empty',
};

function Row({
  row,
  lead,
  draft,
  possible,
  onChange,
  onRemove,
}: {
  row: ConditionRow;
  lead: string;
  draft: Draft;
  possible: readonly Box[];
  onChange: (tag: string | null, row: ConditionRow) => void;
  onRemove: () => void;
}) {
  const other = draft.boxes.find(({ key }) => key === row.field);
  const isListed = possible.some(({ key }) => key === row.field);
  return (
    <div className="c-condition-row">
      <Select
        label={lead}
        value={row.field}
        onChange={(event) => {
          const chosen = possible.find(({ key }) => key === event.currentTarget.value);
          if (chosen) onChange(null, rowFor(chosen));
        }}
      >
        {!isListed && <option value={row.field}>{other ? labelOfBox(other) : 'A removed field'}</option>}
        {possible.map((one) => (
          <option key={one.key} value={one.key}>
            {labelOfBox(one)}
          </option>
        ))}
      </Select>
      {other && <Comparison row={row} other={other} onChange={onChange} />}
      <IconButton icon="trash" label="Remove the condition" onClick={onRemove} />
    </div>
  );
}

function Comparison({
  row,
  other,
  onChange,
}: {
  row: ConditionRow;
  other: Box;
  onChange: (tag: string | null, row: ConditionRow) => void;
}) {
  if (other.type === 'checkbox') {
    return (
      <Select
        label="Comparison"
        hideLabel
        value={String(asksForTick(row))}
        onChange={(event) => onChange(null, { ...row, operator: 'equals', value: event.currentTarget.value })}
      >
        <option value="true">is ticked</option>
        <option value="false">is not ticked</option>
      </Select>
    );
  }
  const isSignature = other.type === 'signature' || other.type === 'initials';
  const operators = (Object.keys(operatorWords) as Operator[]).filter(
    (one) => !isSignature || one === 'filled' || one === 'empty',
  );
  const hasValue = row.operator === 'equals' || row.operator === 'not_equals';
  const options = other.settings.options?.filter(Boolean) ?? [];
  return (
    <>
      <Select
        label="Comparison"
        hideLabel
        value={row.operator}
        onChange={(event) =>
          onChange(null, {
            ...row,
            operator: event.currentTarget.value as Operator,
            value: row.value || (options[0] ?? ''),
          })
        }
      >
        {operators.map((one) => (
          <option key={one} value={one}>
            {operatorWords[one]}
          </option>
        ))}
      </Select>
      {hasValue &&
        (hasOptions(other.type) ? (
          <Select
            label="Value"
            hideLabel
            value={row.value}
            onChange={(event) => onChange(null, { ...row, value: event.currentTarget.value })}
          >
            {!options.includes(row.value) && <option value={row.value}>{row.value || 'Choose…'}</option>}
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        ) : (
          <TextInput
            label="Value"
            type={other.type === 'date' ? 'date' : 'text'}
            maxLength={500}
            value={row.value}
            onChange={(event) => onChange('value', { ...row, value: event.currentTarget.value })}
          />
        ))}
    </>
  );
}
