import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react';

interface LabelProps {
  label: string;
  error?: string | null;
  hint?: ReactNode;
}

/** A one-line input with label, hint and error. */
export function TextInput({
  label,
  error: given,
  hint,
  className,
  ...rest
}: ComponentProps<'input'> & LabelProps) {
  const id = useId();
  const { fault, onInvalid } = useOwnCheck(rest.value);
  const error = fault ?? given;
  return (
    <LabeledRow id={id} label={label} error={error} hint={hint}>
      <input onInvalid={onInvalid} {...rest} {...inputAttributes(id, { className, error, hint })} />
    </LabeledRow>
  );
}

/** A text area with label, hint and error. */
export function TextArea({
  label,
  error: given,
  hint,
  className,
  ...rest
}: ComponentProps<'textarea'> & LabelProps) {
  const id = useId();
  const { fault, onInvalid } = useOwnCheck(rest.value);
  const error = fault ?? given;
  return (
    <LabeledRow id={id} label={label} error={error} hint={hint}>
      <textarea onInvalid={onInvalid} {...rest} {...inputAttributes(id, { className, error, hint })} />
    </LabeledRow>
  );
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * What the browser finds wrong when the form is submitted, in place of its bubble, until the value changes. Forms with `noValidate`
 * are not checked.
 */
function useOwnCheck(value: unknown) {
  const [found, setFound] = useState<{ value: string; text: string } | null>(null);
  const onInvalid = (event: SyntheticEvent<TextElement>) => {
    event.preventDefault();
    const input = event.currentTarget;
    setFound({ value: input.value, text: faultOf(input) });
    // The browser moves the focus only to an input whose bubble it shows.
    if (input.form?.querySelector(':is(input, textarea, select):invalid') === input) input.focus();
  };
  return { fault: found?.value === value ? found?.text : undefined, onInvalid };
}

function faultOf({ validity, type, validationMessage }: TextElement): string {
  if (validity.valueMissing) return 'Please fill this in.';
  if (validity.typeMismatch && type === 'email') return 'This is not an email address.';
  return validationMessage;
}

function LabeledRow({ id, label, error, hint, children }: LabelProps & { id: string; children: ReactNode }) {
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

/** Attributes that connect an input with its hint and error. */
function inputAttributes(
  id: string,
  { className = '', error, hint }: Omit<LabelProps, 'label'> & { className?: string | undefined },
) {
  return {
    id,
    className: `input ${className}`,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy(id, hint, error),
  };
}

function describedBy(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

function Notes({ id, hint, error }: Omit<LabelProps, 'label'> & { id: string }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="error-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </>
  );
}
