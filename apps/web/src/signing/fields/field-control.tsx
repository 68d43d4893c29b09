import type { FieldOut } from '@countersign/client/generated/api';
import { withoutUndrawn } from '@countersign/contract/undrawn';
import { MAX_VALUE_LENGTH } from '@countersign/contract/value-limits';
import { useWords } from '../words-context.ts';
import { isLoneRadio } from './field-layout.ts';

/** Attributes of a control that connect it with its label and its error. */
export interface ControlAttributes {
  id: string;
  label: string;
  required: boolean;
  faultId: string | null;
  disabled: boolean;
}

/** The form control of all fields except signatures and initials. Its accessible name is `attributes.label`, unless a visible label names it. */
export function FieldControl({
  field,
  value,
  attributes,
  multiline,
  named,
  onChange,
  onLeave,
}: {
  field: FieldOut;
  value: string;
  attributes: ControlAttributes;
  multiline: boolean;
  /** True when a visible <label for> names the control. */
  named: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const words = useWords();
  const options = field.settings.options ?? [];
  const common = {
    id: attributes.id,
    disabled: attributes.disabled,
    'aria-label': named ? undefined : attributes.label,
    'aria-invalid': attributes.faultId ? true : undefined,
    'aria-describedby': attributes.faultId ?? undefined,
    onBlur: onLeave,
  };

  switch (field.type) {
    case 'checkbox':
      return (
        <input
          {...common}
          type="checkbox"
          className="field-tick"
          aria-required={attributes.required || undefined}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : 'false')}
        />
      );
    case 'radio':
      if (isLoneRadio(field)) {
        const option = options[0]!;
        return (
          <input
            {...common}
            type="checkbox"
            className="field-tick field-tick-round"
            aria-required={attributes.required || undefined}
            checked={value === option}
            onChange={(event) => onChange(event.currentTarget.checked ? option : '')}
          />
        );
      }
      return (
        <RadioOptions
          attributes={attributes}
          options={options}
          value={value}
          onChange={onChange}
          onLeave={onLeave}
        />
      );
    case 'dropdown':
      return (
        <select
          {...common}
          className="field-input"
          aria-required={attributes.required || undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{words.field.choose}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {withoutUndrawn(option)}
            </option>
          ))}
        </select>
      );
    default: {
      const text = {
        ...common,
        className: 'field-input',
        dir: field.type === 'date' ? undefined : 'auto',
        'aria-required': attributes.required || undefined,
        value,
        maxLength: MAX_VALUE_LENGTH,
      };
      if (multiline) {
        return <textarea {...text} onChange={(event) => onChange(event.currentTarget.value)} />;
      }
      return (
        <input
          {...text}
          {...textTraits[field.type]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
  }
}

/** One radio button for each option, and one for none unless a choice is required. */
function RadioOptions({
  attributes,
  options,
  value,
  onChange,
  onLeave,
}: {
  attributes: ControlAttributes;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const words = useWords();
  return (
    <fieldset
      id={attributes.id}
      className="field-options"
      disabled={attributes.disabled}
      aria-describedby={attributes.faultId ?? undefined}
      tabIndex={-1}
    >
      <legend className="visually-hidden">{attributes.label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={`${attributes.id}-options`}
            value={option}
            required={attributes.required}
            checked={value === option}
            onChange={() => onChange(option)}
            onBlur={onLeave}
          />
          <span>{withoutUndrawn(option)}</span>
        </label>
      ))}
      {!attributes.required && (
        <label>
          <input
            type="radio"
            name={`${attributes.id}-options`}
            value=""
            checked={value === ''}
            onChange={() => onChange('')}
            onBlur={onLeave}
          />
          <span>{words.field.none}</span>
        </label>
      )}
    </fieldset>
  );
}

/** The keyboard type and autofill. Numbers use a text input, because a number input discards invalid text. */
const textTraits = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  date: { type: 'date', min: '0001-01-01', max: '9999-12-31' },
  number: { type: 'text', inputMode: 'decimal', autoComplete: 'off' },
  text: { type: 'text', autoComplete: 'off' },
  signature: { type: 'text' },
  initials: { type: 'text' },
} as const;
