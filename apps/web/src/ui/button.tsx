import type { ComponentProps } from 'react';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

/** A button, by default of type button. With `busy` it can have the focus but ignores clicks. */
export function Button({
  look = 'secondary',
  busy = false,
  className = '',
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: Look; busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${look} ${className}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'secondary',
  className = '',
  ...rest
}: ComponentProps<'a'> & { look?: Look }) {
  return <a {...rest} className={`button button-${look} ${className}`} />;
}
