import { type ComponentProps, type ReactNode, useId } from 'react';

interface LabelProps {
  label: string;
  error?: string | null;
  hint?: ReactNode;
}

/** A one-line input with label, hint and error. */
export function TextInput({ label, error, hint, className, ...rest }: ComponentProps<'input'> & LabelProps) {
  const id = useId();
  return (
    <LabeledRow id={id} label={label} error={error} hint={hint}>
      <input {...rest} {...inputAttributes(id, { className, error, hint })} />
    </LabeledRow>
  );
}

/** A text area with label, hint and error. */
export function TextArea({
  label,
  error,
  hint,
  className,
  ...rest
}: ComponentProps<'textarea'> & LabelProps) {
  const id = useId();
  return (
    <LabeledRow id={id} label={label} error={error} hint={hint}>
      <textarea {...rest} {...inputAttributes(id, { className, error, hint })} />
    </LabeledRow>
  );
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
