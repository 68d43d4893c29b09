import { type ComponentProps, type ReactNode, useId } from 'react';

interface Dressing {
  label: string;
  error?: string | null;
  hint?: ReactNode;
}

/** A one-line input with label, hint and error. */
export function TextInput({ label, error, hint, className, ...rest }: ComponentProps<'input'> & Dressing) {
  const id = useId();
  return (
    <Dressed id={id} label={label} error={error} hint={hint}>
      <input {...rest} {...tied(id, { className, error, hint })} />
    </Dressed>
  );
}

/** A text area with label, hint and error. */
export function TextArea({ label, error, hint, className, ...rest }: ComponentProps<'textarea'> & Dressing) {
  const id = useId();
  return (
    <Dressed id={id} label={label} error={error} hint={hint}>
      <textarea {...rest} {...tied(id, { className, error, hint })} />
    </Dressed>
  );
}

function Dressed({ id, label, error, hint, children }: Dressing & { id: string; children: ReactNode }) {
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

/** Attributes that connect an input with its hint and error. */
function tied(
  id: string,
  { className = '', error, hint }: Omit<Dressing, 'label'> & { className?: string | undefined },
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

function Notes({ id, hint, error }: Omit<Dressing, 'label'> & { id: string }) {
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
