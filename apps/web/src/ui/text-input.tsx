import { type ComponentProps, type ReactNode, useId } from 'react';

interface Dressing {
  label: string;
  error?: string | null;
  hint?: ReactNode;
}

/** A labelled line of text with its hint and error tied to it. */
export function TextInput({
  label,
  error,
  hint,
  className = '',
  ...rest
}: ComponentProps<'input'> & Dressing) {
  const id = useId();
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

/** A labelled area of text with its hint and error tied to it. */
export function TextArea({
  label,
  error,
  hint,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & Dressing) {
  const id = useId();
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

function Notes({ id, hint, error }: { id: string; hint: ReactNode; error: string | null | undefined }) {
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
