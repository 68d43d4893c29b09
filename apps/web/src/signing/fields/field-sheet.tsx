import type { FieldOut } from '@countersign/client/generated/api';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { printedText } from '../values.ts';
import { useWords } from '../words-context.ts';
import { FieldControl } from './field-control.tsx';
import { isLoneRadio } from './field-layout.ts';

/** A field at full size in a dialog, for pages too small to hold its control; steps to the fields before and after it. */
export function FieldSheet({
  field,
  label,
  value,
  dateFormat,
  faultText,
  announcement,
  position,
  total,
  isFirst,
  isLast,
  onChange,
  onLeave,
  onStep,
  onDone,
  onClose,
}: {
  field: FieldOut;
  label: string;
  value: string;
  dateFormat: string | null | undefined;
  faultText: string | null;
  announcement: string;
  /** Among the fields that the bar at the bottom counts, from 1; 0 for an optional field, which does not count. */
  position: number;
  total: number;
  isFirst: boolean;
  isLast: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
  onStep: (by: 1 | -1) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const words = useWords();
  const id = `sheet-${field.id}`;
  const faultId = faultText ? `${id}-fault` : null;
  const ticks = field.type === 'checkbox' || isLoneRadio(field);
  const need = field.required ? words.field.required : words.field.optional;

  useEffect(() => {
    const control = document.getElementById(id);
    (control instanceof HTMLFieldSetElement ? control.querySelector('input') : control)?.focus();
  }, [id]);

  return (
    <Dialog title={`${label} (${need})`} onClose={onClose} className="dialog-sheet">
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <form
        key={field.id}
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) onDone();
          else onStep(1);
        }}
      >
        {position > 0 && <p className="hint">{words.field.position(position, total)}</p>}
        <div className={ticks ? 'sheet-tick' : 'form-row'}>
          <FieldControl
            field={field}
            value={value}
            attributes={{ id, label, required: field.required, faultId, disabled: false }}
            multiline={field.type === 'text' && (field.settings.max_length ?? 200) > 80}
            named={ticks}
            onChange={onChange}
            onLeave={onLeave}
          />
          {ticks && <label htmlFor={id}>{field.name ? label : words.field.tick}</label>}
        </div>
        {field.type === 'date' && value !== '' && (
          <p className="hint">
            <bdi className="field-printed">{printedText(field, value, dateFormat)}</bdi>
          </p>
        )}
        {faultText && (
          <p id={faultId!} className="error-text" role="alert">
            {faultText}
          </p>
        )}
        <div className="button-row dialog-actions">
          <Button onClick={() => onStep(-1)} disabled={isFirst}>
            {words.field.previous}
          </Button>
          {!isLast && (
            <Button type="submit" look="primary">
              {words.field.next}
            </Button>
          )}
          <Button look={isLast ? 'primary' : 'secondary'} onClick={onDone}>
            {words.field.done}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
